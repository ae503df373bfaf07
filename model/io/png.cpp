#include "model/io/png.h"

#include "model/core/check.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

void put_u32(std::vector<std::byte>& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::byte>((value >> shift) & 0xFFU));
}

/// Length, type, data and CRC-32 of type and data (PNG 1.2, 5.3).
void put_chunk(std::vector<std::byte>& out, std::string_view type, std::span<const std::byte> data) {
    put_u32(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t begin = out.size();
    for (const char c : type) out.push_back(static_cast<std::byte>(c));
    out.insert(out.end(), data.begin(), data.end());
    put_u32(out, libdeflate_crc32(0, out.data() + begin, out.size() - begin));
}

bool is_opaque(const Image& image) {
    constexpr std::array<std::uint8_t, 4> alpha = {0, 0, 0, 255};
    const auto mask = std::bit_cast<std::uint32_t>(alpha);
    std::uint32_t all = mask;  // branch-free, so that several pixels are tested at once
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        std::uint32_t pixel = 0;
        std::memcpy(&pixel, image.rgba.data() + i, sizeof pixel);
        all &= pixel;
    }
    return all == mask;
}

/// Subtracts four bytes independently.
std::uint32_t minus(std::uint32_t a, std::uint32_t b) {
    constexpr std::uint32_t high = 0x80808080;
    return ((a | high) - (b & ~high)) ^ ((a ^ ~b) & high);
}

/// Uninitialised bytes that are about to be overwritten: a vector would touch every page twice.
struct Scratch {
    std::unique_ptr<std::uint8_t[]> data;  // NOLINT(modernize-avoid-c-arrays)
    std::size_t size;
    explicit Scratch(std::size_t bytes)
        : data(std::make_unique_for_overwrite<std::uint8_t[]>(bytes)), size(bytes) {}
};

std::size_t bytes_of_rows(const Image& image, std::size_t channels) {
    return (static_cast<std::size_t>(image.width) * channels + 1) * static_cast<std::size_t>(image.height);
}

/// Rows as PNG stores them: a filter byte (1: Sub) and the difference to the pixel on the left. Backdrops and
/// surfaces compress better and faster with it than with the other filters. `out` has room for one more byte,
/// and may be the image itself where that loses its alpha: reading is ahead of writing.
void filter_rows(const Image& image, std::size_t channels, std::uint8_t* out) {
    const auto width = static_cast<std::size_t>(image.width);
    const std::uint8_t* in = image.rgba.data();
    const std::uint8_t* const end = in + image.rgba.size();
    std::uint32_t next = 0;
    std::memcpy(&next, in, sizeof next);
    while (in != end) {
        *out++ = 1;
        std::uint32_t before = 0;
        for (std::size_t x = 0; x < width; ++x) {
            const std::uint32_t here = next;
            in += 4;
            if (in != end) std::memcpy(&next, in, sizeof next);
            const std::uint32_t difference = minus(here, before);
            std::memcpy(out, &difference, sizeof difference);
            out += channels;
            before = here;
        }
    }
}

/// The bytes of a file before and after its compressed rows.
constexpr std::size_t bytes_before_rows = 8 + 25 + 13 + 8;  // signature, IHDR, sRGB, IDAT's length and type
constexpr std::size_t bytes_after_rows = 4 + 12;            // IDAT's CRC-32, IEND

/// Writes the file around compressed rows.
std::vector<std::byte> file_around(int width, int height, bool opaque, std::span<const std::byte> deflated) {
    std::vector<std::byte> out;
    out.reserve(bytes_before_rows + deflated.size() + bytes_after_rows);
    for (const unsigned c : {0x89U, 0x50U, 0x4EU, 0x47U, 0x0DU, 0x0AU, 0x1AU, 0x0AU}) {
        out.push_back(static_cast<std::byte>(c));
    }
    std::vector<std::byte> header;
    put_u32(header, static_cast<std::uint32_t>(width));
    put_u32(header, static_cast<std::uint32_t>(height));
    // 8 bits a channel, RGB or RGBA, deflate, adaptive filtering, not interlaced.
    for (const unsigned c : {8U, opaque ? 2U : 6U, 0U, 0U, 0U}) header.push_back(static_cast<std::byte>(c));
    put_chunk(out, "IHDR", header);
    constexpr std::array<std::byte, 1> perceptual = {std::byte{0}};
    put_chunk(out, "sRGB", perceptual);
    put_chunk(out, "IDAT", deflated);
    put_chunk(out, "IEND", {});
    return out;
}

/// Writes the file around filtered rows.
std::vector<std::byte> encode_rows(int width, int height, bool opaque, std::span<const std::uint8_t> rows) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(1), libdeflate_free_compressor);
    VT_CHECK(compressor != nullptr);
    const Scratch deflated(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
    const std::size_t size = libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(),
                                                      deflated.data.get(), deflated.size);
    VT_CHECK(size > 0);
    return file_around(width, height, opaque, std::as_bytes(std::span(deflated.data.get(), size)));
}

/// Whether compressed rows inflate to `rows`.
bool inflates_to(std::span<const std::byte> deflated, std::span<const std::uint8_t> rows) {
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    VT_CHECK(decompressor != nullptr);
    const Scratch inflated(rows.size());
    // Without a place for the size, fewer bytes are an error too.
    return libdeflate_zlib_decompress(decompressor.get(), deflated.data(), deflated.size(),
                                      inflated.data.get(), inflated.size, nullptr) == LIBDEFLATE_SUCCESS &&
           std::memcmp(inflated.data.get(), rows.data(), rows.size()) == 0;
}

/// The rows of an image as RGB, or as RGBA where it is not opaque.
struct FilteredRows {
    bool opaque;
    std::size_t size;
    Scratch scratch;
    explicit FilteredRows(const Image& image)
        : opaque(is_opaque(image)),
          size(bytes_of_rows(image, channels())),
          scratch(size + 1) {  // the last pixel is written as four bytes
        filter_rows(image, channels(), scratch.data.get());
    }
    [[nodiscard]] std::size_t channels() const { return opaque ? 3 : 4; }
    [[nodiscard]] std::span<const std::uint8_t> rows() const { return {scratch.data.get(), size}; }
};

void check_size(const Image& image) {
    VT_CHECK(image.width > 0 && image.height > 0);
    VT_CHECK(image.rgba.size() ==
             static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
}

}  // namespace

std::vector<std::byte> encode_png(const Image& image) {
    check_size(image);
    const FilteredRows filtered(image);
    return encode_rows(image.width, image.height, filtered.opaque, filtered.rows());
}

std::vector<std::byte> encode_png(Image&& image) {
    check_size(image);
    const std::size_t size = bytes_of_rows(image, 3);
    if (!is_opaque(image) || size + 1 > image.rgba.size()) return encode_png(std::as_const(image));
    filter_rows(image, 3, image.rgba.data());
    return encode_rows(image.width, image.height, true, std::span(image.rgba).first(size));
}

bool is_png_of(std::span<const std::byte> file, const Image& image) {
    check_size(image);
    constexpr std::size_t around = bytes_before_rows + bytes_after_rows;
    if (file.size() < around) return false;
    const std::span<const std::byte> deflated = file.subspan(bytes_before_rows, file.size() - around);
    const FilteredRows filtered(image);
    const std::vector<std::byte> same = file_around(image.width, image.height, filtered.opaque, deflated);
    return std::equal(same.begin(), same.end(), file.begin(), file.end()) &&
           inflates_to(deflated, filtered.rows());
}

}  // namespace vitruvian
