// Parses user options of a picture: background and selected joint. Also the size limits.
#pragma once

#include "app/scene/frame.h"

#include <array>
#include <cstdint>
#include <string>

namespace vitruvian {

/// Size limits of one picture: rendering one of that size takes a gigabyte and seconds.
constexpr std::int64_t max_pixels = std::int64_t{8192} * 8192;
constexpr int max_picture_side = 16384;

/// Rows rendered at a time: multisampled storage dominates a picture's memory and would take gigabytes for
/// large pictures.
constexpr int picture_band_rows = 64;

/// Parses RRGGBB (sRGB), "transparent", or an empty text for the studio. Error "bad-background".
[[nodiscard]] Result<Background> background_from_string(const std::string& text);

/// Returns the joint of a humanoid (index; -1: there is none) to show as selected; nothing for an empty name.
/// Error "no-such-joint".
[[nodiscard]] Result<Selection> joint_selection(const Document& document, int humanoid,
                                                const std::string& joint);

}  // namespace vitruvian
