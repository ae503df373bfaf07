#include "model/core/json_text.h"

#include "model/core/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <vector>

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

/// Returns the string from `at` to `end`, its quotes included in both, without its escapes.
std::string unescaped(std::string_view text, std::size_t at, std::size_t end) {
    const std::string_view token = text.substr(at, end - at);
    if (token.find('\\') == std::string_view::npos) return std::string(token.substr(1, token.size() - 2));
    return nlohmann::json::parse(token, nullptr, false).get<std::string>();
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
            name = pointer_key(unescaped(text, at, end));
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

NumberToken next_number(std::string_view text, std::size_t at) {
    constexpr std::string_view digits = "-0123456789";
    while (at < text.size() && digits.find(text[at]) == std::string_view::npos)
        at = text[at] == '"' ? after_string(text, at) : at + 1;
    return {at, std::min(text.find_first_not_of("+-.0123456789eE", at), text.size())};
}

std::optional<RepeatedKey> find_repeated_key(std::string_view text) {
    std::vector<std::set<std::string>> open;  // per open object or array: the keys so far
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '{' || text[at] == '[') open.emplace_back();
        if ((text[at] == '}' || text[at] == ']') && !open.empty()) open.pop_back();
        if (text[at] != '"') {
            ++at;
            continue;
        }
        const std::size_t end = after_string(text, at);
        const std::size_t next = text.find_first_not_of(spaces, end);
        const bool is_key = next != std::string_view::npos && text[next] == ':';
        if (is_key && !open.empty()) {
            std::string key = unescaped(text, at, end);
            if (!open.back().insert(key).second) return RepeatedKey{std::move(key), at};
        }
        at = end;
    }
    return std::nullopt;
}

}  // namespace vitruvian
