// A session with one figure in a file of its own, boxman.wrl, for tests of saving and of changes on the disk.
#pragma once

#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace vitruvian::test {

[[nodiscard]] inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

class SaveSession : public SessionTest {
  protected:
    void SetUp() override {
        file_ = folder_ / "boxman.wrl";
        std::filesystem::copy_file(source_folder() / "tests/data/boxman.wrl", file_);
        before_ = text_of(file_);
    }

    void open() {
        session_.execute(OpenFiles{{file_}, false});
        wait();
        ASSERT_EQ(session_.figures().size(), 1U);
        ASSERT_EQ(session_.figures().front().path, file_);
    }

    void wait() {
        for (int i = 0; i < 2000; ++i) {
            session_.update(0.01);
            if (!session_.is_saving() && !session_.loading() && !session_.decoding()) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        FAIL() << "the workers do not come to an end";
    }

    void edit(const std::string& name) {
        session_.execute(Edit{id_of(session_), Rename{joint_item(0, 1), name}});
    }

    bool said(Severity severity, const std::string& part) {
        for (const Message& message : session_.messages()) {
            if (message.severity == severity && message.title.find(part) != std::string::npos) return true;
        }
        return false;
    }

    std::filesystem::path file_;
    std::string before_;
};

/// A change of the file by another program: another name for a joint.
inline void change_by_hand(const std::filesystem::path& file) {
    std::string text = text_of(file);
    const std::size_t at = text.find("name \"l_hip\"");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 12, "name \"THEIRS\"");
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace vitruvian::test
