// Source locations of values in a JSON text, for messages.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace vitruvian {

/// Returns an object's key as a part of a JSON pointer (RFC 6901): ~ and / are escaped.
[[nodiscard]] std::string pointer_key(std::string_view key);

/// Returns line and column (from 1, in characters) of the byte at `offset`.
[[nodiscard]] Location place_of_offset(std::string_view text, std::size_t offset);

/// Returns line and column of the value at a JSON pointer in `text`, which is valid JSON; if it does not
/// exist, those of its innermost existing ancestor.
[[nodiscard]] Location place_of_value(std::string_view text, std::string_view pointer);

}  // namespace vitruvian
