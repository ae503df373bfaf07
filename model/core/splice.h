// Edits of a text, as byte ranges and their replacements, applied in one pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Returns `text` with the bytes of each edit's `range`, [begin, end), replaced by its `text`. `edits` are
/// sorted by range and do not overlap; insertions (empty ranges) at one place are applied in order.
template <typename Edit>
[[nodiscard]] std::string splice(std::string_view text, const std::vector<Edit>& edits) {
    std::string out;
    out.reserve(text.size() + 64 * edits.size());
    std::size_t at = 0;
    for (const Edit& edit : edits) {
        out += text.substr(at, edit.range.begin - at);
        out += edit.text;
        at = edit.range.end;
    }
    out += text.substr(at);
    return out;
}

}  // namespace vitruvian
