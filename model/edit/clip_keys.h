// Keys of a channel: cut, reversed, resampled, set.
#pragma once

#include "model/document/clip.h"

#include <span>

namespace vitruvian {

/// What the channel shows from `from` to `to` seconds, in time from `from`; exact but for cubic rotations where they
/// are cut, which are so to first order.
[[nodiscard]] Channel cut(const Channel& channel, float from, float to);

/// Backwards, where the clip is `duration` seconds long.
[[nodiscard]] Channel reversed(const Channel& channel, float duration);

/// With keys at multiples of 1 / `rate` seconds and at `duration`; cubic ones become linear. What has one key keeps it.
[[nodiscard]] Channel resampled(const Channel& channel, float duration, float rate);

/// Sets the key at `time`, or a new one there. `value` holds components(channel.path) numbers.
void set_key(Channel& channel, float time, std::span<const float> value);

}  // namespace vitruvian
