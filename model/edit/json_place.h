// Where in a JSON text a value stands, for messages.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace vitruvian {

/// Key of an object as it stands in a JSON pointer (RFC 6901): ~ and / are escaped.
[[nodiscard]] std::string pointer_key(std::string_view key);

/// Line and column (from 1, in bytes) of the byte at `offset`.
[[nodiscard]] Location place_of_offset(std::string_view text, std::size_t offset);

/// Line and column of the value at a JSON pointer in `text`, which is valid JSON; of the innermost value on the way that
/// is there.
[[nodiscard]] Location place_of_value(std::string_view text, std::string_view pointer);

}  // namespace vitruvian
