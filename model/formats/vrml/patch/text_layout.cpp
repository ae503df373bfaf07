#include "model/formats/vrml/patch/text_layout.h"

namespace vitruvian::vrml {
namespace {

bool ends_line(char c) {
    return c == '\n' || c == '\r';
}

}  // namespace

std::string new_line_of(std::string_view text) {
    return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

std::uint32_t before_gap(std::string_view text, std::uint32_t at) {
    while (at > 0 && is_gap(text[at - 1])) --at;
    return at;
}

bool starts_line(std::string_view text, std::uint32_t at) {
    const std::uint32_t begin = before_gap(text, at);
    return begin == 0 || ends_line(text[begin - 1]);
}

std::string indent_at(std::string_view text, std::uint32_t at) {
    std::size_t begin = at;
    while (begin > 0 && !ends_line(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < at && is_gap(text[end])) ++end;
    return std::string(text.substr(begin, end - begin));
}

std::string unindented(std::string_view statement, std::string_view indent) {
    std::string out;
    for (std::size_t i = 0; i < statement.size(); ++i) {
        out += statement[i];
        if (statement[i] != '\n') continue;
        const std::string_view line = statement.substr(i + 1);
        if (line.starts_with(indent)) {
            i += indent.size();
        } else if (!line.empty() && !ends_line(line.front())) {
            out += kept_line;
        }
    }
    return out;
}

std::string indented(std::string_view statement, std::string_view indent) {
    std::string out;
    for (std::size_t i = 0; i < statement.size(); ++i) {
        out += statement[i];
        if (statement[i] != '\n' || i + 1 == statement.size() || ends_line(statement[i + 1])) continue;
        if (statement[i + 1] == kept_line) {
            ++i;
        } else {
            out += indent;
        }
    }
    return out;
}

}  // namespace vitruvian::vrml
