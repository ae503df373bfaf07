// What differs between two versions of one document, told in the terms of the Commands: what a writer that
// changes a file in place has to carry over.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <vector>

namespace vitruvian {

enum class Aspect {
    humanoid_name,
    joint_name,
    segment_name,
    site_name,
    displacer_name,
    limits,     // of a joint
    stiffness,  // of a joint
    centre,     // of a joint
    delta,      // of a joint: the pose that the file stores
    weight,     // of a displacer
};

struct Change {
    Aspect aspect = Aspect::joint_name;
    int humanoid = -1;  // -1 for displacers
    int index = -1;     // into the humanoid's list or Document::displacers; -1 for the humanoid itself
};

/// The changes that lead from `from` to `to`, in the order of the lists. nullopt where something differs that
/// no Change says: other counts, another tree, mesh, clip or material.
[[nodiscard]] std::optional<std::vector<Change>> find_changes(const Document& from, const Document& to);

}  // namespace vitruvian
