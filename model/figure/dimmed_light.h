#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// The light with an intensity of at most 1, which lights a white surface to white and is the brightest that worlds have
/// (VRML97 6.34). A lamp that fades with the square of the distance, as glTF's do, shines the same from where it no
/// longer lights to white.
[[nodiscard]] Light dimmed_light(Light light);

}  // namespace vitruvian
