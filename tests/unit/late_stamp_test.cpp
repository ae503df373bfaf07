// A file's state is computed on demand, and not confused with its later state.
#include "model/io/late_stamp.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

class LateStampTest : public testing::Test {
  protected:
    void SetUp() override {
        path_ = fs::temp_directory_path() / ("vitruvian-late-stamp-" + std::to_string(::getpid()) + "-" +
                                             testing::UnitTest::GetInstance()->current_test_info()->name());
    }
    void TearDown() override { fs::remove(path_); }

    void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
    [[nodiscard]] LateStamp read() const {
        std::int64_t modified = 0;
        const FileBytes bytes = read_file_bytes(path_, std::size_t{1} << 30, &modified).value();
        return {bytes, modified};
    }

    fs::path path_;
};

TEST_F(LateStampTest, IsTheFilesOwn) {
    EXPECT_FALSE(LateStamp());
    write("a figure");
    const LateStamp late = read();
    ASSERT_TRUE(late);
    const LateStamp copy = late;
    std::thread other([&copy] { EXPECT_EQ((*copy).size, 8U); });
    EXPECT_EQ(*late, stamp_of(path_));
    other.join();
    EXPECT_EQ(*copy, *late);
    EXPECT_TRUE(holds_same(path_, *late));
    write("a fugure");
    EXPECT_FALSE(holds_same(path_, *late));
    EXPECT_EQ(*LateStamp(FileStamp{1, 2, 3}), (FileStamp{1, 2, 3}));
}

TEST_F(LateStampTest, OfASmallFileIsOfWhatWasRead) {
    write("before");
    const LateStamp late = read();
    const FileStamp before = *stamp_of(path_);
    write("behind");
    EXPECT_EQ(*late, before);
}

TEST_F(LateStampTest, OfAChangedMappedFileIsEmpty) {
    const std::string large((std::size_t{17} << 20), 'x');
    for (const std::size_t left : {large.size(), std::size_t{1000}}) {
        write(large);
        const LateStamp late = read();
        fs::last_write_time(path_, fs::last_write_time(path_) - std::chrono::seconds(5));
        fs::resize_file(path_, left);
        EXPECT_FALSE(holds_same(path_, *late));
    }
}

}  // namespace
}  // namespace vitruvian
