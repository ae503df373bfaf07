// Reads PNG files for comparisons: complete and at full size, or not at all.
#include "model/io/file.h"
#include "renderer/png.h"

#include <fmt/format.h>

#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t max_pixels = std::size_t{64} << 20;

Result<Image> decode(const ImageSource& source) {
    const Location where{source.name, 0, 0, {}};
    if (source.encoded.size() < 2 || source.encoded[0] != std::byte{0x89} ||
        source.encoded[1] != std::byte{'P'})
        return fail("bad-png", fmt::format("'{}' is not a PNG picture", source.name), where);
    const Result<ImageSize> size = image_size(source);
    if (!size) return fail("bad-png", size.error().message, where);
    if (size->pixels() > max_pixels) {
        return fail("picture-too-large",
                    fmt::format("{} x {} pixels are more than 64 Mpixel", size->width, size->height), where);
    }
    Diagnostics damage;
    Result<Image> image = decode_image(source, damage);
    if (!image) return fail("bad-png", image.error().message, where);
    if (!damage.empty()) return fail("bad-png", damage.list().front().message, where);
    return image;
}

}  // namespace

Result<Image> read_png(const std::filesystem::path& path) {
    Result<std::vector<std::byte>> bytes = read_file(path, max_png_bytes);
    if (!bytes) {
        return fail(bytes.error().code,
                    fmt::format("cannot read '{}': {}", path.string(), bytes.error().message),
                    {path.string(), 0, 0, {}});
    }
    ImageSource source;
    source.name = path.string();
    source.encoded = std::move(*bytes);
    return decode(source);
}

Result<Image> decode_png(std::span<const std::byte> bytes, const std::string& name) {
    ImageSource source;
    source.name = name;
    source.encoded.assign(bytes.begin(), bytes.end());
    return decode(source);
}

}  // namespace vitruvian
