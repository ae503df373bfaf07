#include "model/formats/gltf/patch/glb_bytes.h"

#include "model/core/check.h"
#include "model/formats/gltf/write/encode_container.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr std::uint32_t bin_type = 0x004E4942;

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t out = 0;
    std::memcpy(&out, &bytes[at], 4);
    return out;
}

void put(std::span<std::byte> bytes, std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::byte>((value >> (8 * i)) & 0xFFU);
}

/// Returns where the header of a GLB's binary chunk is, which exists.
std::size_t chunk_of(std::span<const std::byte> glb) {
    std::size_t chunk = 12;
    while (chunk + 8 <= glb.size() && number_at(glb, chunk + 4) != bin_type)
        chunk += 8 + number_at(glb, chunk);
    VT_CHECK(chunk + 8 <= glb.size());
    return chunk;
}

}  // namespace

Result<std::vector<std::byte>> with_json(std::span<const std::byte> source, const Container& container,
                                         std::string json, std::span<const std::byte> added) {
    if (!container.is_glb) return to_bytes(json);
    const std::size_t json_begin = 20;
    std::size_t old_json = 0;
    std::memcpy(&old_json, source.data() + 12, 4);
    // The old text includes its padding. Four spaces or more are intentional and kept.
    const std::size_t spaces = json.size() - std::min(json.size(), json.find_last_not_of(' ') + 1);
    json.resize(json.size() - spaces % 4);
    while (json.size() % 4 != 0) json += ' ';
    std::vector<std::byte> out(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(json_begin));
    const std::vector<std::byte> text = to_bytes(json);
    out.insert(out.end(), text.begin(), text.end());
    put(out, 12, text.size());
    std::size_t rest = json_begin + old_json;
    if (!added.empty()) {
        std::vector<std::byte> bin(container.bin.begin(), container.bin.end());
        if (container.has_bin) {
            const auto bin_end = static_cast<std::size_t>(container.bin.data() - source.data()) + bin.size();
            const std::size_t chunk = bin_end - bin.size() - 8;
            // Chunks in between (none is known) stay there.
            out.insert(out.end(), source.begin() + static_cast<std::ptrdiff_t>(rest),
                       source.begin() + static_cast<std::ptrdiff_t>(chunk));
            rest = bin_end;
        }
        bin.resize((bin.size() + 3) / 4 * 4);
        bin.insert(bin.end(), added.begin(), added.end());
        bin.resize((bin.size() + 3) / 4 * 4);
        const std::size_t header = out.size();
        out.resize(header + 8);
        put(out, header, bin.size());
        put(out, header + 4, bin_type);
        out.insert(out.end(), bin.begin(), bin.end());
    }
    out.insert(out.end(), source.begin() + static_cast<std::ptrdiff_t>(rest), source.end());
    std::size_t stated = 0;
    std::memcpy(&stated, source.data() + 8, 4);
    const std::size_t trailing = source.size() - stated;
    if (out.size() - trailing > 0xFFFFFFFFU) {
        return fail("gltf-too-large", "the file would be larger than the 4 GiB that a GLB can be");
    }
    put(out, 8, out.size() - trailing);
    return out;
}

void overwrite(std::span<std::byte> glb, const std::vector<Overwritten>& list) {
    const std::size_t chunk = chunk_of(glb);
    for (const auto& [at, bytes] : list) {
        VT_CHECK(chunk + 8 + at + bytes.size() <= glb.size());
        std::copy(bytes.begin(), bytes.end(), glb.begin() + static_cast<std::ptrdiff_t>(chunk + 8 + at));
    }
}

void cut_chunk(std::vector<std::byte>& glb, std::size_t length) {
    const std::size_t chunk = chunk_of(glb);
    const std::size_t was = number_at(glb, chunk);
    const std::size_t padded = (length + 3) / 4 * 4;
    VT_CHECK(padded <= was);
    const std::size_t begin = chunk + 8;
    const std::size_t stays = length == 0 ? chunk : begin + padded;
    const std::size_t goes = begin + was - stays;
    std::fill(glb.begin() + static_cast<std::ptrdiff_t>(begin + length),
              glb.begin() + static_cast<std::ptrdiff_t>(begin + padded), std::byte{0});
    glb.erase(glb.begin() + static_cast<std::ptrdiff_t>(stays),
              glb.begin() + static_cast<std::ptrdiff_t>(begin + was));
    if (length > 0) put(glb, chunk, padded);
    put(glb, 8, number_at(glb, 8) - goes);
}

}  // namespace vitruvian::gltf
