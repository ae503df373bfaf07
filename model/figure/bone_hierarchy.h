// Whether a bone map fits the tree of nodes: a bone's node lies below its parent bone's.
#pragma once

#include "model/document/document.h"

#include <span>

namespace vitruvian {

/// True where `node` is a descendant of `ancestor`.
[[nodiscard]] bool is_below(const Document& document, int node, int ancestor);

/// The deepest node that is both or above both; -1: the world.
[[nodiscard]] int common_ancestor(const Document& document, int a, int b);

/// Where the joint called hips does not carry both legs and the spine, the joint that does takes its place.
/// `joints` are nodes in ascending order; no other is taken.
void raise_hips(const Document& document, std::span<const int> joints, BoneMap& map);

/// Takes out bones that do not lie below the nearest bone that they should lie below. Where that one is of
/// the trunk, any bone of the trunk further down will do: some figures hang their arms on the pelvis, beside
/// the spine. Feet may lie beside the legs, as rigs driven by inverse kinematics have them.
void drop_misplaced(const Document& document, BoneMap& map);

}  // namespace vitruvian
