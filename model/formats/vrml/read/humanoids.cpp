#include "model/formats/vrml/read/humanoids.h"

#include "model/core/at.h"
#include "model/formats/vrml/read/frames.h"
#include "model/formats/vrml/read/skins.h"
#include "model/formats/vrml/read/walk.h"
#include "model/formats/vrml/world/info_lines.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

std::string trimmed(std::string_view text) {
    const char* white = " \t\r\n";
    const std::size_t first = text.find_first_not_of(white);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(white) - first + 1));
}

void read_info(World& world, NodeRef node, Humanoid& humanoid) {
    const int level = read_int(world, node, "loa", -1);
    if (level >= 0) humanoid.declared_loa = level;
    humanoid.skeletal_configuration = read_string(world, node, "skeletalConfiguration");
    humanoid.bounding_box = read_bounding_box(world, node);
    for (const std::string& line : read_strings(world, node, "info")) {
        const std::size_t equals = line.find('=');
        const bool tagged = equals != std::string::npos && equals > 0;
        std::string tag = tagged ? trimmed(line.substr(0, equals)) : std::string("info");
        if (tag == version_tag) {
            humanoid.version = trimmed(line.substr(equals + 1));
            continue;
        }
        // A name may begin and end with spaces.
        const bool is_name = tag.starts_with(own_name_tag);
        const std::string value = tagged ? line.substr(equals + 1) : line;
        humanoid.info.emplace_back(std::move(tag), is_name ? value : trimmed(value));
    }
}

/// The tree is authoritative; the lists of a Humanoid are only compared with it.
void check_lists(World& world, NodeRef node, const Humanoid& humanoid) {
    const auto check = [&](std::string_view field, std::size_t in_tree) {
        const std::size_t listed = world.nodes(node, field).size();
        if (listed == 0 || listed == in_tree) return;
        world.note(node, "hanim-list-differs",
                   fmt::format("the Humanoid lists {} {}, its tree has {}; the tree counts", listed, field,
                               in_tree));
    };
    check("joints", humanoid.joints.size());
    check("segments", humanoid.segments.size());
    check("sites", humanoid.sites.size());
}

/// Restores names that were converted to XML tokens when the file was written (see hanim_naming.h).
void give_own_names(Document& document, Humanoid& humanoid) {
    std::map<std::string, std::string> own;
    std::erase_if(humanoid.info, [&own](const auto& info) {
        const auto& [tag, name] = info;
        const std::string token = name_token(name);
        if (!tag.starts_with(own_name_tag) || token == name) return false;
        std::string written = tag.substr(own_name_tag.size());
        return written.starts_with(token) && own.try_emplace(std::move(written), name).second;
    });
    if (own.empty()) return;
    const auto give = [&own](std::string& name) {
        const auto found = own.find(name);
        if (found != own.end()) name = found->second;
    };
    give(humanoid.name);
    if (humanoid.node >= 0) give(at(document.nodes, humanoid.node).name);
    for (const Joint& joint : humanoid.joints) give(at(document.nodes, joint.node).name);
    for (const Site& site : humanoid.sites) give(at(document.nodes, site.node).name);
    for (Segment& segment : humanoid.segments) give(segment.name);
}

}  // namespace

void visit_humanoid(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (!is_first(build, node)) {
        build.world.warn(node, "hanim-humanoid-again",
                         "a humanoid is used in several places; it is shown in the first of them");
        return;
    }
    Humanoid humanoid;
    humanoid.kind = HumanoidKind::hanim;
    humanoid.name = name_of(build.world, node, at);
    humanoid.version = read_string(build.world, node, "version");
    if (humanoid.version.empty())
        humanoid.version = build.world.syntax(node).type == "HAnimHumanoid" ? "2.0" : "1.1";
    read_info(build.world, node, humanoid);
    WalkPlace inside =
        add_frame(build, node, at, vitruvian::NodeKind::humanoid, FieldsAre::placement, humanoid.name);
    humanoid.node = inside.node;
    inside.humanoid = static_cast<int>(build.document.humanoids.size());
    inside.joint = -1;
    inside.segment = -1;
    inside.displacers = nullptr;
    inside.robot = build.survey.robots.contains(node.key());
    build.document.humanoids.push_back(std::move(humanoid));
    std::vector<NodeRef> body = build.world.nodes(node, "humanoidBody");
    if (body.empty()) body = build.world.nodes(node, "skeleton");
    if (body.empty()) body = build.world.nodes(node, "children");
    HumanoidSkin skin = humanoid_skin(build.world, node, inside);
    inside.skin = &skin;
    visit_all(build, body, inside);
    visit_skin(build, inside);
    visit_all(build, build.world.nodes(node, "motions"), inside);
    visit_all(build, build.world.nodes(node, "poses"), inside);
    visit_all(build, build.world.nodes(node, "viewpoints"), inside);
    Humanoid& made = build.document.humanoids[static_cast<std::size_t>(inside.humanoid)];
    check_lists(build.world, node, made);
    give_own_names(build.document, made);
}

void visit_motion(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (at.humanoid >= 0 && is_first(build, node)) build.built.motions.push_back({node, at.humanoid});
}

void adopt_joints_without_humanoid(BuildContext& build) {
    if (!build.document.humanoids.empty() || build.joints.outside.empty()) return;
    Humanoid humanoid;
    humanoid.kind = HumanoidKind::hanim;
    humanoid.name = "humanoid";
    build.document.diagnostics.warn(
        "hanim-no-humanoid", build.survey.named_joints.empty()
                                 ? "there are joints but no Humanoid node; they are shown as one figure"
                                 : "there are no H-Anim nodes; Transforms named as its joints are shown "
                                   "as a figure's");
    build.document.humanoids.push_back(std::move(humanoid));
    for (auto& [node, at] : build.joints.outside) {
        at.humanoid = 0;
        at.robot = build.survey.robot_without_humanoid;
    }
}

std::optional<Bounds> read_bounding_box(World& world, NodeRef node) {
    const vec3 size = read_vec3(world, node, "bboxSize", vec3(-1.0F));
    const vec3 centre = read_vec3(world, node, "bboxCenter", vec3(0.0F));
    if (!(size.x >= 0.0F && size.y >= 0.0F && size.z >= 0.0F)) return std::nullopt;
    return Bounds{centre - size * 0.5F, centre + size * 0.5F};
}

}  // namespace vitruvian::vrml
