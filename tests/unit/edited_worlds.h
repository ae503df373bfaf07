// Worlds as texts: edited, and saved in place.
#pragma once

#include "model/edit/command.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::test {

[[nodiscard]] std::string text_of(std::span<const std::byte> bytes);

/// What stands where and is whose child in the first figure, in whatever order.
[[nodiscard]] std::vector<std::string> summary(const Document& document);

/// The text after `commands`, which is expected to say what the edited document does; in words where it was written
/// anew or could not be saved.
[[nodiscard]] std::string edited_in_place(const std::string& text, const std::vector<Command>& commands);

/// With the first `what` replaced.
[[nodiscard]] std::string replaced(std::string text, const std::string& what, const std::string& by);

/// Lines of one text that the other has not, or not as often.
[[nodiscard]] std::size_t lines_missing(const std::string& from, const std::string& in);

}  // namespace vitruvian::test
