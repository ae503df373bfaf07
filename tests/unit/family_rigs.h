// Synthetic rigs that are named as the tools of the trade name them, and dirtied as files in the wild are.
#pragma once

#include "model/document/document.h"
#include "tests/unit/random_rig.h"

#include <array>
#include <string>
#include <vector>

namespace vitruvian::test {

/// What one tool calls the 55 bones; empty where it has none.
struct RigFamily {
    std::string title;
    std::array<std::string, bone_count> names;
};

/// The families that the project knows of its own accord.
[[nodiscard]] std::vector<RigFamily> rig_families();

/// The columns of ../shared/reference/bone_names.tsv; empty where the file is missing.
[[nodiscard]] std::vector<RigFamily> rig_families_of_table();

struct RigNoise {
    bool wrappers = false;  // namespaces, common prefixes, running numbers
    bool extras = false;    // twist, helper, hair, tail, skirt and end joints
    bool shuffled = false;  // brothers in any order
    bool placed = false;    // turned, scaled, perhaps mirrored
};

struct FamilyRig {
    Document document;  // one humanoid, without a map
    BoneMap expected;
};

/// A figure in T-pose, 1.7 m high, with the family's bones: a bone that is missing hands its children on.
[[nodiscard]] FamilyRig make_family_rig(const RigFamily& family, const RigNoise& noise, Random& random);

}  // namespace vitruvian::test
