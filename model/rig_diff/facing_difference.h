// What worlds change of all figures when they are written: they look along +Z, as H-Anim wants them, and those of motion
// files that rest in no stance stand.
#pragma once

#include "model/rig_diff/rig_diff.h"

#include <optional>
#include <vector>

namespace vitruvian::rig_diff {

/// `second`, turned so that its first figure looks where that of `first` does, and the one change that this is.
struct TurnedRig {
    Document document;
    RigChange change;
};
/// nullopt: both look in one direction, or that cannot be told, or they are of one family of formats.
[[nodiscard]] std::optional<TurnedRig> turned_like(const Document& first, const Document& second);

/// `motion`, where it is a motion file and `world` a world, with the rest that worlds give its figures, and a change for
/// each that had none. nullopt: it has none of that kind, or the world has such a rest as well.
struct StandingRig {
    Document document;
    std::vector<RigChange> changes;  // from the motion file to the world
};
[[nodiscard]] std::optional<StandingRig> standing_like(const Document& motion, const Document& world);

}  // namespace vitruvian::rig_diff
