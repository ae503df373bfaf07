// Synthetic rigs named as by common tools, with noise as in real files.
#pragma once

#include "model/document/document.h"
#include "tests/unit/random_rig.h"

#include <array>
#include <string>
#include <vector>

namespace vitruvian::test {

/// A tool's names of the 55 bones; empty where it has none.
struct RigFamily {
    std::string title;
    std::array<std::string, bone_count> names;
};

/// The naming families that the project knows.
[[nodiscard]] std::vector<RigFamily> rig_families();

/// The columns of ../shared/reference/bone_names.tsv; empty where the file is missing.
[[nodiscard]] std::vector<RigFamily> rig_families_of_table();

struct RigNoise {
    bool wrappers = false;  // namespaces, common prefixes, running numbers
    bool extras = false;    // twist, helper, hair, tail, skirt and end joints
    bool shuffled = false;  // siblings in random order
    bool placed = false;    // rotated, scaled, possibly mirrored
};

struct FamilyRig {
    Document document;  // one humanoid, without a map
    BoneMap expected;
};

/// A figure in T-pose, 1.7 m tall, with the family's bones: the children of a missing bone go to its parent.
[[nodiscard]] FamilyRig make_family_rig(const RigFamily& family, const RigNoise& noise, Random& random);

}  // namespace vitruvian::test
