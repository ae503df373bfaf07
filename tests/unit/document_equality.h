// Compares two documents by what is visible. For tests of writers: what is written and read back must be
// equal, wherever the file puts its nodes.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <string>

namespace vitruvian::test {

/// What has to be equal. Lists are compared in order: joints, segments, sites, displacers, meshes, clips.
struct Agreement {
    float tolerance = 1e-5F;    // relative to the largest coordinate, or to 1 where that is larger
    bool names = true;          // false: joints, segments and sites may have other spellings
    bool humanoid_data = true;  // version, kind, info, loa, skeletal configuration
    bool rest = true;           // false: a stored pose may be read back as part of the rest
    bool meshes = true;
    bool clips = true;
};

/// The first difference in words ("joint l_elbow: upper limit 1 2 3, not 1 2 4"), or nullopt. Compared are
/// humanoids (names, tree, centres, limits, stiffness, world matrices at rest and as stored), segments,
/// sites, displacers, viewpoints' names, meshes (corner by corner in world space: as stored, in a pose that
/// bends every joint, and with every displacer applied) and clips (by what they make of every joint at five
/// times).
[[nodiscard]] std::optional<std::string> difference(const Document& found, const Document& expected,
                                                    const Agreement& agreement = {});

}  // namespace vitruvian::test
