// Mapped files that another program changes or cuts short while they are read.
#include "model/io/mapped_file.h"

#include "model/check/run.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/descriptor.h"
#include "model/io/file_bytes.h"
#include "tests/folders.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
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

std::string manikin(const char* name) {
    std::ifstream file(source_folder() / "assets/manikin" / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Loads, checks and saves the file again and again while `change` changes it.
void read_while(const fs::path& path, const std::function<void(std::size_t round)>& change) {
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (std::size_t round = 1; !done; ++round) change(round);
    });
    for (int i = 0; i < 10; ++i) {
        const Result<Document> document = load_document(path);
        if (!document) {
            EXPECT_FALSE(document.error().message.empty());
            continue;
        }
        EXPECT_EQ(expect_valid(*document), std::nullopt);
        static_cast<void>(check::run_checks(*document));
        const Result<EncodedDocument> encoded = encode_document(*document, {});
        EXPECT_TRUE(encoded || encoded.error().code == "source-changed") << encoded.error().text();
    }
    done = true;
    writer.join();
}

TEST_F(MappedFileTest, AWorldCutShortWhileItIsReadGivesItOrAnError) {
    const std::string world = manikin("manikin.x3d");
    write(world);
    read_while(path_, [&](std::size_t round) {
        fs::resize_file(path_, world.size() / 7 * (round % 7));
        write(world);
    });
    EXPECT_TRUE(load_document(path_));
}

TEST_F(MappedFileTest, BytesChangedWhileTheyAreReadGiveAFigureOrAnError) {
    const std::string figure = manikin("manikin.glb");
    write(figure);
    const Descriptor file = Descriptor::open(path_, O_WRONLY);
    read_while(path_, [&](std::size_t round) {
        test::Random random(static_cast<std::uint32_t>(round));
        const auto at = static_cast<std::size_t>(random.integer(0, static_cast<int>(figure.size()) - 1));
        const char other = static_cast<char>(random.integer(-128, 127));
        EXPECT_EQ(::pwrite(file.get(), &other, 1, static_cast<off_t>(at)), 1);
        EXPECT_EQ(::pwrite(file.get(), &figure[at], 1, static_cast<off_t>(at)), 1);
    });
    EXPECT_TRUE(load_document(path_));
}

}  // namespace
}  // namespace vitruvian
