#include "model/formats/vrml/write/head_comments.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t longest_head = 64 * 1024;

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Returns the text with each line trimmed.
std::string tidy(std::string_view text) {
    std::string out;
    text = without_blanks(text);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        if (!out.empty()) out += '\n';
        out += without_blanks(text.substr(begin, end - begin));
        const bool is_pair = text.substr(end, 2) == "\r\n";
        begin = end + (is_pair ? 2 : 1);
    }
    return out;
}

std::vector<std::string> classic_comments(std::string_view text) {
    constexpr std::array<std::string_view, 4> statements{"PROFILE", "COMPONENT", "META", "UNIT"};
    std::vector<std::string> out;
    bool goes_on = false;
    bool is_first = true;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        const std::string_view line = without_blanks(text.substr(begin, end - begin));
        begin = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
        const bool is_header = std::exchange(is_first, false);
        const bool is_comment = line.starts_with('#') && !is_header;
        if (is_comment) {
            const std::string own = tidy(line.substr(1));
            if (goes_on) {
                out.back() += '\n' + own;
            } else {
                out.push_back(own);
            }
        } else if (!line.empty() && !is_header &&
                   std::none_of(statements.begin(), statements.end(),
                                [line](std::string_view word) { return line.starts_with(word); })) {
            break;
        }
        goes_on = is_comment;
    }
    return out;
}

std::vector<std::string> xml_comments(std::string_view text) {
    constexpr std::array<std::string_view, 12> head{"<?",    "<!DOCTYPE", "<X3D",    "<x3d",
                                                    "<head", "</head",    "<meta",   "<component",
                                                    "<unit", "</meta",    "<Scene>", "<Scene "};
    std::vector<std::string> out;
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("<!--")) {
            const std::size_t end = text.find("-->", at + 4);
            if (end == std::string_view::npos) break;
            out.push_back(tidy(text.substr(at + 4, end - at - 4)));
            at = end + 3;
        } else if (std::any_of(head.begin(), head.end(),
                               [rest](std::string_view tag) { return rest.starts_with(tag); })) {
            ++at;
        } else {
            break;
        }
    }
    return out;
}

/// {"#comment": "text"} at the beginning of the scene's children.
std::vector<std::string> json_comments(std::string_view text) {
    const std::string_view key = "\"#comment\"";
    std::vector<std::string> out;
    std::size_t at = text.find("\"-children\"");
    if (at == std::string_view::npos) return out;
    at += std::string_view("\"-children\"").size();
    for (;;) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n:[{},", at);
        if (begin == std::string_view::npos || !text.substr(begin).starts_with(key)) return out;
        const std::size_t quote = text.find('"', begin + key.size());
        if (quote == std::string_view::npos) return out;
        std::size_t end = quote + 1;
        while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
        if (end >= text.size()) return out;
        const nlohmann::json value =
            nlohmann::json::parse(text.substr(quote, end + 1 - quote), nullptr, false);
        if (value.is_string()) out.push_back(tidy(value.get_ref<const std::string&>()));
        at = end + 1;
    }
}

/// Returns the trimmed line that ends before `end`; `end` moves to its beginning.
std::string_view line_before(std::string_view text, std::size_t& end) {
    const std::size_t mark = end == 0 ? std::string_view::npos : text.find_last_of("\r\n", end - 1);
    const std::size_t begin = mark == std::string_view::npos ? 0 : mark + 1;
    const std::string_view line = text.substr(begin, end - begin);
    end = begin;
    return without_blanks(line);
}

std::string classic_comment_before(std::string_view text, std::size_t offset) {
    std::string out;
    std::size_t end = offset;
    if (!line_before(text, end).empty()) return out;
    while (end > 0) {
        const std::string_view line = line_before(text, --end);
        const bool is_header = end == 0;
        if (is_header || (!line.empty() && !line.starts_with('#'))) break;
        if (line.empty()) continue;
        const std::string own = tidy(line.substr(1));
        out = out.empty() ? own : own + '\n' + out;
    }
    return out;
}

std::vector<std::string> xml_comments_before(std::string_view text, std::size_t offset) {
    std::vector<std::string> out;
    text = text.substr(0, offset);
    for (;;) {
        const std::size_t last = text.find_last_not_of(blanks);
        if (last == std::string_view::npos || !text.substr(0, last + 1).ends_with("-->")) return out;
        const std::size_t begin = text.rfind("<!--", last);
        if (begin == std::string_view::npos || begin + 6 > last) return out;
        out.insert(out.begin(), tidy(text.substr(begin + 4, last - 2 - begin - 4)));
        text = text.substr(0, begin);
    }
}

/// Returns the {"#comment": "text"} items of the list before the object that contains `offset`.
std::vector<std::string> json_comments_before(std::string_view text, std::size_t offset) {
    constexpr std::string_view between = " \t\r\n,{";
    constexpr int max_braces = 8;  // a comment may contain some
    std::vector<std::string> out;
    text = text.substr(0, offset);
    // The type precedes the node's object.
    if (const std::size_t colon = text.find_last_not_of(blanks);
        colon != std::string_view::npos && colon > 0 && text[colon] == ':') {
        const std::size_t end = text.find_last_of('"', colon);
        if (end == std::string_view::npos || end == 0) return out;
        text = text.substr(0, std::min(text.rfind('"', end - 1), end));
    }
    for (;;) {
        const std::size_t last = text.find_last_not_of(between);
        if (last == std::string_view::npos || text[last] != '}') return out;
        text = text.substr(0, last + 1);
        std::string found;
        std::size_t begin = last;
        for (int i = 0; i < max_braces && begin != std::string_view::npos && found.empty(); ++i) {
            begin = begin == 0 ? std::string_view::npos : text.rfind('{', begin - 1);
            if (begin == std::string_view::npos) return out;
            const std::size_t key = std::min(text.find_first_not_of(blanks, begin + 1), text.size());
            if (!text.substr(key).starts_with("\"#comment\"")) continue;
            const nlohmann::json value = nlohmann::json::parse(text.substr(begin), nullptr, false);
            if (!value.is_object() || value.size() != 1 || value.begin().key() != "#comment") continue;
            if (value.front().is_string()) found = tidy(value.front().get_ref<const std::string&>());
        }
        if (found.empty()) return out;
        out.insert(out.begin(), found);
        text = text.substr(0, begin);
    }
}

}  // namespace

std::vector<std::string> comments_before(std::string_view text, std::size_t offset, Encoding encoding) {
    std::vector<std::string> out;
    if (offset > text.size()) return out;
    if (encoding == Encoding::x3d_json) {
        out = json_comments_before(text, offset);
    } else if (encoding == Encoding::x3d_xml) {
        out = xml_comments_before(text, offset);
    } else {
        out.push_back(classic_comment_before(text, offset));
    }
    std::erase_if(out, [](const std::string& one) { return one.empty() || one.size() > longest_head; });
    return out;
}

std::vector<std::string> head_comments(std::string_view text, Encoding encoding) {
    std::vector<std::string> out;
    switch (encoding) {
        case Encoding::x3d_xml:
            out = xml_comments(text);
            break;
        case Encoding::x3d_json:
            out = json_comments(text);
            break;
        default:
            out = classic_comments(text);
            break;
    }
    std::size_t length = 0;
    std::erase_if(out, [&length](const std::string& comment) {
        length += comment.size();
        return comment.empty() || length > longest_head;
    });
    return out;
}

}  // namespace vitruvian::vrml
