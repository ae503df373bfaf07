// PNG files: what is written is read back, no larger than stb's, and a file is replaced completely or not at
// all.
#include "renderer/png.h"

#include "model/io/write_file.h"
#include "tests/gl/gl_test.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace vitruvian::test {
namespace {

namespace fs = std::filesystem;

/// A temporary folder that is removed with the test.
class PngTest : public GlTest {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "vitruvian-png-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override {
        std::error_code ignored;
        fs::permissions(folder_, fs::perms::owner_all, ignored);
        fs::remove_all(folder_, ignored);
    }
    [[nodiscard]] std::size_t files_in_folder() const {
        std::size_t count = 0;
        for (const auto& entry : fs::directory_iterator(folder_)) count += entry.exists() ? 1 : 0;
        return count;
    }
    fs::path folder_;
};

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string text_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Image noise(Random& random, int width, int height, bool opaque) {
    Image image{width, height, {}};
    for (int i = 0; i < width * height; ++i) {
        for (int c = 0; c < 3; ++c) image.rgba.push_back(static_cast<std::uint8_t>(random.integer(0, 255)));
        image.rgba.push_back(opaque ? 255 : static_cast<std::uint8_t>(random.integer(0, 255)));
    }
    return image;
}

TEST_F(PngTest, WhatIsWrittenIsReadBack) {
    Random random(6);
    const fs::path path = folder_ / "picture.png";
    for (const auto& [w, h] : {std::pair(1, 1), std::pair(1, 9), std::pair(7, 1), std::pair(3, 5),
                               std::pair(64, 33), std::pair(257, 129)}) {
        for (const bool opaque : {true, false}) {
            const Image image = noise(random, w, h, opaque);
            const std::vector<std::byte> png = encode_png(image);
            EXPECT_EQ(png, encode_png(image));
            EXPECT_EQ(png, encode_png(Image(image))) << "in its own memory";
            constexpr std::size_t color_type = 8 + 8 + 9;
            EXPECT_EQ(static_cast<int>(png.at(color_type)), opaque ? 2 : 6);
            ASSERT_TRUE(write_file_atomically(path, png).has_value());
            const auto read = read_png(path);
            ASSERT_TRUE(read.has_value()) << read.error().text();
            EXPECT_EQ(read->width, w);
            EXPECT_EQ(read->height, h);
            EXPECT_EQ(read->rgba, image.rgba);
        }
    }
    EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(PngTest, NotLargerThanStb) {
    RenderScene scene = make_figure(StandardView::best, 4.0F / 3.0F);
    for (const bool transparent : {false, true}) {
        scene.background.transparent = transparent;
        const Image image = draw(scene, 640, 480);
        int size = 0;
        unsigned char* stb =
            stbi_write_png_to_mem(image.rgba.data(), image.width * 4, image.width, image.height, 4, &size);
        std::free(stb);  // NOLINT(cppcoreguidelines-no-malloc)
        EXPECT_LE(encode_png(image).size(), static_cast<std::size_t>(size)) << "transparent: " << transparent;
    }
}

TEST_F(PngTest, BrokenFilesAreErrors) {
    Random random(2);
    EXPECT_EQ(read_png(folder_ / "none.png").error().code, "file-not-found");
    const std::vector<std::byte> png = encode_png(noise(random, 20, 20, true));
    const fs::path path = folder_ / "broken.png";
    for (std::size_t length = 0; length + 12 < png.size(); length += 97) {
        ASSERT_TRUE(write_file_atomically(path, std::span(png).first(length)).has_value());
        const auto read = read_png(path);
        ASSERT_FALSE(read.has_value()) << "cut after " << length;
        EXPECT_EQ(read.error().code, "bad-png");
        EXPECT_EQ(read.error().where.file, path.string());
    }
}

TEST_F(PngTest, FilesAreReplacedWithTheirPermissions) {
    const fs::path path = folder_ / "file";
    ASSERT_TRUE(write_file_atomically(path, bytes_of("one")).has_value());
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    const fs::path link = folder_ / "link";
    fs::create_symlink("file", link);
    for (const Flush flush : {Flush::now, Flush::later}) {
        ASSERT_TRUE(write_file_atomically(link, bytes_of("another"), flush).has_value());
        EXPECT_TRUE(fs::is_symlink(link));
        EXPECT_EQ(text_of(path), "another");
        EXPECT_EQ(static_cast<int>(fs::status(path).permissions()), 0640);
    }
    EXPECT_EQ(files_in_folder(), 2U);
}

TEST_F(PngTest, AFolderThatCannotBeWrittenKeepsItsFile) {
    const fs::path path = folder_ / "file";
    ASSERT_TRUE(write_file_atomically(path, bytes_of("old")).has_value());
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                                 fs::perms::others_exec);
    // Root may write everywhere, so the test drops privileges temporarily.
    const uid_t user = ::geteuid();
    ASSERT_TRUE(user != 0 || ::seteuid(65534) == 0);
    const auto done = write_file_atomically(path, bytes_of("new"));
    ASSERT_TRUE(user != 0 || ::seteuid(0) == 0);
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code, "cannot-write");
    EXPECT_EQ(done.error().where.file, path.string());
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(PngTest, AFullDiskKeepsTheFile) {
    const fs::path path = folder_ / "file";
    ASSERT_TRUE(write_file_atomically(path, bytes_of("old")).has_value());
    // A limit on the size of files stops the writing half-way, as a full disk would.
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto done = write_file_atomically(path, std::vector<std::byte>(5000));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, old_handler);
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code, "cannot-write");
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(PngTest, AFolderInTheWayIsAnErrorThatLeavesNothing) {
    fs::create_directories(folder_ / "file" / "inside");
    const auto done = write_file_atomically(folder_ / "file", bytes_of("new"));
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code, "cannot-write");
    EXPECT_EQ(files_in_folder(), 1U);
    EXPECT_FALSE(write_file_atomically(folder_ / "none" / "file", bytes_of("new")).has_value());
}

}  // namespace
}  // namespace vitruvian::test
