#include "tests/unit/skeleton_trees.h"

#include "model/core/at.h"
#include "tests/folders.h"

#include <fstream>
#include <sstream>

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

}  // namespace vitruvian::test
