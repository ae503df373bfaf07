#include "model/formats/gltf/write/encode_container.h"

#include "model/core/utf8.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <limits>

namespace vitruvian::gltf {
namespace {

constexpr std::uint32_t magic = 0x46546C67;       // "glTF"
constexpr std::uint32_t json_chunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t bin_chunk = 0x004E4942;   // "BIN\0"
constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;

std::size_t padded(std::size_t size) {
    return (size + 3) / 4 * 4;
}

void put_word(std::vector<std::byte>& out, std::size_t value) {
    std::array<std::byte, 4> word{};
    for (std::size_t i = 0; i < word.size(); ++i)
        word.at(i) = static_cast<std::byte>((value >> (8 * i)) & 0xFFU);
    out.insert(out.end(), word.begin(), word.end());
}

void put_chunk(std::vector<std::byte>& out, std::uint32_t type, std::span<const std::byte> bytes,
               std::byte padding) {
    put_word(out, padded(bytes.size()));
    put_word(out, type);
    out.insert(out.end(), bytes.begin(), bytes.end());
    out.resize(padded(out.size()), padding);
}

/// Returns the JSON with all strings converted to UTF-8.
OrderedJson as_utf8(const OrderedJson& json) {
    if (json.is_string()) return utf8_text(json.get_ref<const std::string&>());
    if (!json.is_structured()) return json;
    OrderedJson out = json.is_array() ? OrderedJson::array() : OrderedJson::object();
    for (const auto& item : json.items()) {
        if (json.is_array()) {
            out.push_back(as_utf8(item.value()));
        } else {
            out[utf8_text(item.key())] = as_utf8(item.value());
        }
    }
    return out;
}

}  // namespace

Result<std::vector<std::byte>> to_glb(std::string_view json, std::span<const std::byte> bin) {
    const std::size_t bin_bytes = bin.empty() ? 0 : chunk_header_bytes + padded(bin.size());
    const std::size_t size = header_bytes + chunk_header_bytes + padded(json.size()) + bin_bytes;
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        return fail("gltf-too-large", "the file would be larger than the 4 GiB that a GLB can be");
    }
    std::vector<std::byte> out;
    out.reserve(size);
    put_word(out, magic);
    put_word(out, 2);
    put_word(out, size);
    put_chunk(out, json_chunk, std::as_bytes(std::span(json)), std::byte{' '});
    if (!bin.empty()) put_chunk(out, bin_chunk, bin, std::byte{0});
    return out;
}

std::vector<std::byte> to_bytes(std::string_view text) {
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string to_uri(std::string_view file_name) {
    std::string out;
    for (const char c : file_name) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              std::strchr("-._~", c) != nullptr;
        if (is_plain && c != '\0') {
            out += c;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        }
    }
    return out;
}

std::string to_text(const OrderedJson& root, int indent) {
    try {
        return root.dump(indent);
    } catch (const OrderedJson::type_error&) {
        // Names from VRML files may be Latin-1.
        return as_utf8(root).dump(indent);
    }
}

}  // namespace vitruvian::gltf
