// Channels as the interpolators of VRML97 and X3D have them, and as players of VRM animations know them: linear,
// without tangents and steps.
#pragma once

#include "model/document/document.h"

#include <optional>

namespace vitruvian {

/// How far chords may be from a curve: of quaternions' components, and of the largest value of other channels.
inline constexpr float exact_chords = 3e-6F;  // for conversions, whose errors add up along chains
inline constexpr float seen_chords = 1e-4F;   // no eye sees it, and the file stays readable

/// Returns the linear channel (for rotations, at constant angular speed) that plays like `channel`: keys of steps
/// are doubled, cubic curves get keys in between until their chords are within `tolerance`. A linear channel stays
/// as it is.
[[nodiscard]] Channel straightened(const Channel& channel, float tolerance);

/// Whether all channels of a clip are linear.
[[nodiscard]] bool is_straight(const Clip& clip);

/// Returns the clip with its channels straightened.
[[nodiscard]] Clip straightened(const Clip& clip, float tolerance);

/// Returns the document with all its clips straightened, and notes for which clips that added keys; nothing if all
/// are linear.
[[nodiscard]] std::optional<Document> with_straight_channels(const Document& document, float tolerance,
                                                             Diagnostics& notes);

}  // namespace vitruvian
