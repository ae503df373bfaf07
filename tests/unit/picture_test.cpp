// Images: every format gives the same pixels, at full and reduced size; broken, inconsistent or huge files do
// no harm.
#include "model/formats/load.h"
#include "model/io/file.h"
#include "model/io/image.h"
#include "model/io/png.h"
#include "tests/folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Sources = std::vector<std::shared_ptr<const ImageSource>>;

std::shared_ptr<ImageSource> source_of(std::vector<std::byte> bytes, std::string name = "picture") {
    auto source = std::make_shared<ImageSource>();
    source->name = std::move(name);
    source->encoded = std::move(bytes);
    return source;
}

std::shared_ptr<ImageSource> file_source(const fs::path& path) {
    return source_of(read_file(path, std::size_t{1} << 20).value(), path.filename().string());
}

std::shared_ptr<ImageSource> corpus_source(const std::string& name) {
    return file_source(source_folder() / "tests/fuzz/corpus/fuzz_picture" / name);
}

Image noise(int width, int height, bool opaque) {
    Image image{width, height, {}};
    std::mt19937 random(5);
    for (int i = 0; i < width * height * 4; ++i) image.rgba.push_back(static_cast<std::uint8_t>(random()));
    for (std::size_t i = 3; opaque && i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

Image plain(int width, int height, std::uint8_t value) {
    return {width, height, std::vector<std::uint8_t>(ImageSize{width, height}.bytes(), value)};
}

void put_u32(std::vector<std::byte>& out, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i)
        out.at(at + i) = static_cast<std::byte>(value >> (24 - 8 * i) & 0xFFU);
}

/// A PNG that declares another size.
std::vector<std::byte> lying_png(std::uint32_t width, std::uint32_t height) {
    std::vector<std::byte> png = encode_png(plain(2, 2, 255));
    put_u32(png, 16, width);
    put_u32(png, 20, height);
    const auto* chunk = reinterpret_cast<const Bytef*>(png.data()) + 12;
    put_u32(png, 29, static_cast<std::uint32_t>(crc32(0, chunk, 17)));
    return png;
}

using Color = std::array<int, 4>;
/// Colours of the quarters: top left, top right, bottom left, bottom right.
std::array<Color, 4> quarters(const Image& image) {
    std::array<Color, 4> out{};
    for (std::size_t q = 0; q < 4; ++q) {
        const int x = image.width * (q % 2 == 0 ? 1 : 3) / 4;
        const int y = image.height * (q < 2 ? 1 : 3) / 4;
        for (std::size_t c = 0; c < 4; ++c)
            out[q][c] = image.rgba.at((static_cast<std::size_t>(y * image.width + x)) * 4 + c);
    }
    return out;
}

/// All of the corpus shows the same, except for broken images.
TEST(Pictures, EveryKindShowsTheSame) {
    int seen = 0;
    for (const auto& entry : fs::directory_iterator(source_folder() / "tests/fuzz/corpus/fuzz_picture")) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("short") || name.starts_with("scans") || name.starts_with("part")) continue;
        ++seen;
        const std::shared_ptr<const ImageSource> source = file_source(entry.path());
        for (const int halvings : {0, 1, 2, 3}) {
            SCOPED_TRACE(name + " halved " + std::to_string(halvings));
            Diagnostics diagnostics;
            const Result<Image> image = decode_image(*source, diagnostics, halvings);
            ASSERT_TRUE(image) << image.error().text();
            EXPECT_EQ(diagnostics.empty(), !name.starts_with("broken"));
            EXPECT_EQ(image->width, 16 >> halvings);
            EXPECT_EQ(image->height, 16 >> halvings);
            std::array<Color, 4> expected{
                {{240, 16, 16, 255}, {16, 208, 32, 255}, {32, 48, 224, 255}, {128, 128, 128, 255}}};
            if (name.starts_with("gray"))
                expected = {{{0, 0, 0, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}, {255, 255, 255, 255}}};
            const std::array<Color, 4> found = quarters(*image);
            for (std::size_t q = 0; q < 4; ++q) {
                if (q == 3 && name.starts_with("clear")) {
                    EXPECT_EQ(found[q][3], 0);
                    continue;
                }
                for (std::size_t c = 0; c < 4; ++c)
                    EXPECT_NEAR(found[q][c], expected[q][c], 1) << q << ' ' << c;
            }
        }
    }
    EXPECT_GT(seen, 20);
}

