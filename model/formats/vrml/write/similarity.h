// The part of a frame that keeps angles.
#pragma once

#include "model/core/transform.h"

namespace vitruvian::vrml {

/// Translation, rotation and uniform scale of a frame; the nearest ones where it has shear or non-uniform
/// scale.
struct Similarity {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    double scale = 1.0;
    bool exact = true;
};
[[nodiscard]] Similarity similarity_of(const glm::dmat4& frame);

/// Returns the nearest frame without shear and non-uniform scale, under which rotations stay rotations.
[[nodiscard]] glm::dmat4 without_stretch(const glm::dmat4& frame);

}  // namespace vitruvian::vrml
