// Numbers as people type and read them in fields. Knows nothing of ImGui.
#pragma once

#include "model/core/transform.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// The value of a number or a sum as it is typed: "90/2", "-(3+4)*2", "1,5", ".5", with `unit` behind it or without.
/// Nullopt where it is none, or has no finite value.
[[nodiscard]] std::optional<double> number_from_text(std::string_view text, std::string_view unit = {});

/// A number with its unit by a format of printf for one double ("%.1f°"). What rounds to nothing is 0, never -0.
[[nodiscard]] std::string number_text(double value, const char* format);

/// A place or size as text: "0.120  1.500  -0.030 m".
[[nodiscard]] std::string metres_text(const vec3& metres);

/// What stands behind the number in such a format: "°"; of "%.0f %%": " %".
[[nodiscard]] std::string unit_of_format(const char* format);
/// How many digits behind the point it has.
[[nodiscard]] int decimals_of_format(const char* format);

}  // namespace vitruvian
