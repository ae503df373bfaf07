#include "model/io/data_uri.h"

#include <algorithm>
#include <cstdint>

namespace vitruvian {
namespace {

int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    if (c == '/' || c == '_') return 63;
    return -1;
}

}  // namespace

std::optional<std::vector<std::byte>> decode_data_uri(std::string_view uri) {
    if (!uri.starts_with("data:")) return std::nullopt;
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) return std::nullopt;
    std::vector<std::byte> out;
    out.reserve((uri.size() - comma) / 4 * 3);
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : uri.substr(comma + 1)) {
        if (c == '=') break;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
        const int digit = base64_digit(c);
        if (digit < 0) return std::nullopt;
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out.push_back(static_cast<std::byte>((bits >> held) & 0xFF));
    }
    return out;
}

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve(bytes.size() * 4 / 3 + 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? std::to_integer<unsigned>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[(bits >> (18U - 6U * k)) & 63U] : '=';
    }
    return out;
}

}  // namespace vitruvian
