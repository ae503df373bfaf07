// WebP (EXT_texture_webp) through libwebp, which downscales an image while decoding.
#include "model/io/pictures/decoder.h"

#include <webp/decode.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace vitruvian::pictures {
namespace {

const std::uint8_t* data_of(Bytes bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

bool recognises_webp(Bytes bytes) {
    const auto has = [&](std::size_t at, std::string_view magic) {
        return bytes.size() >= at + magic.size() &&
               std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
    };
    return has(0, "RIFF") && has(8, "WEBP");
}

Outcome<Header> read_webp_header(Bytes bytes) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(data_of(bytes), bytes.size(), &features) != VP8_STATUS_OK)
        return because("it is damaged");
    if (features.has_animation != 0) return because("moving WebP pictures are not read");
    Header out{{features.width, features.height}, 0, 0};
    // A lossless image is decoded as a whole, and so is the alpha of a lossy one.
    constexpr int lossless = 2;
    if (features.format == lossless)
        out.working_bytes = out.size.bytes();
    else if (features.has_alpha != 0)
        out.working_bytes = 2 * out.size.pixels();
    return out;
}

Outcome<Decoded> decode_webp(Bytes bytes, int halvings) {
    const Outcome<Header> header = read_webp_header(bytes);
    if (!header) return tl::unexpected(header.error());
    const ImageSize size = header->size.halved(halvings);
    Decoded out{{size.width, size.height, std::vector<std::uint8_t>(size.bytes())}, {}};
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) return because("libwebp is of another version");
    if (halvings > 0) {
        config.options.use_scaling = 1;
        config.options.scaled_width = size.width;
        config.options.scaled_height = size.height;
    }
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {out.image.rgba.data(), size.width * 4, out.image.rgba.size()};
    // Incrementally, although all bytes are available: of a truncated image only the missing part is lost.
    const std::unique_ptr<WebPIDecoder, void (*)(WebPIDecoder*)> decoder(WebPIDecode(nullptr, 0, &config),
                                                                         WebPIDelete);
    if (decoder == nullptr) return because("out of memory");
    const VP8StatusCode status = WebPIUpdate(decoder.get(), data_of(bytes), bytes.size());
    if (status == VP8_STATUS_OK) return out;
    int rows = 0;
    if (WebPIDecGetRGB(decoder.get(), &rows, nullptr, nullptr, nullptr) == nullptr || rows <= 0)
        return because("it is damaged");
    out.damage = status == VP8_STATUS_SUSPENDED ? "it breaks off" : "its data are wrong";
    return out;
}

}  // namespace

const Decoder webp_decoder{recognises_webp, read_webp_header, decode_webp};

}  // namespace vitruvian::pictures
