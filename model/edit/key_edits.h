// Keys of a channel chosen by their times: erased, moved, given values, curved, and a channel's end led back to its
// beginning. Knows nothing of documents.
#pragma once

#include "model/document/clip.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Seconds: what is nearer is the same key.
inline constexpr float same_key_time = 1e-4F;

/// The keys at those times, ascending; of several at one time (a jump) all. No times: every key.
[[nodiscard]] std::vector<std::size_t> keys_at(const Channel& channel, std::span<const float> times);

/// May leave the channel without keys.
void erase_keys(Channel& channel, std::span<const std::size_t> keys);

/// A time t goes to about + (t - about) * scale + by.
struct TimeChange {
    float by = 0.0F;     // seconds
    float scale = 1.0F;  // not 0; below 0 turns round
    float about = 0.0F;  // seconds
    [[nodiscard]] float operator()(float time) const { return about + (time - about) * scale + by; }
};

/// Moves keys (ascending indices); what is not moved and stands where one comes to stand goes. Tangents keep their shape.
void move_keys(Channel& channel, std::span<const std::size_t> keys, const TimeChange& change);

/// Sets a key's tangents; `tangent` holds components(channel.path) numbers, per second. The channel is cubic.
enum class TangentSide { in, out };
void set_tangent(Channel& channel, std::size_t key, TangentSide side, std::span<const float> tangent);

/// What becomes cubic gets tangents that make it pass its keys smoothly; what was cubic loses its own.
void set_interpolation(Channel& channel, Interpolation interpolation);

/// Leads the last `seam` seconds of `length` over to the channel's first value: what it says at `length` is that. With a
/// seam of 0 only the last key changes. A channel of one key stays.
void close_loop(Channel& channel, float length, float seam);

}  // namespace vitruvian
