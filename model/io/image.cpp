#include "model/io/image.h"

#include "model/io/pictures/decoder.h"
#include "model/io/pictures/shrink.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <new>
#include <string_view>

namespace vitruvian {
namespace {

using pictures::Bytes;
using pictures::Decoder;

constexpr std::int64_t max_image_pixels = std::int64_t{256} << 20;
constexpr int max_side = 1'000'000;
/// Besides the pixels, for all concurrent decoders.
constexpr std::size_t max_image_bytes = std::size_t{512} << 20;

bool begins_with(Bytes bytes, std::size_t offset, std::string_view magic) {
    return bytes.size() >= offset + magic.size() &&
           std::memcmp(bytes.data() + offset, magic.data(), magic.size()) == 0;
}

/// Returns the name of a format that is recognised but not decoded, or null.
const char* undecoded_format(Bytes bytes) {
    if (begins_with(bytes, 0, "\xABKTX 11\xBB")) return "KTX";
    if (begins_with(bytes, 0, "DDS ")) return "DDS";
    if (begins_with(bytes, 4, "ftypavif")) return "AVIF";
    return nullptr;
}

const Decoder* decoder_for(Bytes bytes) {
    static constexpr std::array decoders{&pictures::png_decoder,  &pictures::jpeg_decoder,
                                         &pictures::webp_decoder, &pictures::gif_decoder,
                                         &pictures::bmp_decoder,  &pictures::ktx2_decoder};
    for (const Decoder* decoder : decoders) {
        if (decoder->recognises(bytes)) return decoder;
    }
    return nullptr;
}

bool is_raw(const ImageSource& source) {
    return source.raw_width != 0 || source.raw_height != 0;
}

Location place_of(const ImageSource& source) {
    return {source.name, 0, 0, {}};
}

Result<pictures::Header> check_size(const pictures::Header& header, const ImageSource& source) {
    const ImageSize size = header.size;
    const Location where = place_of(source);
    if (size.width <= 0 || size.height <= 0) return fail("image-broken", "the picture has no size", where);
    if (size.width > max_side || size.height > max_side ||
        std::int64_t{size.width} * size.height > max_image_pixels || header.working_bytes > max_image_bytes) {
        return fail("image-too-large",
                    fmt::format("{} x {} pixels are more than is decoded", size.width, size.height), where);
    }
    if (source.encoded.size() < header.min_bytes) {
        return fail("image-broken",
                    fmt::format("the picture declares {} x {} pixels, which {} bytes cannot hold", size.width,
                                size.height, source.encoded.size()),
                    where);
    }
    return header;
}

Result<pictures::Header> raw_header(const ImageSource& source) {
    const pictures::Header header{{source.raw_width, source.raw_height}, 0, 0};
    const Result<pictures::Header> checked = check_size(header, source);
    if (checked && source.encoded.size() != header.size.bytes()) {
        return fail("image-broken", "the raw image does not have the declared number of pixels",
                    place_of(source));
    }
    return checked;
}

Result<const Decoder*> find_decoder(const ImageSource& source) {
    const Bytes bytes(source.encoded);
    if (bytes.empty()) return fail("image-empty", "the image has no data", place_of(source));
    if (const Decoder* decoder = decoder_for(bytes)) return decoder;
    if (const char* name = undecoded_format(bytes))
        return fail("image-unsupported", fmt::format("{} images are not decoded", name), place_of(source));
    return fail("image-broken", "not a PNG, JPEG, WebP, GIF, BMP or KTX2 image", place_of(source));
}

tl::unexpected<Error> broken(const ImageSource& source, const std::string& why) {
    return fail("image-broken", fmt::format("the picture cannot be decoded: {}", why), place_of(source));
}

Image raw_image(const ImageSource& source, int halvings) {
    pictures::RowShrinker rows({source.raw_width, source.raw_height}, halvings);
    const auto stride = static_cast<std::size_t>(source.raw_width) * 4;
    const auto* row = reinterpret_cast<const std::uint8_t*>(source.encoded.data());
    for (int y = 0; y < source.raw_height; ++y, row += stride) rows.add(y, row);
    return rows.take();
}

Result<Image> decode_unchecked(const ImageSource& source, Diagnostics& diagnostics, int halvings) {
    if (is_raw(source)) return raw_image(source, halvings);
    pictures::Outcome<pictures::Decoded> decoded =
        decoder_for(source.encoded)->decode(source.encoded, halvings);
    if (!decoded) return broken(source, decoded.error());
    if (!decoded->damage.empty()) {
        diagnostics.warn(
            "image-damaged",
            fmt::format("the picture is damaged and shown as far as it goes: {}", decoded->damage),
            place_of(source));
    }
    return std::move(decoded->image);
}

}  // namespace

Result<pictures::Header> pictures::read_header(const ImageSource& source) {
    if (is_raw(source)) return raw_header(source);
    const Result<const Decoder*> decoder = find_decoder(source);
    if (!decoder) return tl::unexpected(decoder.error());
    const Outcome<pictures::Header> header = (*decoder)->read_header(source.encoded);
    if (!header) return broken(source, header.error());
    return check_size(*header, source);
}

Result<ImageSize> image_size(const ImageSource& source) {
    return pictures::read_header(source).map([](const pictures::Header& header) { return header.size; });
}

Result<Image> decode_image(const ImageSource& source, Diagnostics& diagnostics, int halvings) {
    const Result<pictures::Header> header = pictures::read_header(source);
    if (!header) return tl::unexpected(header.error());
    try {
        return decode_unchecked(source, diagnostics, halvings);
    } catch (const std::bad_alloc&) {
        return fail("image-too-large", "there is not enough memory for the picture", place_of(source));
    }
}

}  // namespace vitruvian
