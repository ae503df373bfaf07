// The continuous skin: the flesh's surface, laid back into the default pose, and what moves each point.
#pragma once

#include "assets/manikin/flesh.h"
#include "assets/manikin/octree_mesh.h"

#include <utility>
#include <vector>

namespace vitruvian::manikin {

/// Joints and their shares, which sum to 1; at most four, largest first.
using Influences = std::vector<std::pair<int, double>>;

struct Skin {
    Surface surface;            // default pose
    std::vector<Vec> sculpted;  // the same points in the sculpting pose
    std::vector<Vec> normals;   // default pose
    std::vector<Influences> influences;
};

[[nodiscard]] Skin make_skin(const Skeleton& skeleton);

/// What moves a point of the left half, given in the sculpting pose.
[[nodiscard]] Influences influences_at(const Skeleton& skeleton, const Flesh& flesh, const Vec& p);

/// "r_" for "l_" joints and the other way round.
[[nodiscard]] Influences mirrored(const Skeleton& skeleton, const Influences& influences);

}  // namespace vitruvian::manikin
