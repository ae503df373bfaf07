// How the few bones of a trunk are those of figures with more of them or fewer. Private to model/remap.
//
// A bone of the spine or neck has its whole turn in the middle of its joints, not at their end: between the middles the
// turns pass evenly into each other, so that the trunk leans as far as one whose bones turn at their lower ends.
#pragma once

#include "model/document/document.h"
#include "model/standard/bone.h"

#include <array>
#include <vector>

namespace vitruvian {

/// Whether the turn of a bone of the spine or neck is distributed over the joints up to the next bone.
enum class SpineForm { distributed, bones_alone };

/// Returns the joint of a bone that the figure has which has the whole of its turn.
[[nodiscard]] int whole_joint(const Document& document, const Humanoid& humanoid, Bone bone, SpineForm form);

/// Returns the joints that share the turn of such a bone evenly, parents first. The last is the whole one.
[[nodiscard]] std::vector<int> turned_joints(const Document& document, const Humanoid& humanoid, Bone bone,
                                             SpineForm form);

/// Returns the joints above them that no bone turns.
[[nodiscard]] std::vector<int> carried_joints(const Document& document, const Humanoid& humanoid, Bone bone,
                                              SpineForm form);

/// A share of the turn of a bone that a figure lacks.
struct PartOfTurn {
    Bone bone = Bone::chest;
    float part = 0.0F;
};

/// Returns what a bone of the trunk takes over of those above it that the figure lacks and the clip's rig has (`says`):
/// it turns as the mean of all, so that it points from end to end as they do. The rest is left to the bones below.
[[nodiscard]] std::vector<PartOfTurn> missing_trunk(const BoneMap& bones, Bone bone,
                                                    const std::array<bool, bone_count>& says);

}  // namespace vitruvian
