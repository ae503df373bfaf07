// The skeletons of tests/data/skeletons.txt: those of public tools, with their helpers, twist joints and controls.
#pragma once

#include "model/document/document.h"

#include <string>
#include <vector>

namespace vitruvian::test {

struct SkeletonTree {
    std::string title;
    Document document;  // one humanoid, without a map
    BoneMap expected;
};

[[nodiscard]] std::vector<SkeletonTree> skeleton_trees();

}  // namespace vitruvian::test
