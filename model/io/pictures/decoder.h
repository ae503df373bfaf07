// What a decoder of one kind of picture does. The decoders read bytes of strangers: JPEG, PNG, WebP and GIF go to
// libraries that the distribution patches, and which are linked, not compiled in.
#pragma once

#include "model/io/image.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace vitruvian::pictures {

using Bytes = std::span<const std::byte>;

/// Of what cannot be decoded: why, in words that follow "the picture cannot be decoded: ".
template <class T>
using Outcome = tl::expected<T, std::string>;
[[nodiscard]] inline tl::unexpected<std::string> because(std::string why) {
    return tl::unexpected(std::move(why));
}

struct Header {
    ImageSize size;
    /// What decoding takes beside the result and a few rows.
    std::size_t working_bytes = 0;
    /// A file of fewer bytes cannot hold such a picture: its header lies, or as good as all of it is missing.
    std::size_t min_bytes = 0;
};

struct Decoded {
    Image image;
    std::string damage;  // empty: none; else what it was, and the image holds what could be decoded
};

struct Decoder {
    bool (*recognises)(Bytes bytes);
    Outcome<Header> (*read_header)(Bytes bytes);
    /// The result has the header's size, halved `halvings` times. Memory on the way is that of the result, what
    /// the header says, and a few rows. Only for what has a size that is allowed.
    Outcome<Decoded> (*decode)(Bytes bytes, int halvings);
};

/// What the header of `source` says, where it is a picture that may be decoded: the errors are decode_image's.
[[nodiscard]] Result<Header> read_header(const ImageSource& source);

extern const Decoder jpeg_decoder;
extern const Decoder png_decoder;
extern const Decoder webp_decoder;
extern const Decoder gif_decoder;
extern const Decoder bmp_decoder;
extern const Decoder ktx2_decoder;

}  // namespace vitruvian::pictures
