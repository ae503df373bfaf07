// Edits of keys of a channel selected by time: delete, move, set tangents and interpolation, and close a
// loop. Independent of documents.
#pragma once

#include "model/document/clip.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Seconds: times closer than this are the same key.
inline constexpr float same_key_time = 1e-4F;

/// Returns the keys at those times, ascending, including all keys at the same time (a jump). No times: every
/// key.
[[nodiscard]] std::vector<std::size_t> keys_at(const Channel& channel, std::span<const float> times);

/// May leave the channel without keys.
void erase_keys(Channel& channel, std::span<const std::size_t> keys);

/// Maps a time t to about + (t - about) * scale + by.
struct TimeChange {
    float by = 0.0F;     // seconds
    float scale = 1.0F;  // not 0; negative reverses the order
    float about = 0.0F;  // seconds
    [[nodiscard]] float operator()(float time) const;
};

/// Moves keys (ascending indices), replacing unmoved keys at the new times. Tangents keep their shape.
void move_keys(Channel& channel, std::span<const std::size_t> keys, const TimeChange& change);

/// Sets a key's tangents; `tangent` holds components(channel.path) numbers, per second. The channel must be
/// cubic.
enum class TangentSide { in, out };
void set_tangent(Channel& channel, std::size_t key, TangentSide side, std::span<const float> tangent);

/// Channels that become cubic get smooth tangents; cubic ones that become linear or step lose theirs.
void set_interpolation(Channel& channel, Interpolation interpolation);

/// Blends the last `seam` seconds before `length` to the channel's first value, which is the value at
/// `length`. With a seam of 0 only the last key changes. A channel with a single key is unchanged.
void close_loop(Channel& channel, float length, float seam);

}  // namespace vitruvian
