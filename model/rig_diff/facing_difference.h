// Figures that worlds have turned to look along +Z, as H-Anim wants them, beside those of glTF that look elsewhere.
#pragma once

#include "model/rig_diff/rig_diff.h"

#include <optional>

namespace vitruvian::rig_diff {

/// `second`, turned so that its first figure looks where that of `first` does, and the one change that this is.
struct TurnedRig {
    Document document;
    RigChange change;
};
/// nullopt: both look in one direction, or that cannot be told, or they are of one family of formats.
[[nodiscard]] std::optional<TurnedRig> turned_like(const Document& first, const Document& second);

}  // namespace vitruvian::rig_diff
