// Frame rates of clips in BVH files.
#pragma once

#include "model/document/document.h"

#include <cstddef>

namespace vitruvian {

/// Whether all keys of the clip are at whole frames at `rate` frames per second.
[[nodiscard]] bool keeps_to(const Clip& clip, double rate);

/// Whether nearly all of them are: a few keys set by hand may lie between frames.
[[nodiscard]] bool nearly_keeps_to(const Clip& clip, double rate);

/// Returns the rate at which all keys of a clip, or nearly all, are at whole frames; where there is none, a
/// rate high enough that the sampled motion looks the same.
[[nodiscard]] double frame_rate(const Clip& clip);

/// A clip whose keys are at frames.
struct ClipAtFrames {
    Clip clip;
    std::size_t moved = 0;  // keys whose time was changed
};

/// Returns the clip with single keys that lie between frames of `rate` moved to the nearest frame, replacing
/// a key there. Channels with most keys between frames are left as they are.
[[nodiscard]] ClipAtFrames with_keys_at_frames(const Clip& clip, double rate);

/// Warns where keys were moved to frames.
void note_moved_keys(std::size_t moved, const Document& document, Diagnostics& notes);

/// Returns the first clip that animates joints of a humanoid, the one that a BVH file stores; null if there
/// is none.
[[nodiscard]] const Clip* clip_in_bvh(const Document& document);

}  // namespace vitruvian
