// What the loader hands over to the window, and when.
#include "app/session/loader.h"

#include "app/session/folders.h"
#include "model/io/file.h"
#include "model/io/source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

namespace vitruvian {
namespace {

TEST(Folders, ADeviceIsNotToBeMended) {
    const auto read = read_file("/dev/null", 1000);
    ASSERT_FALSE(read.has_value());
    EXPECT_NE(advice_for(read.error()).find("device"), std::string::npos) << advice_for(read.error());
}

TEST(Loader, LargePicturesComeAFewAtATime) {
    constexpr int side = 1024;
    constexpr std::size_t count = 12;
    Document document;
    for (std::size_t i = 0; i < count; ++i) {
        ImageSource image;
        image.raw_width = image.raw_height = side;
        image.encoded.assign(std::size_t{4} * side * side, static_cast<std::byte>(i));
        document.images.push_back(std::make_shared<const ImageSource>(std::move(image)));
    }
    std::atomic<int> wakes{0};
    Loader loader([&wakes] { ++wakes; });
    loader.decode(7, document, plan_images(document.images));
    // It wakes the window for each, and at the end.
    for (int i = 0; i < 6000 && wakes <= static_cast<int>(count); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::size_t taken = 0;
    for (int frame = 0; frame < 100 && loader.busy(); ++frame) {
        const int before = wakes;
        const DecodedImages some = loader.take_images();
        EXPECT_LE(some.images.size(), 5U) << "16 MB, and one more";
        EXPECT_TRUE(wakes > before || !loader.busy()) << "the window is woken for the others";
        taken += some.images.size();
    }
    EXPECT_EQ(taken, count);
    EXPECT_FALSE(loader.busy());
}

TEST(Loader, WhatIsOpenStaysWhenAnotherProgramWritesTheFile) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / fmt::format("vitruvian-loader-{}.wrl", ::getpid());
    std::string world = "#VRML V2.0 utf8\nShape { geometry Box {} }\n# ";
    world += std::string(std::size_t{1} << 20, '-');
    std::ofstream(path, std::ios::binary) << world;
    std::atomic<int> wakes{0};
    Loader loader([&wakes] { ++wakes; });
    loader.load(requests_for({path}), Arrival::replace);
    std::optional<LoadedFiles> loaded;
    for (int i = 0; i < 6000 && !loaded; ++i) {
        loaded = loader.take_files();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(loaded && loaded->files.size() == 1 && loaded->files[0].document);
    std::ofstream(path, std::ios::binary) << "#VRML V2.0 utf8\n";
    const FileBytes& bytes = loaded->files[0].document->source->bytes;
    EXPECT_TRUE(bytes.intact());
    EXPECT_TRUE(std::ranges::equal(bytes.span(), std::as_bytes(std::span(world))));
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace vitruvian
