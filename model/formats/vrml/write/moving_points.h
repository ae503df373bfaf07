// Points that displacers move in meshes outside every humanoid, where there are no Displacers: a clip moves them by a
// CoordinateInterpolator (VRML97 6.12). Knows nothing of the TimeSensor and the ROUTEs.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/points.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian::vrml {

struct MovingPoints {
    std::string def;           // of the Coordinate
    std::string interpolator;  // DEF name of the source's CoordinateInterpolator; empty: none
    MeshPoints points;         // with all weights 0
};

/// Adds the displacers of a document with their weights to the points.
void apply_weights(const Document& document, MeshPoints& points);

/// Positions of all points at some times of a clip, interpolated in between.
struct PointKeys {
    std::vector<float> times;   // seconds; steps have a time twice
    std::vector<float> values;  // x y z of all points for each time
};

[[nodiscard]] bool moves_points(const Channel& channel, const MovingPoints& moving);

/// Returns what a clip that moves the points does to them; nullopt if that would be more than `max_values` numbers.
[[nodiscard]] std::optional<PointKeys> point_keys(const Document& document, const MovingPoints& moving,
                                                  const Clip& clip, std::size_t max_values);

}  // namespace vitruvian::vrml
