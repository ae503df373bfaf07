#include "model/core/utf16.h"

#include <algorithm>
#include <cstddef>

namespace vitruvian {
namespace {

enum class ByteOrder { none, little, big };

/// Shorter sequences might be numbers in a binary file.
constexpr std::size_t min_characters = 8;

ByteOrder order_of(std::string_view bytes) {
    if (bytes.starts_with("\xFF\xFE")) return ByteOrder::little;
    if (bytes.starts_with("\xFE\xFF")) return ByteOrder::big;
    if (bytes.size() < 2 * min_characters) return ByteOrder::none;
    const auto are_ascii = [&](std::size_t low) {
        for (std::size_t i = 0; i < 2 * min_characters; i += 2) {
            const char c = bytes[i + low];
            const bool is_text = (c >= ' ' && c < '\x7F') || c == '\t' || c == '\r' || c == '\n';
            if (!is_text || bytes[i + 1 - low] != '\0') return false;
        }
        return true;
    };
    if (are_ascii(0)) return ByteOrder::little;
    return are_ascii(1) ? ByteOrder::big : ByteOrder::none;
}

void append_utf8(unsigned code, std::string& out) {
    const auto continued = [&](unsigned shift) {
        return static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80U) {
        out += static_cast<char>(code);
    } else if (code < 0x800U) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        out += continued(0);
    } else if (code < 0x10000U) {
        out += static_cast<char>(0xE0U | (code >> 12U));
        out += continued(6);
        out += continued(0);
    } else {
        out += static_cast<char>(0xF0U | (code >> 18U));
        out += continued(12);
        out += continued(6);
        out += continued(0);
    }
}

}  // namespace

bool is_utf16(std::string_view bytes) {
    return order_of(bytes) != ByteOrder::none;
}

std::optional<std::string> utf8_of_utf16(std::string_view bytes) {
    const ByteOrder order = order_of(bytes);
    if (order == ByteOrder::none) return std::nullopt;
    const auto unit = [&](std::size_t i) {
        const auto first = static_cast<unsigned>(static_cast<unsigned char>(bytes[2 * i]));
        const auto second = static_cast<unsigned>(static_cast<unsigned char>(bytes[2 * i + 1]));
        return order == ByteOrder::little ? second << 8U | first : first << 8U | second;
    };
    const std::size_t count = bytes.size() / 2;
    std::string out;
    out.reserve(count);
    constexpr unsigned mark = 0xFEFFU;
    constexpr unsigned replacement = 0xFFFDU;
    for (std::size_t i = unit(0) == mark ? 1 : 0; i < count; ++i) {
        const unsigned code = unit(i);
        const bool is_half = (code & 0xF800U) == 0xD800U;
        const bool is_pair = is_half && code < 0xDC00U && i + 1 < count && (unit(i + 1) & 0xFC00U) == 0xDC00U;
        if (is_pair) {
            ++i;
            append_utf8(0x10000U + ((code & 0x3FFU) << 10U | (unit(i) & 0x3FFU)), out);
        } else {
            append_utf8(is_half ? replacement : code, out);
        }
    }
    return out;
}

}  // namespace vitruvian
