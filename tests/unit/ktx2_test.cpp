// Textures in KTX2 files: UASTC and ETC1S of a third-party encoder, each kind of block, and corruption.
#include "model/formats/load.h"
#include "model/io/file.h"
#include "model/io/image.h"
#include "model/io/pictures/basis.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// Two slopes with an edge between them, half of it translucent: the source of tests/data/ktx2.
Image slope() {
    Image out{22, 14, {}};
    for (int y = 0; y < out.height; ++y) {
        for (int x = 0; x < out.width; ++x) {
            for (const int value : {10 * x + 20, x < 12 ? 200 : 60, 15 * y + 30, y < 8 ? 255 : 96})
                out.rgba.push_back(static_cast<std::uint8_t>(value));
        }
    }
    return out;
}

ImageSource source_of(const char* name) {
    ImageSource out;
    const Result<std::vector<std::byte>> bytes =
        read_file(source_folder() / "tests/data/ktx2" / name, std::size_t{1} << 20);
    if (bytes) out.encoded = *bytes;
    return out;
}

double mean_error(const Image& a, const Image& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) sum += std::abs(int{a.rgba[i]} - int{b.rgba[i]});
    return sum / static_cast<double>(a.rgba.size());
}

TEST(Ktx2, PicturesLookAsTheyDidBeforeTheyWereEncoded) {
    for (const auto& [name, most] :
         {std::pair("slope_uastc.ktx2", 1.5), std::pair("slope_uastc_zstd.ktx2", 1.5),
          std::pair("slope_etc1s.ktx2", 12.0)}) {
        Diagnostics damage;
        const Result<Image> image = decode_image(source_of(name), damage);
        ASSERT_TRUE(image) << name << image.error().text();
        ASSERT_EQ(image->width, 22);
        ASSERT_EQ(image->height, 14);
        EXPECT_LT(mean_error(*image, slope()), most) << name;
        const Result<Image> half = decode_image(source_of(name), damage, 1);
        ASSERT_TRUE(half);
        EXPECT_EQ(half->width, 11);
        EXPECT_LT(mean_error(*half, halved(*image, 1)), 0.6) << name;
    }
}

TEST(Ktx2, WhatBreaksOffOrContradictsItselfIsRefused) {
    for (const char* name : {"slope_uastc.ktx2", "slope_etc1s.ktx2"}) {
        const ImageSource whole = source_of(name);
        ASSERT_FALSE(whole.encoded.empty());
        Diagnostics damage;
        for (std::size_t cut = 0; cut + 1 < whole.encoded.size(); ++cut) {
            ImageSource part = whole;
            part.encoded.resize(cut);
            static_cast<void>(decode_image(part, damage));
        }
        ImageSource part = whole;
        part.encoded.resize(whole.encoded.size() * 3 / 4);
        EXPECT_FALSE(decode_image(part, damage)) << name;
        // Every byte of the header and of the codebooks is inverted.
        for (std::size_t at = 12; at < whole.encoded.size(); ++at) {
            ImageSource other = whole;
            other.encoded[at] = ~other.encoded[at];
            const Result<ImageSize> size = image_size(other);
            if (size && size->pixels() < 1'000'000) static_cast<void>(decode_image(other, damage));
        }
    }
}

/// Bits from the lowest of the first byte.
class BlockWriter {
  public:
    void put(unsigned value, int bits) {
        for (int i = 0; i < bits; ++i, ++at_)
            bytes_.at(at_ / 8) |= static_cast<std::byte>((value >> i & 1U) << (at_ % 8));
    }
    void skip_to(std::size_t bit) { at_ = bit; }
    [[nodiscard]] const std::array<std::byte, 16>& bytes() const { return bytes_; }

  private:
    std::array<std::byte, 16> bytes_{};
    std::size_t at_ = 0;
};

TEST(Uastc, OneColour) {
    BlockWriter block;
    block.put(0b10111, 5);
    for (const unsigned value : {12U, 200U, 7U, 99U}) block.put(value, 8);
    for (const auto& pixel : pictures::decode_uastc(block.bytes()))
        EXPECT_EQ(pixel, (std::array<std::uint8_t, 4>{12, 200, 7, 99}));
}

TEST(Uastc, WeightsGoFromOneEndToTheOther) {
    // Mode 1: three channels of 8 bits, weights of 2; the first weight has no highest bit.
    BlockWriter block;
    block.put(0b110101, 6);
    block.skip_to(21);
    for (const unsigned value : {0U, 255U, 100U, 100U, 255U, 0U}) block.put(value, 8);
    block.put(0, 1);
    for (unsigned pixel = 1; pixel < 16; ++pixel) block.put(pixel % 4, 2);
    const pictures::BlockPixels pixels = pictures::decode_uastc(block.bytes());
    const std::array<int, 4> shares{0, 21, 43, 64};
    for (std::size_t pixel = 0; pixel < 16; ++pixel) {
        const int share = shares.at(pixel % 4);
        EXPECT_NEAR(pixels.at(pixel)[0], 255 * share / 64.0, 1.0) << pixel;
        EXPECT_EQ(pixels.at(pixel)[1], 100);
        EXPECT_NEAR(pixels.at(pixel)[2], 255 - 255 * share / 64.0, 1.0);
        EXPECT_EQ(pixels.at(pixel)[3], 255);
    }
}

TEST(Uastc, TwoPartsHaveColoursOfTheirOwn) {
    // Mode 16, luminance and alpha in two parts by pattern 0: two columns left, two right.
    BlockWriter block;
    block.put(0b010101, 6);
    block.skip_to(34);
    for (const unsigned value : {10U, 10U, 255U, 255U, 200U, 200U, 40U, 40U}) block.put(value, 8);
    const pictures::BlockPixels pixels = pictures::decode_uastc(block.bytes());
    EXPECT_EQ(pixels.at(0), (std::array<std::uint8_t, 4>{10, 10, 10, 255}));
    EXPECT_EQ(pixels.at(3), (std::array<std::uint8_t, 4>{200, 200, 200, 40}));
    EXPECT_EQ(pixels.at(13), (std::array<std::uint8_t, 4>{10, 10, 10, 255}));
}

TEST(Uastc, WhatNoEncoderMakesIsMagenta) {
    BlockWriter reserved;
    reserved.put(0b1000101, 7);
    EXPECT_EQ(pictures::decode_uastc(reserved.bytes()).at(5),
              (std::array<std::uint8_t, 4>{255, 0, 255, 255}));
    BlockWriter pattern;
    pattern.put(0b11101, 5);
    pattern.skip_to(20);
    pattern.put(31, 5);
    EXPECT_EQ(pictures::decode_uastc(pattern.bytes()).at(0), (std::array<std::uint8_t, 4>{255, 0, 255, 255}));
}

}  // namespace
}  // namespace vitruvian
