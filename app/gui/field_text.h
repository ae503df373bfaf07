// Numbers as typed into and shown in fields. Independent of ImGui.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// The value of a typed number or arithmetic expression: "90/2", "-(3+4)*2", "1,5", ".5", with or without
/// `unit` after it. nullopt if it is not an expression, or its value is not finite.
[[nodiscard]] std::optional<double> number_from_text(std::string_view text, std::string_view unit = {});

/// A number with its unit by a printf format of one double ("%.1f°"). What rounds to zero is 0, never -0.
[[nodiscard]] std::string number_text(double value, const char* format);

/// The unit after the number in such a format: "°"; of "%.0f %%": " %".
[[nodiscard]] std::string unit_of_format(const char* format);
/// The number of decimals of such a format.
[[nodiscard]] int decimals_of_format(const char* format);

}  // namespace vitruvian
