// Bones that are stretched: their scale in a node of its own, so that their axes can be turned.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Gives a bone's scale, which differs along its axes, a joint of its own: a node that keeps what hangs on the bone, its
/// skin entries and the keys of its scale, below a new one with its name, place, rotation and their keys, which is then
/// the bone. Nothing moves. False, and nothing changes, where the bone has deltas or a scale orientation (H-Anim).
[[nodiscard]] bool separate_scale(Document& document, int humanoid, Bone bone);

}  // namespace vitruvian
