// Validation of a bone map against the node tree: a bone's node must be a descendant of its parent bone's, or
// at least be positioned correctly.
#pragma once

#include "model/document/document.h"

#include <span>

namespace vitruvian {

/// True where `node` is a descendant of `ancestor`.
[[nodiscard]] bool is_below(const Document& document, int node, int ancestor);

/// Returns the deepest node that is an ancestor of, or equal to, both; -1: the world.
[[nodiscard]] int common_ancestor(const Document& document, int a, int b);

/// Returns the joint of the trunk that the arms (with their shoulders) are attached to, or -1. If one of them is
/// attached lower than the other, or not to the trunk at all, the other one determines it.
[[nodiscard]] int carrier_of_arms(const Document& document, const BoneMap& map);

/// True if a node is within a thigh's length of the roots of the legs, as hips are; also if those are unknown
/// (`world` is empty, or the map has no legs).
[[nodiscard]] bool is_near_legs(const BoneMap& map, std::span<const mat4> world, int node);

/// If there are no hips by name, or they are not an ancestor of both legs, or are far from them, replaces
/// them by the common ancestor joint of legs and trunk: one above it, or below a root on the ground. A trunk
/// of a single joint without a name of hips is the hips wherever it is. Only `joints` (nodes, in ascending
/// order) are considered. `world` holds the nodes' world matrices at rest.
void settle_hips(const Document& document, std::span<const int> joints, std::span<const mat4> world,
                 BoneMap& map);

/// Removes bones that are not descendants of their nearest mapped parent bone. If that is a trunk bone, any
/// lower trunk bone is accepted as the ancestor: some figures attach their arms to the pelvis, beside the
/// spine. Feet may be siblings of the legs, as in rigs driven by inverse kinematics. With `world` (world
/// matrices at rest), a bone elsewhere in the tree is also kept if its position is plausible: exports of
/// control rigs distribute the bones of one limb over several chains.
void drop_misplaced(const Document& document, BoneMap& map, std::span<const mat4> world = {});

}  // namespace vitruvian
