#include "model/core/utf8.h"

#include <algorithm>

namespace vitruvian {

// RFC 3629: no surrogates, no overlong forms.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
    };
    const unsigned first = byte(0);
    if (first < 0x80U) return 1;
    const std::size_t length = first >= 0xF0U ? 4 : (first >= 0xE0U ? 3 : 2);
    if (first < 0xC2U || first > 0xF4U || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    }
    const unsigned second = byte(1);
    const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
    const bool outside = (first == 0xEDU && second > 0x9FU) || (first == 0xF4U && second > 0x8FU);
    return overlong || outside ? 0 : length;
}

std::size_t character_count(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

std::string utf8_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text.substr(i));
        if (length > 0) {
            out += text.substr(i, length);
            i += length;
            continue;
        }
        const auto byte = static_cast<unsigned char>(text[i++]);
        out += static_cast<char>(0xC0U | (byte >> 6U));
        out += static_cast<char>(0x80U | (byte & 0x3FU));
    }
    return out;
}

namespace {

unsigned code_point(std::string_view character) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(character[i]));
    };
    if (character.size() == 1) return byte(0);
    unsigned out = byte(0) & (0x7FU >> character.size());
    for (std::size_t i = 1; i < character.size(); ++i) out = out << 6U | (byte(i) & 0x3FU);
    return out;
}

bool is_order(unsigned code) {
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool turns = code == 0x061C || code == 0x200E || code == 0x200F ||
                       (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool separates = code == 0x2028 || code == 0x2029;
    return control || turns || separates;
}

void append_hex(unsigned code, unsigned length, std::string& out) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (unsigned shift = 4 * length; shift > 0; shift -= 4) out += digits[code >> (shift - 4) & 0xFU];
}

void append_escape(unsigned code, std::string& out) {
    const bool is_byte = code < 0x100;
    out += is_byte ? "\\x" : "\\u";
    append_hex(code, is_byte ? 2 : 4, out);
}

}  // namespace

std::string visible_text(std::string_view text, Breaks breaks) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text.substr(i));
        const std::string_view character = text.substr(i, std::max(length, std::size_t{1}));
        const unsigned code =
            length > 0 ? code_point(character) : static_cast<unsigned>(static_cast<unsigned char>(text[i]));
        const bool kept = breaks == Breaks::kept && (code == '\n' || code == '\t');
        if (length > 0 && (kept || !is_order(code))) {
            out += character;
        } else {
            append_escape(code, out);
        }
        i += character.size();
    }
    return out;
}

std::string visible_json(std::string json) {
    const auto is_plain = [](char c) { return static_cast<unsigned char>(c) < 0x7F; };
    if (std::all_of(json.begin(), json.end(), is_plain)) return json;
    std::string out;
    out.reserve(json.size() + 64);
    for (std::size_t i = 0; i < json.size();) {
        const std::size_t length = std::max(utf8_length(std::string_view(json).substr(i)), std::size_t{1});
        const std::string_view character = std::string_view(json).substr(i, length);
        const unsigned code = code_point(character);
        if (code >= 0x7F && is_order(code)) {
            out += "\\u";
            append_hex(code, 4, out);
        } else {
            out += character;
        }
        i += length;
    }
    return out;
}

std::span<const std::byte> without_bom(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return bytes.last(without_bom(text).size());
}

}  // namespace vitruvian
