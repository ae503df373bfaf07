// Operations on the keys of a channel: trim, reverse, resample, set.
#pragma once

#include "model/document/clip.h"

#include <span>

namespace vitruvian {

/// Returns the part of the channel from `from` to `to` seconds, with times relative to `from`; exact except
/// for cubic rotations at the cuts, which are correct to first order.
[[nodiscard]] Channel cut(const Channel& channel, float from, float to);

/// Returns the channel reversed within a clip of `duration` seconds.
[[nodiscard]] Channel reversed(const Channel& channel, float duration);

/// Returns the channel with keys at multiples of 1 / `rate` seconds and at `duration`; cubic channels become
/// linear. Channels with a single key are unchanged.
[[nodiscard]] Channel resampled(const Channel& channel, float duration, float rate);

/// Sets the key at `time`, or inserts one. `value` holds components(channel.path) numbers.
void set_key(Channel& channel, float time, std::span<const float> value);

}  // namespace vitruvian
