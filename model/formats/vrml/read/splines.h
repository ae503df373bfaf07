// The curves of X3D's SplinePositionInterpolator, SplineScalarInterpolator and SquadOrientationInterpolator (ISO/IEC
// 19775-1, 19.2.3 and 19.4) as keys of a channel.
#pragma once

#include "model/document/clip.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// True for the interpolators whose values lie on a curve through their keys.
[[nodiscard]] bool is_curved(std::string_view type);

/// What a spline has besides keys.
struct Spline {
    bool closed = false;
    std::vector<float> velocities;  // keyVelocity; not as many as values: they follow from the neighbours
    bool normalized = false;        // normalizeVelocity
};

/// Makes the channel, which has linear keys of `width` values, a cubic one: exactly the spline.
void follow_spline(Channel& channel, std::size_t width, const Spline& spline);

/// Adds keys between those of a rotation, which then follows Shoemake's spherical cubic interpolation closely.
void follow_squad(Channel& channel, bool closed);

}  // namespace vitruvian::vrml
