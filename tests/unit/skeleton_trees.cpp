#include "tests/unit/skeleton_trees.h"

#include "model/core/at.h"
#include "tests/folders.h"

#include <fstream>
#include <functional>
#include <sstream>
#include <utility>

namespace vitruvian::test {

std::vector<SkeletonTree> skeleton_trees() {
    std::vector<SkeletonTree> out;
    std::vector<int> above;
    std::vector<vec3> places;
    std::ifstream file(source_folder() / "tests" / "data" / "skeletons.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("# ")) {
            out.push_back({line.substr(2), {}, {}});
            out.back().document.humanoids.emplace_back();
            above.clear();
            places.clear();
            continue;
        }
        const std::size_t depth = line.find_first_not_of(' ');
        std::istringstream words(line.substr(depth));
        std::string name, bone;
        vec3 place;
        std::getline(words, name, '\t');
        std::getline(words, bone, '\t');
        words >> place.x >> place.y >> place.z;
        Document& document = out.back().document;
        above.resize(depth);
        Node node;
        node.name = name;
        node.kind = NodeKind::joint;
        node.parent = above.empty() ? -1 : above.back();
        places.push_back(place * 0.001F);
        node.rest.translation = places.back();
        if (node.parent >= 0) node.rest.translation -= at(places, node.parent);
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        if (const auto known = bone_from_string(bone)) out.back().expected[*known] = joint.node;
        document.nodes.push_back(std::move(node));
        document.humanoids[0].joints.push_back(joint);
        above.push_back(joint.node);
    }
    std::erase_if(out, [](const SkeletonTree& tree) { return tree.document.nodes.empty(); });
    return out;
}

TreeRig::TreeRig(const SkeletonTree& tree) {
    for (const Node& node : tree.document.nodes) {
        const int self = static_cast<int>(parts.size());
        vec3 place = node.rest.translation;
        if (node.parent >= 0) place += at(parts, node.parent).place;
        parts.push_back({node.name, node.parent, place, tree.expected.bone_of(self)});
    }
}

int TreeRig::add(std::string name, int parent, const vec3& place) {
    parts.push_back({std::move(name), parent, place, std::nullopt});
    return static_cast<int>(parts.size()) - 1;
}

void TreeRig::insert_above(int part, std::string name, const vec3& place) {
    const int parent = at(parts, part).parent;
    at(parts, part).parent = add(std::move(name), parent, place);
}

std::vector<std::string> TreeRig::map() const {
    Document document;
    Humanoid& humanoid = document.humanoids.emplace_back();
    std::vector<int> node_of(parts.size(), -1);
    const std::function<void(int)> add_below = [&](int parent) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].parent != parent) continue;
            node_of[i] = static_cast<int>(document.nodes.size());
            Node node;
            node.name = parts[i].name;
            node.kind = NodeKind::joint;
            node.parent = parent < 0 ? -1 : at(node_of, parent);
            node.rest.translation = parts[i].place - (parent < 0 ? vec3(0.0F) : at(parts, parent).place);
            document.nodes.push_back(std::move(node));
            Joint joint;
            joint.node = node_of[i];
            humanoid.joints.push_back(joint);
            add_below(static_cast<int>(i));
        }
    };
    add_below(-1);
    BoneMapper(document).map(humanoid);
    std::vector<std::string> out;
    for (const int node : humanoid.bones.node)
        out.push_back(node < 0 ? std::string() : at(document.nodes, node).name);
    return out;
}

}  // namespace vitruvian::test