TEST(Pictures, WhatBreaksOffIsShownAsFarAsItGoes) {
    for (const char* name : {"short.jpg", "short.bmp"}) {
        Diagnostics diagnostics;
        const Result<Image> image = decode_image(*corpus_source(name), diagnostics);
        ASSERT_TRUE(image) << name;
        ASSERT_EQ(diagnostics.list().size(), 1U) << name;
        EXPECT_EQ(diagnostics.list().front().code, "image-damaged");
        EXPECT_EQ(diagnostics.list().front().where.file, name);
    }
    const std::vector<std::byte> png = encode_png(noise(64, 64, true));
    Diagnostics diagnostics;
    const Result<Image> image = decode_image(*source_of({png.begin(), png.begin() + 6000}), diagnostics);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->rgba[0], noise(64, 64, true).rgba[0]);
    EXPECT_EQ(image->rgba.back(), 0);
    EXPECT_FALSE(diagnostics.empty());
}

TEST(Pictures, MoreSymbolsThanATableHolds) {
    Diagnostics diagnostics;
    const std::shared_ptr<const ImageSource> source =
        file_source(source_folder() / "tests/data/many_symbols.jpg");
    EXPECT_EQ(decode_image(*source, diagnostics).error().code, "image-broken");
}

TEST(Pictures, AFigureStaysWithoutItsBrokenPicture) {
    const std::vector<std::byte> bytes =
        read_file(source_folder() / "tests/data/many_symbols.jpg", 10'000).value();
    Document document;
    document.images = {source_of(bytes), source_of(encode_png(plain(4, 4, 255)))};
    const auto images = decode_images(document.images, document.diagnostics);
    EXPECT_EQ(images.at(0), nullptr);
    EXPECT_NE(images.at(1), nullptr);
    ASSERT_EQ(document.diagnostics.list().size(), 1U);
    EXPECT_EQ(document.diagnostics.list().front().code, "image-broken");
}

TEST(Pictures, ScansWithoutEnd) {
    Diagnostics diagnostics;
    EXPECT_THAT(decode_image(*corpus_source("scans.jpg"), diagnostics).error().message, HasSubstr("scans"));
}

TEST(Pictures, OtherFormatsAreNamed) {
    const auto error = [](std::string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        Diagnostics diagnostics;
        return decode_image(*source_of({bytes.begin(), bytes.end()}), diagnostics).error();
    };
    EXPECT_EQ(error("").code, "image-empty");
    EXPECT_EQ(error("nonsense").code, "image-broken");
    EXPECT_THAT(error("\xABKTX 20\xBB\r\n").message, HasSubstr("KTX2"));
    EXPECT_EQ(error("RIFF....WEBPVP8 ").code, "image-broken");
    EXPECT_EQ(error("GIF89a").code, "image-broken");
    EXPECT_EQ(error("\x89PNG\r\n\x1a\n").code, "image-broken");
    EXPECT_EQ(error("\xFF\xD8\xFF").code, "image-broken");
}

TEST(Pictures, SizesThatLie) {
    const auto code = [](std::uint32_t width, std::uint32_t height) {
        Diagnostics diagnostics;
        return decode_image(*source_of(lying_png(width, height)), diagnostics).error().code;
    };
    EXPECT_EQ(code(16000, 16000), "image-broken");
    EXPECT_EQ(code(20000, 20000), "image-too-large");
    EXPECT_EQ(code(0x7FFFFFFF, 0x7FFFFFFF), "image-broken");
    EXPECT_EQ(code(0, 5), "image-broken");
}

TEST(Pictures, RawPixels) {
    ImageSource source;
    source.encoded = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    source.raw_width = 1;
    source.raw_height = 1;
    Diagnostics diagnostics;
    EXPECT_THAT(decode_image(source, diagnostics)->rgba, ::testing::ElementsAre(1, 2, 3, 4));
    source.raw_height = 2;
    EXPECT_EQ(decode_image(source, diagnostics).error().code, "image-broken");
}

TEST(Pictures, HalvedIsTheMeanThatAlphaWeighs) {
    const Image image{3, 2, {10, 0, 0, 255, 30,  0, 0, 255, 7, 8, 9, 0,  //
                             50, 0, 0, 255, 200, 0, 0, 0,   7, 8, 9, 0}};
    const Image half = halved(image, 1);
    EXPECT_EQ(half.width, 2);
    EXPECT_EQ(half.height, 1);
    EXPECT_THAT(half.rgba, ::testing::ElementsAre(30, 0, 0, 191, 7, 8, 9, 0));
}

TEST(Pictures, DecodedSmallerIsDecodedThenHalved) {
    for (const auto& [width, height] :
         {std::pair(37, 21), std::pair(1, 300), std::pair(300, 1), std::pair(64, 64)}) {
        const std::shared_ptr<const ImageSource> source = source_of(encode_png(noise(width, height, false)));
        for (int halvings = 0; halvings < 10; ++halvings) {
            Diagnostics diagnostics;
            const Result<Image> image = decode_image(*source, diagnostics, halvings);
            ASSERT_TRUE(image);
            const Image expected = halved(noise(width, height, false), halvings);
            EXPECT_EQ(image->width, expected.width);
            EXPECT_EQ(image->rgba, expected.rgba);
        }
    }
}

TEST(Pictures, ALongAndThinOne) {
    const int height = 60'000;
    Diagnostics diagnostics;
    const Result<Image> image = decode_image(*source_of(encode_png(plain(1, height, 200))), diagnostics);
    ASSERT_TRUE(image) << image.error().text();
    EXPECT_EQ(image->height, height);
    EXPECT_TRUE(diagnostics.empty());
}

// ---- the budget

ImagePlan plan_of(int count, int side) {
    ImagePlan plan;
    for (int i = 0; i < count; ++i) plan.push_back({static_cast<std::size_t>(i), {side, side}, 0, 0});
    return plan;
}

std::size_t total_of(const ImagePlan& plan) {
    std::size_t total = 0;
    for (const PlannedImage& image : plan) total += image.size().bytes();
    return total;
}

/// The same file with its compressed rows compressed by zlib at `level`.
std::vector<std::byte> recompressed(const std::vector<std::byte>& png, std::size_t bytes_of_rows, int level) {
    constexpr std::size_t before = 54;  // IDAT's length is at 46
    constexpr std::size_t after = 16;
    std::vector<Bytef> rows(bytes_of_rows);
    uLongf size = bytes_of_rows;
    const auto* data = reinterpret_cast<const Bytef*>(png.data()) + before;
    EXPECT_EQ(uncompress(rows.data(), &size, data, png.size() - before - after), Z_OK);
    uLongf packed = compressBound(size);
    std::vector<std::byte> out(png.begin(), png.begin() + before);
    out.resize(before + packed);
    EXPECT_EQ(compress2(reinterpret_cast<Bytef*>(out.data()) + before, &packed, rows.data(), size, level),
              Z_OK);
    out.resize(before + packed + 4);
    put_u32(out, 46, static_cast<std::uint32_t>(packed));
    const auto* chunk = reinterpret_cast<const Bytef*>(out.data()) + 50;
    put_u32(out, before + packed, static_cast<std::uint32_t>(crc32(0, chunk, static_cast<uInt>(packed + 4))));
    out.insert(out.end(), png.end() - 12, png.end());
    return out;
}

TEST(Pictures, AWrittenFileIsKnownByItsImage) {
    for (const bool opaque : {true, false}) {
        const Image image = noise(7, 5, opaque);
        const std::vector<std::byte> png = encode_png(image);
        EXPECT_TRUE(is_png_of(png, image));
        const std::size_t rows = (7 * (opaque ? 3U : 4U) + 1) * 5;
        for (const int level : {0, 1, 9})
            EXPECT_TRUE(is_png_of(recompressed(png, rows, level), image)) << level;
        for (std::size_t i = 0; i < png.size(); ++i) {
            std::vector<std::byte> other = png;
            other[i] ^= std::byte{4};
            EXPECT_FALSE(is_png_of(other, image)) << i;
            EXPECT_FALSE(is_png_of(std::span(png).first(i), image)) << i;
        }
        for (std::size_t i = 0; i < image.rgba.size(); ++i) {
            Image other = image;
            other.rgba[i] ^= 1U;
            EXPECT_FALSE(is_png_of(png, other)) << i;
        }
        EXPECT_FALSE(is_png_of(png, noise(5, 7, opaque)));
    }
}

TEST(ImageBudget, TwentyLargeTexturesStayFine) {
    ImagePlan plan = plan_of(20, 4096);
    const std::array plans{&plan};
    fit_images(plans, image_budget);
    EXPECT_LE(total_of(plan), image_budget);
    EXPECT_EQ(plan.front().size().width, 4096);
    for (const PlannedImage& image : plan) EXPECT_GE(image.size().width, 2048);
}

TEST(ImageBudget, WhatFitsIsLeftAlone) {
    ImagePlan plan = plan_of(8, 4096);
    const std::array plans{&plan};
    fit_images(plans, image_budget);
    for (const PlannedImage& image : plan) EXPECT_EQ(image.halvings, 0);
}

TEST(ImageBudget, LargeOnesOfAnyFileGiveWayToSmallOnes) {
    ImagePlan large = plan_of(5, 16384);
    ImagePlan small = plan_of(10, 512);
    const std::array plans{&large, &small};
    fit_images(plans, image_budget);
    EXPECT_LE(total_of(large) + total_of(small), image_budget);
    for (const PlannedImage& image : small) EXPECT_EQ(image.halvings, 0);
    for (const PlannedImage& image : large) EXPECT_GE(image.size().width, 4096);
}

TEST(ImageBudget, AHopelessOneEnds) {
    ImagePlan plan = plan_of(100, 64);
    const std::array plans{&plan};
    fit_images(plans, 10);
    EXPECT_EQ(total_of(plan), 400U);
}

TEST(ImageBudget, TheSamePictureIsDecodedOnce) {
    const std::vector<std::byte> png = encode_png(noise(20, 20, true));
    std::vector<std::byte> other = png;
    other[other.size() / 2] ^= std::byte{1};
    Sources sources{source_of(png, "a"), source_of(png, "b"), nullptr, source_of(other, "c")};
    sources.push_back(sources[0]);
    const ImagePlan plan = plan_images(sources);
    EXPECT_EQ(plan[1].same_as, 0U);
    EXPECT_EQ(plan[3].same_as, 3U);
    EXPECT_EQ(plan[4].same_as, 0U);
    EXPECT_EQ(total_of(plan), 2 * ImageSize({20, 20}).bytes());
    Diagnostics diagnostics;
    const auto images = decode_images(sources, diagnostics);
    EXPECT_EQ(images[0], images[1]);
    EXPECT_EQ(images[0], images[4]);
    EXPECT_NE(images[0], images[3]);
    EXPECT_EQ(images[2], nullptr);
}

TEST(ImageBudget, WhatIsMadeSmallerIsReported) {
    const Sources sources{source_of(encode_png(noise(64, 64, true))),
                          source_of(encode_png(plain(16, 16, 9)))};
    Diagnostics diagnostics;
    const auto images = decode_images(sources, diagnostics, ImageSize{48, 48}.bytes());
    EXPECT_EQ(images.at(0)->width, 32);
    EXPECT_EQ(images.at(1)->width, 16);
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list().front().code, "image-halved");
    EXPECT_THAT(diagnostics.list().front().message, HasSubstr("1 of 2"));
}

