// Changes that writing VRML/X3D makes to whole figures: they face +Z, as H-Anim requires, and those of motion
// files without a stance at rest get a standing rest pose.
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
/// nullopt: both face the same direction, the direction is unknown, or they are of one family of formats.
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
