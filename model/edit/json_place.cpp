#include "model/edit/json_place.h"

#include "model/core/utf8.h"
#include "model/edit/edit_json.h"

#include <algorithm>

namespace vitruvian {
namespace {

constexpr std::string_view spaces = " \t\r\n";

/// Returns the end of the string that begins at `at`.
std::size_t after_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
    }
    return std::min(at + 1, text.size());
}

/// Returns the end of the value that begins at `at`.
std::size_t after_value(std::string_view text, std::size_t at) {
    int open = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = after_string(text, at);
        } else if (open == 0 &&
                   (c == ',' || c == ']' || c == '}' || spaces.find(c) != std::string_view::npos)) {
            return at;
        } else {
            if (c == '[' || c == '{') ++open;
            if (c == ']' || c == '}') --open;
            ++at;
        }
        if (open == 0 && (text[at - 1] == '"' || text[at - 1] == ']' || text[at - 1] == '}')) return at;
    }
    return at;
}

/// Returns where the member `key` of the object or array at `at` begins; npos if there is none.
std::size_t member_at(std::string_view text, std::size_t at, std::string_view key) {
    const bool is_object = text[at] == '{';
    std::size_t found = std::string_view::npos;
    std::size_t index = 0;
    for (++at; at < text.size(); ++index) {
        at = text.find_first_not_of(" \t\r\n,", at);
        if (at == std::string_view::npos || text[at] == '}' || text[at] == ']') return found;
        std::string name = std::to_string(index);
        if (is_object) {
            const std::size_t end = after_string(text, at);
            name = pointer_key(EditJson::parse(text.substr(at, end - at), nullptr, false).get<std::string>());
            at = text.find_first_not_of(" \t\r\n:", end);
            if (at == std::string_view::npos) return found;
        }
        if (name == key) found = at;  // of members with one name the last wins
        at = after_value(text, at);
    }
    return found;
}

}  // namespace

std::string pointer_key(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

Location place_of_offset(std::string_view text, std::size_t offset) {
    Location out;
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    out.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    out.column = 1 + static_cast<int>(character_count(before.substr(line_begin)));
    return out;
}

Location place_of_value(std::string_view text, std::string_view pointer) {
    std::size_t at = std::min(text.find_first_not_of(spaces), text.size());
    while (!pointer.empty() && at < text.size() && (text[at] == '{' || text[at] == '[')) {
        pointer.remove_prefix(1);
        const std::string_view key = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(key.size());
        const std::size_t next = member_at(text, at, key);
        if (next == std::string_view::npos) break;
        at = next;
    }
    return place_of_offset(text, at);
}

}  // namespace vitruvian
