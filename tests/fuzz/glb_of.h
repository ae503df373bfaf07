// Fuzzed glTF: JSON, a zero byte, and the binary chunk, so that changed bytes do not break a GLB's lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace vitruvian::fuzz {

/// Returns the GLB of such an input; anything else (including a GLB) unchanged.
inline std::vector<std::byte> glb_of(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t zero = text.find('\0');
    std::vector<std::byte> out;
    const auto append = [&out](std::string_view part) {
        const auto* begin = reinterpret_cast<const std::byte*>(part.data());
        out.insert(out.end(), begin, begin + part.size());
    };
    if (!text.starts_with('{') || zero == std::string_view::npos) {
        append(text);
        return out;
    }
    const auto word = [&out](std::size_t value) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            out.push_back(static_cast<std::byte>((value >> shift) & 0xFFU));
    };
    const std::string_view json = text.substr(0, zero);
    const std::string_view bin = text.substr(zero + 1);
    append("glTF");
    word(2);
    word(12 + 8 + json.size() + 8 + bin.size());
    word(json.size());
    append("JSON");
    append(json);
    word(bin.size());
    append(std::string_view("BIN\0", 4));
    append(bin);
    return out;
}

}  // namespace vitruvian::fuzz
