// Mapped files that another program changes or cuts short while they are read.
#include "model/io/mapped_file.h"

#include "model/formats/load.h"
#include "model/io/file_bytes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

class MappedFileTest : public testing::Test {
  protected:
    void SetUp() override {
        path_ = fs::temp_directory_path() / ("vitruvian-mapped-" + std::to_string(::getpid()) + "-" +
                                             testing::UnitTest::GetInstance()->current_test_info()->name());
    }
    void TearDown() override { fs::remove(path_); }

    void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
    [[nodiscard]] FileBytes read() const { return read_file_bytes(path_, std::size_t{1} << 30).value(); }

    fs::path path_;
};

bool are_all(std::span<const std::byte> bytes, char value) {
    return std::all_of(bytes.begin(), bytes.end(), [value](std::byte b) { return b == std::byte(value); });
}

constexpr std::size_t size = std::size_t{3} << 20;
constexpr std::size_t left = 5000;  // not a multiple of a page

TEST_F(MappedFileTest, WhatIsCutOffReadsAsZeros) {
    write(std::string(size, 'x'));
    const FileBytes bytes = read();
    const FileBytes other = read();
    ASSERT_TRUE(bytes.intact());
    fs::resize_file(path_, left);
    EXPECT_TRUE(are_all(bytes.span().first(left), 'x'));
    EXPECT_TRUE(are_all(bytes.span().subspan(left), '\0'));
    EXPECT_TRUE(are_all(other.span().last(10), '\0'));
    EXPECT_FALSE(bytes.intact());
    EXPECT_FALSE(other.intact());
    // Also where the file has its size and time again.
    fs::resize_file(path_, size);
    EXPECT_FALSE(bytes.intact());
}

TEST_F(MappedFileTest, WhatIsDetachedStays) {
    write(std::string(size, 'x'));
    const FileBytes bytes = read();
    const auto* const at = bytes.span().data();
    bytes.detach();
    write(std::string(left, 'y'));
    EXPECT_EQ(bytes.span().data(), at);
    EXPECT_TRUE(are_all(bytes.span(), 'x'));
    EXPECT_TRUE(bytes.intact());
}

TEST_F(MappedFileTest, WhatHasChangedIsNotDetached) {
    write(std::string(size, 'x'));
    const FileBytes bytes = read();
    fs::resize_file(path_, left);
    bytes.detach();
    EXPECT_FALSE(bytes.intact());
}

TEST_F(MappedFileTest, ManyAreReadAllTheSame) {
    write(std::string(size, 'x'));
    std::vector<FileBytes> many;
    for (int i = 0; i < 300; ++i) many.push_back(read());
    EXPECT_EQ(many.back().size(), size);
    EXPECT_TRUE(are_all(many.back().span().last(10), 'x'));
    many.clear();
    EXPECT_TRUE(are_all(read().span().first(10), 'x'));
}

TEST_F(MappedFileTest, AFileWrittenWhileItIsReadGivesItOrAnError) {
    std::string world = "#VRML V2.0 utf8\n";
    while (world.size() < size) world += "Transform { children [ Shape { geometry Box {} } ] }\n";
    write(world);
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (std::size_t n = 1; !done; ++n) {
            fs::resize_file(path_, world.size() / 7 * (n % 7));
            write(world);
        }
    });
    for (int i = 0; i < 8; ++i) {
        const Result<Document> document = load_document(path_);
        if (document) {
            EXPECT_EQ(document->meshes.size(), std::size_t{size / 53 + 1});
        } else {
            EXPECT_FALSE(document.error().message.empty());
        }
    }
    done = true;
    writer.join();
    EXPECT_TRUE(load_document(path_));
}

}  // namespace
}  // namespace vitruvian
