// When a clip has its frames in a BVH file.
#pragma once

#include "model/document/document.h"

#include <cstddef>

namespace vitruvian {

/// Whether all keys of the clip are at whole frames of `rate` a second.
[[nodiscard]] bool keeps_to(const Clip& clip, double rate);

/// The same of nearly all of them: some that were set by hand may stand between frames.
[[nodiscard]] bool nearly_keeps_to(const Clip& clip, double rate);

/// The rate that all keys of a clip keep to, or nearly all; where there is none, one that cuts no corners to the eye.
[[nodiscard]] double frame_rate(const Clip& clip);

/// A clip whose keys are at frames.
struct ClipAtFrames {
    Clip clip;
    std::size_t moved = 0;  // keys that are at another time
};

/// The clip with single keys between frames of `rate` a second at the nearest frame, in place of the key there. Channels
/// that mostly have their keys between frames stay.
[[nodiscard]] ClipAtFrames with_keys_at_frames(const Clip& clip, double rate);

/// Warns that keys were moved so, where some were.
void note_moved_keys(std::size_t moved, const Document& document, Diagnostics& notes);

/// The first clip that moves joints of a humanoid, which is the one that a BVH file holds; null where none does.
[[nodiscard]] const Clip* clip_in_bvh(const Document& document);

}  // namespace vitruvian
