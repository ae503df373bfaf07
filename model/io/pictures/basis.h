// Blocks of Basis Universal textures in KTX2 files: UASTC (UASTC LDR 4x4) and ETC1S with BasisLZ (KTX 2.0,
// appendix BasisLZ/ETC1S). The bytes are untrusted: nothing is read beyond them, and inconsistent data gives
// an Outcome with a message.
#pragma once

#include "model/io/pictures/decoder.h"

#include <array>
#include <cstdint>
#include <vector>

namespace vitruvian::pictures {

/// 4 x 4 pixels RGBA8, rows from the top.
using BlockPixels = std::array<std::array<std::uint8_t, 4>, 16>;

inline constexpr std::size_t uastc_block_bytes = 16;
/// Decodes a block; an invalid one is magenta, as on graphics cards.
[[nodiscard]] BlockPixels decode_uastc(std::span<const std::byte, uastc_block_bytes> block);

/// Data shared by all slices of a BasisLZ file, and their decoder.
class BasisLz {
  public:
    struct Block {
        std::uint16_t endpoint = 0;
        std::uint16_t selector = 0;
    };

    /// `global` is the supercompression global data of the file, with `images` image descriptions.
    [[nodiscard]] static Outcome<BasisLz> open(Bytes global, std::size_t images);
    /// Returns the blocks of a slice in rows from the top.
    [[nodiscard]] Outcome<std::vector<Block>> decode_slice(Bytes slice, int blocks_wide,
                                                           int blocks_high) const;
    /// Returns opaque pixels.
    [[nodiscard]] BlockPixels pixels(Block block) const;

    /// For the first image: where its slices are in the bytes of its level. `alpha_bytes` 0: no alpha.
    struct ImageDescription {
        std::uint32_t flags, color_at, color_bytes, alpha_at, alpha_bytes;
    };
    [[nodiscard]] const ImageDescription& first_image() const { return image_; }

  private:
    struct Endpoint {
        std::array<std::uint8_t, 3> color{};  // 5 bits each
        std::uint8_t intensity = 0;
    };
    using Selector = std::array<std::uint8_t, 4>;  // rows of four times 2 bits

    /// A canonical Huffman code (RFC 1951, 3.2.2).
    struct Huffman {
        std::array<std::uint32_t, 17> count{};  // of codes of each length
        std::vector<std::uint16_t> symbols;     // in the order of their codes
    };
    class BitReader;

    [[nodiscard]] static bool read_table(BitReader& bits, Huffman& table);
    [[nodiscard]] bool read_endpoints(Bytes bytes, std::size_t count);
    [[nodiscard]] bool read_selectors(Bytes bytes, std::size_t count);
    [[nodiscard]] bool read_tables(Bytes bytes);
    class SliceDecoder;

    ImageDescription image_{};
    std::vector<Endpoint> endpoints_;
    std::vector<Selector> selectors_;
    Huffman endpoint_prediction_, endpoint_delta_, selector_, selector_run_;
    std::uint32_t history_size_ = 0;
};

}  // namespace vitruvian::pictures
