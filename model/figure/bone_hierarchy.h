// Whether a bone map fits the tree of nodes: a bone's node lies below its parent bone's, or at least where it
// belongs.
#pragma once

#include "model/document/document.h"

#include <span>

namespace vitruvian {

/// True where `node` is a descendant of `ancestor`.
[[nodiscard]] bool is_below(const Document& document, int node, int ancestor);

/// The deepest node that is both or above both; -1: the world.
[[nodiscard]] int common_ancestor(const Document& document, int a, int b);

/// True where a node is as near to where the legs begin as hips are, within a thigh's length; where nothing is known of
/// that (`world` is empty, or the map has no legs), too.
[[nodiscard]] bool is_near_legs(const BoneMap& map, std::span<const mat4> world, int node);

/// Where no joint is called hips, or it does not carry both legs, or stands far from them, the joint that carries legs
/// and trunk takes its place: one above it, or below a root on the ground. `joints` are nodes in ascending
/// order; no other is taken. `world` is where the nodes are at rest.
void settle_hips(const Document& document, std::span<const int> joints, std::span<const mat4> world,
                 BoneMap& map);

/// Takes out bones that do not lie below the nearest bone that they should lie below. Where that one is of
/// the trunk, any bone of the trunk further down will do: some figures hang their arms on the pelvis, beside
/// the spine. Feet may lie beside the legs, as rigs driven by inverse kinematics have them.
/// With `world`, where the nodes are at rest, a bone also stays that lies elsewhere in the tree and stands
/// where it belongs: exports of control rigs scatter the bones of one limb over several chains.
void drop_misplaced(const Document& document, BoneMap& map, std::span<const mat4> world = {});

}  // namespace vitruvian
