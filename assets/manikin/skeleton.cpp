#include "assets/manikin/skeleton.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace vitruvian::manikin {
namespace {

std::vector<std::istringstream> table_lines(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) give_up("cannot read " + path.string());
    std::vector<std::istringstream> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#') lines.emplace_back(line);
    }
    return lines;
}

Vec read_vec(std::istream& in) {
    Vec v{0.0};
    in >> v.x >> v.y >> v.z;
    return v;
}

struct NamedJoint {
    JointRow row;
    std::string parent;
};

NamedJoint mirrored_joint(const NamedJoint& left) {
    NamedJoint right = left;
    right.row.name = mirrored_name(left.row.name);
    right.row.segment = mirrored_name(left.row.segment);
    right.parent = mirrored_name(left.parent);
    right.row.centre = mirrored(left.row.centre);
    right.row.lower = {left.row.lower.x, -left.row.upper.y, -left.row.upper.z};
    right.row.upper = {left.row.upper.x, -left.row.lower.y, -left.row.lower.z};
    right.row.limit_axis = {left.row.limit_axis.x, -left.row.limit_axis.y, -left.row.limit_axis.z};
    if (left.row.limit_angle == 0.0) right.row.limit_axis = left.row.limit_axis;
    return right;
}

void add_joints(const std::filesystem::path& path, Skeleton& skeleton) {
    std::vector<NamedJoint> joints;
    for (std::istringstream& line : table_lines(path)) {
        NamedJoint joint;
        line >> joint.row.name >> joint.parent >> joint.row.segment;
        joint.row.centre = read_vec(line);
        joint.row.lower = read_vec(line);
        joint.row.upper = read_vec(line);
        joint.row.limit_axis = read_vec(line);
        line >> joint.row.limit_angle;
        joint.row.stiffness = read_vec(line);
        if (!line) give_up("bad row in " + path.string() + ": " + joint.row.name);
        joints.push_back(joint);
    }
    const std::size_t rows = joints.size();
    for (std::size_t i = 0; i < rows; ++i) {
        if (mirrored_name(joints[i].row.name) != joints[i].row.name)
            joints.push_back(mirrored_joint(joints[i]));
    }
    for (NamedJoint& joint : joints) {
        joint.row.parent = joint.parent == "-" ? -1 : skeleton.joint(joint.parent);
        skeleton.joints.push_back(joint.row);
    }
}

}  // namespace

void give_up(const std::string& message) {
    std::fprintf(stderr, "make_manikin: %s\n", message.c_str());
    std::exit(EXIT_FAILURE);
}

std::string mirrored_name(const std::string& name) {
    if (name.starts_with("l_")) return "r_" + name.substr(2);
    const std::size_t inner = name.find("_l_");
    if (inner == std::string::npos) return name;
    std::string other = name;
    other[inner + 1] = 'r';
    return other;
}

int Skeleton::joint(const std::string& name) const {
    const auto found =
        std::find_if(joints.begin(), joints.end(), [&](const JointRow& j) { return j.name == name; });
    if (found == joints.end()) give_up("there is no joint " + name);
    return static_cast<int>(found - joints.begin());
}

int Skeleton::joint_of_segment(const std::string& segment) const {
    const auto found =
        std::find_if(joints.begin(), joints.end(), [&](const JointRow& j) { return j.segment == segment; });
    if (found == joints.end()) give_up("there is no segment " + segment);
    return static_cast<int>(found - joints.begin());
}

const Vec& Skeleton::centre(const std::string& joint_name) const {
    return joints[static_cast<std::size_t>(joint(joint_name))].centre;
}

const Vec& Skeleton::site(const std::string& name) const {
    const auto found =
        std::find_if(sites.begin(), sites.end(), [&](const SiteRow& s) { return s.name == name; });
    if (found == sites.end()) give_up("there is no site " + name);
    return found->position;
}

Skeleton read_skeleton(const std::filesystem::path& folder) {
    Skeleton skeleton;
    add_joints(folder / "skeleton.txt", skeleton);
    for (std::istringstream& line : table_lines(folder / "sites.txt")) {
        SiteRow site;
        line >> site.name >> site.segment;
        site.position = read_vec(line);
        if (!line) give_up("bad row in sites.txt: " + site.name);
        skeleton.sites.push_back(site);
        const std::string other = mirrored_name(site.name);
        if (other != site.name) {
            skeleton.sites.push_back({other, mirrored_name(site.segment), mirrored(site.position)});
        }
    }
    return skeleton;
}

}  // namespace vitruvian::manikin
