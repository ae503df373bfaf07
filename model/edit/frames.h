// Changes of node frames that preserve their descendants and the appearance of clips. These change only
// numbers and cannot fail; model/document/rearrange.h changes lists.
#pragma once

#include "model/document/document.h"

#include <functional>
#include <span>
#include <vector>

namespace vitruvian {

/// World matrices with joints at rest and other nodes as in the file; and as posed in the file.
[[nodiscard]] std::vector<mat4> worlds_at_rest(const Document& document);
[[nodiscard]] std::vector<mat4> worlds_as_posed(const Document& document);

/// Returns the rest matrix of one node; -1: that of the world.
[[nodiscard]] mat4 world_at_rest(const Document& document, int node);

/// Returns the rotation of an affine matrix.
[[nodiscard]] quat rotation_part(const mat4& matrix);
[[nodiscard]] mat4 matrix_of(const quat& rotation);
/// Returns the smallest rotation between two directions of non-zero length; about `spare` if they are
/// opposite.
[[nodiscard]] quat min_turn(const vec3& from, const vec3& to, const vec3& spare);

/// Returns the identity if the rotation equals it within rounding.
[[nodiscard]] quat plain_rotation(const quat& rotation);
/// Decomposes a matrix; rotations and scales that equal the identity within rounding become exactly that.
[[nodiscard]] Transform plain_transform(const mat4& matrix);

/// Returns the delta with compose(rest, delta) = local; nullopt if rest is singular.
[[nodiscard]] std::optional<Transform> delta_to(const Transform& rest, const Transform& local);

/// Sets the local transform of a node that is not a joint: as its delta if files keep a rest (H-Anim), else
/// as its rest.
void place_node(Document& document, int node, const mat4& local, bool keeps_rest);

/// Moves cameras, lights and skin entries from `node` to the node `to` (which may be the same; -1: the world,
/// not allowed for skins); `to_from_node` is the node's frame in that of `to`.
void carry_loads(Document& document, int node, int to, const mat4& to_from_node);

/// Changes keys of a node's local transform, or of its delta, to before * key * after.
void change_keys(Document& document, int node, ChannelSpace space, const mat4& before, const quat& after);

/// Rotates frames in place: that of node n by turn[n], in its own axes. Children, attached objects, limit
/// frames and clips keep their world placement. Rests must have uniform scale.
void turn_frames(Document& document, std::span<const quat> turn);

/// Removes a node: its parent takes over children and attached objects, which keep their rest placement,
/// children other than sites also their posed one. Errors as for remove_item.
[[nodiscard]] Result<void> dissolve_node(Document& document, int node);

/// True if a node has no children, cameras, lights or skin entries, so that removing it moves nothing.
[[nodiscard]] bool carries_nothing(const Document& document, int node);

/// Calls `change` with a copy of each used skin, which replaces the skin if it returns true.
void change_skins(Document& document, const std::function<bool(Skin&)>& change);

}  // namespace vitruvian
