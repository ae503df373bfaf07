// Worlds as text: edited, and saved in place.
#pragma once

#include "model/edit/command.h"
#include "tests/unit/replaced.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::test {

[[nodiscard]] std::string text_of(std::span<const std::byte> bytes);

/// Positions and parents of the first figure's parts, independent of order.
[[nodiscard]] std::vector<std::string> summary(const Document& document);

/// The text after `commands`, which is expected to equal the edited document; an error text if it was
/// rewritten or could not be saved.
[[nodiscard]] std::string edited_in_place(const std::string& text, const std::vector<Command>& commands);

/// Lines of one text that the other lacks, or has less often.
[[nodiscard]] std::size_t lines_missing(const std::string& from, const std::string& in);

}  // namespace vitruvian::test
