// Parses JSON that people write by hand. Include in .cpp files only: the library is slow to compile.
#pragma once

#include "model/core/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace vitruvian {

/// Returns where the first number begins that `Json` cannot hold, in a text that is valid JSON but for its size.
template <class Json>
[[nodiscard]] std::size_t offset_of_large_number(std::string_view text) {
    NumberToken token = next_number(text, 0);
    while (token.begin < text.size() && Json::accept(text.substr(token.begin, token.end - token.begin)))
        token = next_number(text, token.end);
    return token.begin;
}

/// Parses `text`, the content of `file`. Errors, with line and column: what is not JSON or holds a number that is
/// too large (`code`), and a key that an object has twice ("json-repeated-key").
template <class Json>
[[nodiscard]] Result<Json> parse_json(std::string_view text, std::string_view code, const std::string& file) {
    const auto at = [&](std::size_t offset) {
        Location where = place_of_offset(text, offset);
        where.file = file;
        return where;
    };
    Json out;
    try {
        out = Json::parse(text.begin(), text.end());
    } catch (const typename Json::parse_error& error) {
        // `byte` is the end of the unexpected token.
        return fail(std::string(code), "This is not valid JSON from here on.",
                    at(error.byte == 0 ? 0 : error.byte - 1));
    } catch (const typename Json::exception&) {
        return fail(std::string(code), "This holds a number that is too large.",
                    at(offset_of_large_number<Json>(text)));
    }
    if (const std::optional<RepeatedKey> repeated = find_repeated_key(text)) {
        return fail("json-repeated-key",
                    fmt::format("This object has the key \"{}\" already.", repeated->key),
                    at(repeated->offset));
    }
    return out;
}

}  // namespace vitruvian
