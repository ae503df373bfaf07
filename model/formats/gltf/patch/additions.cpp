#include "model/formats/gltf/patch/additions.h"

#include "model/io/data_uri.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>

namespace vitruvian::gltf {
namespace {

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k <= bytes.size() ? digits[(bits >> (18 - 6 * k)) & 63U] : '=';
        }
    }
    return out;
}

/// Whether new bytes can go into the GLB's chunk, which exists or can be added.
bool can_use_chunk(const Json& root, const Container& container) {
    if (!container.is_glb) return false;
    const Json* buffers = member(root, "buffers");
    if (buffers == nullptr || buffers->empty()) return !container.has_bin;
    return container.has_bin && member((*buffers)[0], "uri") == nullptr;
}

std::size_t length_of(const Json& root, const char* list) {
    const Json* found = member(root, list);
    return found == nullptr ? 0 : found->size();
}

/// The chunk is padded to a multiple of four; a buffer's byteLength need not be.
std::size_t first_byte_of(const Json& root, const Container& container) {
    const bool has_bytes = can_use_chunk(root, container) && length_of(root, "buffers") > 0;
    return has_bytes ? (container.bin.size() + 3) / 4 * 4 : 0;
}

}  // namespace

BinWriter writer_behind(const Json& root, const Container& container) {
    const int buffer = can_use_chunk(root, container) ? 0 : static_cast<int>(length_of(root, "buffers"));
    return writer_at(root, buffer, first_byte_of(root, container));
}

BinWriter writer_at(const Json& root, int buffer, std::size_t first_byte) {
    return {buffer, first_byte, length_of(root, "bufferViews"), length_of(root, "accessors")};
}

void add_lists(BinWriter& bin, JsonEdits& json) {
    OrderedJson lists = OrderedJson::object();
    bin.move_lists_into(lists);
    for (const char* list : {"bufferViews", "accessors"}) {
        const auto found = lists.find(list);
        if (found == lists.end()) continue;
        for (OrderedJson& element : *found) json.append(fmt::format("/{}", list), std::move(element));
    }
}

std::vector<std::byte> add_data(BinWriter& bin, const Json& root, const Container& container,
                                JsonEdits& json) {
    add_lists(bin, json);
    const std::vector<std::byte>& bytes = bin.bytes();
    if (bytes.empty()) return {};
    if (!can_use_chunk(root, container)) {
        json.append("/buffers", {{"byteLength", bytes.size()},
                                 {"uri", "data:application/octet-stream;base64," + base64(bytes)}});
        return {};
    }
    const std::size_t before = first_byte_of(root, container);
    if (length_of(root, "buffers") == 0) {
        json.append("/buffers", {{"byteLength", bytes.size()}});
    } else {
        json.set("/buffers/0/byteLength", before + bytes.size());
    }
    return bytes;
}

}  // namespace vitruvian::gltf
