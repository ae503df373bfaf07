// Does a world that was patched and read again say what the edited document says?
#pragma once

#include "model/document/document.h"

#include <optional>
#include <string>

namespace vitruvian::vrml {

/// The first thing that differs among what edits change (names, limits, stiffness, centres, frames, weights,
/// where skins are bound), in words; nullopt where nothing does. Lengths and angles are compared to 1e-5
/// relative. Of a
/// robot's file, whose transforms are placement, a rotation comes back as part of the rest.
[[nodiscard]] std::optional<std::string> patch_difference(const Document& found, const Document& expected);

}  // namespace vitruvian::vrml
