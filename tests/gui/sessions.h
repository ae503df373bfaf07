// Helpers for tests of the session.
#pragma once

#include "app/session/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

namespace vitruvian::test {

/// The id of the open figure at an index.
[[nodiscard]] inline std::uint64_t id_of(const Session& session, std::size_t place = 0) {
    return session.figures().at(place).id;
}

/// A rig of few joints in centimetres that lifts its left leg and moves forward.
[[nodiscard]] inline std::string small_bvh(bool named) {
    const std::string hips = named ? "Hips" : "q1";
    const std::string leg = named ? "UpLeg" : "zz";
    const std::string shin = named ? "Leg" : "yy";
    const std::string foot = named ? "Foot" : "xx";
    const std::string spine = named ? "Spine" : "ww";
    const std::string head = named ? "Head" : "vv";
    std::string out = "HIERARCHY\nROOT " + hips +
                      " {\n OFFSET 0 95 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
                      "Yrotation\n";
    const auto joint = [&](const std::string& name, const char* offset) {
        out += " JOINT " + name + " {\n OFFSET " + offset + "\n CHANNELS 3 Zrotation Xrotation Yrotation\n";
    };
    const auto end = [&](const char* offset, int braces) {
        out += std::string(" End Site {\n OFFSET ") + offset + "\n }\n" +
               std::string(static_cast<std::size_t>(braces), '}') + "\n";
    };
    for (const std::string side : {"Left", "Right"}) {
        joint(side + leg, side == "Left" ? "9 0 0" : "-9 0 0");
        joint(side + shin, "0 -45 0");
        joint(side + foot, "0 -42 0");
        end("0 -8 15", 3);
    }
    joint(spine, "0 20 0");
    joint(head, "0 40 0");
    end("0 20 0", 2);
    out += "}\nMOTION\nFrames: 3\nFrame Time: 0.5\n";
    for (int frame = 0; frame < 3; ++frame) {
        out += "0 95 " + std::to_string(10 * frame) + " 0 0 0  0 " + std::to_string(-30 * frame) + " 0";
        for (int i = 0; i < 7; ++i) out += "  0 0 0";
        out += "\n";
    }
    return out;
}

/// Processes results of the workers until there are none left; false if it does not end.
[[nodiscard]] inline bool settled(Session& session) {
    const auto is_busy = [&] { return session.is_saving() || session.loading() || session.decoding(); };
    for (int i = 0; i < 4000; ++i) {
        // A worker that ends just after an update has a result for the next one.
        const bool was_busy = is_busy();
        session.update(0.0);
        if (!was_busy && !is_busy()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

/// A temporary folder for a test's files; other processes may run the same test.
class FolderTest : public testing::Test {
  protected:
    FolderTest() {
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        folder_ =
            std::filesystem::path(testing::TempDir()) /
            (std::string(test.test_suite_name()) + '_' + test.name() + '_' + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    ~FolderTest() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }

    std::filesystem::path folder_;
};

/// A session with such a folder.
class SessionTest : public FolderTest {
  protected:
    Session session_;
};

}  // namespace vitruvian::test
