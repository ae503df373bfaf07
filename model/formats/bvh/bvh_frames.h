// When a clip has its frames in a BVH file.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Whether all keys of the clip are at whole frames of `rate` a second.
[[nodiscard]] bool keeps_to(const Clip& clip, double rate);

/// The rate that all keys of a clip keep to; 60 where there is none.
[[nodiscard]] double frame_rate(const Clip& clip);

/// The first clip that moves joints of a humanoid, which is the one that a BVH file holds; null where none does.
[[nodiscard]] const Clip* clip_in_bvh(const Document& document);

}  // namespace vitruvian
