// The one place that sees stb_image: compiled here with internal linkage, since other libraries bring their
// own copy, and with an allocator of its own, so that a small hostile image cannot claim all memory.
#include "model/io/image.h"

#include <fmt/format.h>
#include <webp/decode.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string_view>

namespace {

constexpr std::size_t max_decoder_bytes = std::size_t{768} << 20;
constexpr std::size_t prefix = alignof(std::max_align_t);
thread_local std::size_t decoder_bytes = 0;

void* limited_malloc(std::size_t size) {
    if (size > max_decoder_bytes - decoder_bytes) return nullptr;
    auto* block = static_cast<unsigned char*>(std::malloc(size + prefix));
    if (block == nullptr) return nullptr;
    std::memcpy(block, &size, sizeof size);
    decoder_bytes += size;
    return block + prefix;
}

void limited_free(void* pointer) {
    if (pointer == nullptr) return;
    unsigned char* block = static_cast<unsigned char*>(pointer) - prefix;
    std::size_t size = 0;
    std::memcpy(&size, block, sizeof size);
    decoder_bytes -= size;
    std::free(block);
}

void* limited_realloc(void* pointer, std::size_t old_size, std::size_t size) {
    void* grown = limited_malloc(size);
    if (grown == nullptr || pointer == nullptr) return grown;
    std::memcpy(grown, pointer, old_size < size ? old_size : size);
    limited_free(pointer);
    return grown;
}

}  // namespace

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_GIF
#define STBI_ONLY_BMP
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) limited_malloc(size)
#define STBI_REALLOC_SIZED(pointer, old_size, size) limited_realloc(pointer, old_size, size)
#define STBI_FREE(pointer) limited_free(pointer)
// Listed nowhere as a system header when the folder is given by hand, and it keeps functions that nobody
// calls.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace vitruvian {
namespace {

constexpr std::int64_t max_pixels = std::int64_t{64} << 20;

bool begins_with(const std::vector<std::byte>& bytes, std::size_t offset, std::string_view magic) {
    return bytes.size() >= offset + magic.size() &&
           std::memcmp(bytes.data() + offset, magic.data(), magic.size()) == 0;
}

/// The name of a format that is recognised but not decoded, or null.
const char* undecoded_format(const std::vector<std::byte>& bytes) {
    if (begins_with(bytes, 0, "\xABKTX 20\xBB")) return "KTX2";
    if (begins_with(bytes, 0, "\xABKTX 11\xBB")) return "KTX";
    if (begins_with(bytes, 0, "DDS ")) return "DDS";
    if (begins_with(bytes, 4, "ftypavif")) return "AVIF";
    return nullptr;
}

/// WebP (EXT_texture_webp); moving pictures are not read.
Result<Image> webp_image(const ImageSource& source, const Location& where) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(source.encoded.data());
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(data, source.encoded.size(), &features) != VP8_STATUS_OK)
        return fail("image-broken", "the WebP image is damaged", where);
    if (features.has_animation != 0)
        return fail("image-unsupported", "moving WebP images are not read", where);
    const std::int64_t pixels = std::int64_t{features.width} * features.height;
    if (features.width <= 0 || features.height <= 0 || pixels > max_pixels) {
        return fail(
            "image-too-large",
            fmt::format("{} x {} pixels; at most 64 million are read", features.width, features.height),
            where);
    }
    Image image{features.width, features.height, {}};
    image.rgba.resize(static_cast<std::size_t>(pixels) * 4);
    const std::uint8_t* done = WebPDecodeRGBAInto(data, source.encoded.size(), image.rgba.data(),
                                                  image.rgba.size(), features.width * 4);
    if (done == nullptr) return fail("image-broken", "the WebP image is damaged", where);
    return image;
}

Result<Image> raw_image(const ImageSource& source, const Location& where) {
    const std::int64_t pixels = std::int64_t{source.raw_width} * std::int64_t{source.raw_height};
    if (source.raw_width <= 0 || source.raw_height <= 0 || pixels > max_pixels) {
        return fail("image-too-large", "the raw image has no usable size", where);
    }
    if (source.encoded.size() != static_cast<std::size_t>(pixels) * 4) {
        return fail("image-broken", "the raw image has another number of pixels than it says", where);
    }
    Image image{source.raw_width, source.raw_height, std::vector<std::uint8_t>(source.encoded.size())};
    std::memcpy(image.rgba.data(), source.encoded.data(), source.encoded.size());
    return image;
}

}  // namespace

Result<Image> decode_image(const ImageSource& source) {
    const Location where{source.name, 0, 0, {}};
    if (source.raw_width != 0 || source.raw_height != 0) return raw_image(source, where);
    if (source.encoded.empty()) return fail("image-empty", "the image has no data", where);
    if (begins_with(source.encoded, 0, "RIFF") && begins_with(source.encoded, 8, "WEBP"))
        return webp_image(source, where);
    if (const char* name = undecoded_format(source.encoded)) {
        return fail("image-unsupported", fmt::format("{} images are not decoded", name), where);
    }
    if (source.encoded.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return fail("image-too-large", "the image file is over 2 GB", where);
    }
    const auto* data = reinterpret_cast<const stbi_uc*>(source.encoded.data());
    const int size = static_cast<int>(source.encoded.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0) {
        return fail("image-broken",
                    fmt::format("not a PNG, JPEG, GIF or BMP image ({})", stbi_failure_reason()), where);
    }
    if (width <= 0 || height <= 0 || std::int64_t{width} * height > max_pixels) {
        return fail("image-too-large",
                    fmt::format("{} x {} pixels; at most 64 million are read", width, height), where);
    }
    stbi_uc* pixels = stbi_load_from_memory(data, size, &width, &height, &channels, 4);
    if (pixels == nullptr) {
        return fail("image-broken", fmt::format("the image cannot be decoded ({})", stbi_failure_reason()),
                    where);
    }
    Image image{width, height, {}};
    image.rgba.assign(pixels,
                      pixels + static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    stbi_image_free(pixels);
    return image;
}

}  // namespace vitruvian
