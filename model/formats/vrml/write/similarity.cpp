#include "model/formats/vrml/write/similarity.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {

Similarity similarity_of(const glm::dmat4& frame) {
    Similarity out;
    out.translation = glm::dvec3(frame[3]);
    const glm::dmat3 linear(frame);
    const double volume = glm::determinant(linear);
    out.scale = std::cbrt(volume);
    if (!(std::abs(out.scale) > 1e-30) || !std::isfinite(out.scale)) {
        out.scale = 1.0;
        out.exact = false;
        return out;
    }
    const glm::dmat3 unit = linear / out.scale;
    const glm::dmat3 error = glm::transpose(unit) * unit - glm::dmat3(1.0);
    double worst = 0.0;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) worst = std::max(worst, std::abs(error[c][r]));
    }
    const double tolerance = 1e-5;
    out.exact = worst <= tolerance;
    out.rotation =
        glm::normalize(out.exact ? glm::quat_cast(unit) : glm::dquat(to_transform(mat4(frame)).rotation));
    return out;
}

glm::dmat4 without_stretch(const glm::dmat4& frame) {
    const Similarity s = similarity_of(frame);
    if (s.exact) return frame;
    const glm::dmat4 placed = glm::translate(glm::dmat4(1.0), s.translation) * glm::mat4_cast(s.rotation);
    return glm::scale(placed, glm::dvec3(std::abs(s.scale)));
}

}  // namespace vitruvian::vrml
