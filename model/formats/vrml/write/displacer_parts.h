// Displacers of a skin in parts. X3D displaces a point in the frame of the joint that has the Displacer (ISO/IEC
// 19774-1, 6.3), Vitruvian and glTF as the point's own joints move it. If each of its joints has a Displacer with its
// share of the displacement, both are the same. The parts have one name, and the weight of the first one by ROUTEs.
#pragma once

#include "model/core/transform.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct DisplacerPart {
    int joint = -1;  // a node; -1: no joint moves any of the points
    std::map<std::uint32_t, vec3> by_point;
};

/// The joints of each point, as nodes with their weights.
using PointJoints = std::vector<std::vector<std::pair<int, float>>>;

/// Returns the shares of the joints: first that of the joint that moves most of what is displaced, with all points.
/// Shares that nobody would see are left to it. The sum of all parts is `offsets`.
[[nodiscard]] std::vector<DisplacerPart> displacer_parts(const std::map<std::uint32_t, vec3>& offsets,
                                                         const PointJoints& joints);

}  // namespace vitruvian::vrml
