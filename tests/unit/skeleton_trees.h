// Complete skeletons of public tools, with their helpers, twist joints and controls, from tests/data/skeletons.txt; as
// read, and as rigs that can be rearranged.
#pragma once

#include "model/document/document.h"
#include "model/figure/bone_map.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian::test {

struct SkeletonTree {
    std::string title;
    Document document;
    BoneMap expected;
};

/// Each tree of the file, with the bones that are right.
[[nodiscard]] std::vector<SkeletonTree> skeleton_trees();

/// A skeleton that can be rearranged: joints in any order, positions in the figure's space.
struct TreeRig {
    struct Part {
        std::string name;
        int parent = -1;
        vec3 place{0.0F};
        std::optional<Bone> bone;
    };
    std::vector<Part> parts;

    explicit TreeRig(const SkeletonTree& tree);

    /// Returns the index of the new part.
    int add(std::string name, int parent, const vec3& place);
    void insert_above(int part, std::string name, const vec3& place);

    /// Returns the bones' joints by name.
    [[nodiscard]] std::vector<std::string> map() const;
};

}  // namespace vitruvian::test
