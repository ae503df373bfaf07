// Reading PNG files through stb_image, in a file of its own because stb is not ours to warn about.
#include "renderer/png.h"

#include <fmt/format.h>

#include <fstream>
#include <memory>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace vitruvian {
namespace {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{512} << 20;
constexpr std::int64_t max_pixels = std::int64_t{64} << 20;

}  // namespace

Result<Image> read_png(const std::filesystem::path& path) {
    const Location where{path.string(), 0, 0, {}};
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error)
        return fail("file-not-found", fmt::format("cannot read '{}': {}", path.string(), error.message()),
                    where);
    if (size > max_file_bytes)
        return fail("file-too-large", "the picture's file is larger than 512 MiB", where);
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    std::ifstream stream(path, std::ios::binary);
    if (!stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()))) {
        return fail("cannot-read", fmt::format("cannot read '{}'", path.string()), where);
    }
    return decode_png(bytes, path.string());
}

Result<Image> decode_png(std::span<const std::byte> bytes, const std::string& name) {
    const Location where{name, 0, 0, {}};
    if (bytes.size() > max_file_bytes)
        return fail("file-too-large", "the picture's file is larger than 512 MiB", where);
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int length = static_cast<int>(bytes.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(data, length, &width, &height, &channels) == 0) {
        return fail("bad-png", fmt::format("'{}' is not a PNG picture", name), where);
    }
    if (std::int64_t{width} * height > max_pixels) {
        return fail("picture-too-large", fmt::format("{} x {} pixels are more than 64 Mpixel", width, height),
                    where);
    }
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(data, length, &width, &height, &channels, 4), stbi_image_free);
    if (pixels == nullptr) {
        return fail("bad-png", fmt::format("the PNG picture is broken: {}", stbi_failure_reason()), where);
    }
    Image image{width, height, {}};
    image.rgba.assign(pixels.get(), pixels.get() + static_cast<std::ptrdiff_t>(width) * height * 4);
    return image;
}

}  // namespace vitruvian