TEST(ImageBudget, AllTogetherHaveALimitToo) {
    // One bit per pixel, all equal: 16384 x 16384 pixels in 33 kB. A small file could require hours of
    // decoding.
    Sources sources;
    for (int i = 0; i < 12; ++i) {
        std::vector<std::byte> png = lying_png(16384, 16384);
        png[24] = std::byte{1};
        png[25] = std::byte{0};
        const auto* chunk = reinterpret_cast<const Bytef*>(png.data()) + 12;
        put_u32(png, 29, static_cast<std::uint32_t>(crc32(0, chunk, 17)));
        png.resize(40'000 + static_cast<std::size_t>(i));
        sources.push_back(source_of(std::move(png)));
    }
    const ImagePlan plan = plan_images(sources);
    EXPECT_EQ(plan[7].file_size, (ImageSize{16384, 16384}));
    EXPECT_EQ(plan[8].file_size, ImageSize());
    Diagnostics diagnostics;
    const std::span<const std::shared_ptr<const ImageSource>> last(&sources[8], 1);
    ImagePlan over{{0, {}, 0, 0}};
    decode_images(
        last, over, [](std::size_t, const std::shared_ptr<const Image>&) { ADD_FAILURE(); }, diagnostics);
    EXPECT_EQ(diagnostics.list().at(0).code, "image-too-large");
}

TEST(ImageBudget, EncodedPicturesCountToo) {
    std::string pattern = (fs::temp_directory_path() / "vitruvian-pictures-XXXXXX").string();
    const fs::path folder = ::mkdtemp(pattern.data());
    std::ofstream(folder / "large.png", std::ios::binary) << "\x89PNG\r\n\x1a\n" << std::string(3000, 'x');
    for (const char* name : {"a.png", "b.png"})
        std::ofstream(folder / name, std::ios::binary) << "\x89PNG\r\n\x1a\n" << std::string(1500, 'x');
    std::string text = "#VRML V2.0 utf8\n";
    for (const char* url : {"large.png", "a.png", "./a.png", "b.png"})
        text += "Shape { appearance Appearance { texture ImageTexture { url \"" + std::string(url) +
                "\" } } geometry Box { } }\n";
    LoadOptions options;
    options.limits.max_picture_bytes = 2000;
    options.limits.max_pictures_bytes = 2500;
    const Result<Document> world =
        load_document(std::as_bytes(std::span(text)), "world.wrl", folder, options);
    fs::remove_all(folder);
    ASSERT_TRUE(world) << world.error().text();
    ASSERT_EQ(world->images.size(), 1U);
    EXPECT_EQ(world->images[0]->name, "a.png");
    EXPECT_EQ(world->meshes.size(), 4U);
    EXPECT_EQ(world->diagnostics.list().at(0).code, "vrml-texture-missing");
}

}  // namespace
}  // namespace vitruvian
