// Changes to whole figures that joints of files without orientations at rest (VRML/X3D, BVH) would each have: where
// they face (+Z in VRML/X3D, as H-Anim requires), and the standing rest pose that writing VRML/X3D gives to those of
// motion files without one.
#pragma once

#include "model/rig_diff/rig_diff.h"

#include <optional>
#include <vector>

namespace vitruvian::rig_diff {

/// `second`, rotated so that its first figure faces like that of `first`, and the single change that this is.
struct TurnedRig {
    Document document;
    RigChange change;
};
/// nullopt: both face the same direction, the direction is unknown, or both are glTF, where the root's orientation
/// says it.
[[nodiscard]] std::optional<TurnedRig> turned_like(const Document& first, const Document& second);

/// `motion`, if it is a motion file and `world` a VRML/X3D file, with the rest poses that such files give its
/// figures, and a change for each that had none. nullopt: there is no such figure, or `world` has such a rest
/// as well.
struct StandingRig {
    Document document;
    std::vector<RigChange> changes;  // from the motion file to the world
};
[[nodiscard]] std::optional<StandingRig> standing_like(const Document& motion, const Document& world);

}  // namespace vitruvian::rig_diff
