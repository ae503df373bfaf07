// What is said about a JSON text that people write by hand: where its values and faults are. It does not know what
// the text means.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <optional>
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

/// Returns where the next number of `text`, which is valid JSON, begins and ends, from `at` on, which is in no
/// string; both are the text's size if there is none.
struct NumberToken {
    std::size_t begin = 0;
    std::size_t end = 0;
};
[[nodiscard]] NumberToken next_number(std::string_view text, std::size_t at);

struct RepeatedKey {
    std::string key;
    std::size_t offset = 0;  // of the byte where its second occurrence begins
};

/// Returns the first key that an object of `text`, which is valid JSON, has a second time; escapes are resolved
/// (RFC 8259, 4: what a reader does with it is undefined).
[[nodiscard]] std::optional<RepeatedKey> find_repeated_key(std::string_view text);

}  // namespace vitruvian
