// Giving nodes other frames while what is below them, and what clips show, stays as it is. These change numbers
// alone and cannot fail; model/document/rearrange.h changes lists.
#pragma once

#include "model/document/document.h"

#include <functional>
#include <span>
#include <vector>

namespace vitruvian {

/// World matrices with joints at rest and every other node where the file puts it; and as the file poses them.
[[nodiscard]] std::vector<mat4> worlds_at_rest(const Document& document);
[[nodiscard]] std::vector<mat4> worlds_as_posed(const Document& document);

/// That of one node at rest; -1: of the world.
[[nodiscard]] mat4 world_at_rest(const Document& document, int node);

/// The rotation of an affine matrix.
[[nodiscard]] quat rotation_part(const mat4& matrix);
[[nodiscard]] mat4 matrix_of(const quat& rotation);
/// The least rotation from one direction to another, neither of length 0; where they are opposite, about `spare`.
[[nodiscard]] quat min_turn(const vec3& from, const vec3& to, const vec3& spare);

/// The identity where it is one but for rounding.
[[nodiscard]] quat plain_rotation(const quat& rotation);
/// Frames as numbers say them: what is a rotation by nothing or a scale by one but for rounding is exactly that.
[[nodiscard]] Transform plain_transform(const mat4& matrix);

/// What compose(rest, delta) makes `local` of; nullopt where rest is flat.
[[nodiscard]] std::optional<Transform> delta_to(const Transform& rest, const Transform& local);

/// Puts a node that is not a joint at `local` in its parent: where files keep a rest (H-Anim) as the delta from it, else
/// as its rest.
void place_node(Document& document, int node, const mat4& local, bool keeps_rest);

/// Gives cameras, lights and skins' entries that are on `node` to the node `to` (it may be the same; -1: the world,
/// which no skin can go to), where `to_from_node` is the node's frame in its.
void carry_loads(Document& document, int node, int to, const mat4& to_from_node);

/// Keys that set a node's local transform, or its delta, then set before * what they set * after.
void change_keys(Document& document, int node, ChannelSpace space, const mat4& before, const quat& after);

/// Turns frames in place: node n's by turn[n], in its own axes. Children, loads, limit frames and clips stay where they
/// are in the world. Rests have scales that are alike on all axes.
void turn_frames(Document& document, std::span<const quat> turn);

/// Takes a node out: children and loads go to its parent and stay where they are at rest, and children as they
/// are posed. Errors as remove_item.
[[nodiscard]] Result<void> dissolve_node(Document& document, int node);

/// Whether a node has neither children, cameras, lights nor entries in skins, so that without it nothing is elsewhere.
[[nodiscard]] bool bears_nothing(const Document& document, int node);

/// Calls `change` with a copy of each skin that is used, which replaces it where it answers true.
void change_skins(Document& document, const std::function<bool(Skin&)>& change);

}  // namespace vitruvian
