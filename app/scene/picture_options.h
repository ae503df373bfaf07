// What a person may ask of a picture, in words: how large, before what, and with what selected.
#pragma once

#include "app/scene/frame.h"

#include <array>
#include <cstdint>
#include <string>

namespace vitruvian {

/// What one picture may have: its drawing takes a gigabyte and seconds.
constexpr std::int64_t max_pixels = std::int64_t{8192} * 8192;
constexpr int max_picture_side = 16384;

/// Multisampled storage is most of a picture's memory, and large pictures would have gigabytes of it.
constexpr int picture_band_rows = 64;

/// RRGGBB (sRGB), "transparent", or nothing for the studio. Error "bad-background".
[[nodiscard]] Result<Background> background_from_string(const std::string& text);

/// The joint of a humanoid (index; -1: there is none) that is shown as selected; nothing for an empty name. Error
/// "no-such-joint".
[[nodiscard]] Result<Selection> joint_selection(const Document& document, int humanoid,
                                                const std::string& joint);

}  // namespace vitruvian
