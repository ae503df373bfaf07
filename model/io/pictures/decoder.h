// Interface of image decoders. They read untrusted bytes: JPEG, PNG, WebP and GIF use libraries that the
// distribution patches, and which are linked dynamically.
#pragma once

#include "model/io/image.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace vitruvian::pictures {

using Bytes = std::span<const std::byte>;

/// On failure: the reason, as text that follows "the picture cannot be decoded: ".
template <class T>
using Outcome = tl::expected<T, std::string>;
[[nodiscard]] inline tl::unexpected<std::string> because(std::string why) {
    return tl::unexpected(std::move(why));
}

struct Header {
    ImageSize size;
    /// Memory needed for decoding besides the result and a few rows.
    std::size_t working_bytes = 0;
    /// A smaller file cannot contain such an image: its header is wrong, or nearly all of it is missing.
    std::size_t min_bytes = 0;
};

struct Decoded {
    Image image;
    std::string damage;  // empty: none; otherwise a description, and the image contains what could be decoded
};

struct Decoder {
    bool (*recognises)(Bytes bytes);
    Outcome<Header> (*read_header)(Bytes bytes);
    /// The result has the header's size, halved `halvings` times. Memory use is that of the result, what the
    /// header reports, and a few rows. Only for images of an allowed size.
    Outcome<Decoded> (*decode)(Bytes bytes, int halvings);
};

/// Reads the header of `source`, if it is an image that may be decoded: errors as in decode_image.
[[nodiscard]] Result<Header> read_header(const ImageSource& source);

extern const Decoder jpeg_decoder;
extern const Decoder png_decoder;
extern const Decoder webp_decoder;
extern const Decoder gif_decoder;
extern const Decoder bmp_decoder;
extern const Decoder ktx2_decoder;

}  // namespace vitruvian::pictures
