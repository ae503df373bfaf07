// What skins and displacers do to the points of a Coordinate in the file.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/displacer_parts.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace vitruvian::vrml {

/// The point that a vertex is in the file.
[[nodiscard]] std::size_t point_of(const Mesh& mesh, std::size_t vertex);

/// Weights by node for each point.
using PointWeights = std::map<std::size_t, std::map<int, float>>;

/// Returns those of all skins of a humanoid.
[[nodiscard]] PointWeights point_weights(const Document& document, int humanoid);

struct DisplacerOffsets {
    std::map<std::uint32_t, vec3> by_point;
    bool moves = false;  // false: of a feature, whose points are listed, but not moved
};

/// Returns where a displacer moves the points.
[[nodiscard]] DisplacerOffsets displacer_offsets(const Document& document, int displacer);

/// Returns the parts that a new displacer of a skin is saved as, as when a whole file is written.
[[nodiscard]] std::vector<DisplacerPart> new_displacer_parts(const Document& document, int displacer,
                                                             const DisplacerOffsets& offsets);

}  // namespace vitruvian::vrml
