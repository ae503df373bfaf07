// Breaks text into lines at its spaces. ImGui also breaks after a full stop or comma, within a number.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace vitruvian {

/// Returns the text with line feeds in place of spaces, so that no line is wider than `width` except one of a
/// single word. `width_of` measures a piece of text, in the same unit.
[[nodiscard]] std::string wrapped(std::string_view text, float width,
                                  const std::function<float(std::string_view)>& width_of);

}  // namespace vitruvian
