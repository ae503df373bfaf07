// What a run of a suite of pictures came to, and its forms for programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::report {

/// new: nobody has approved a picture yet. broken: a picture could not be made, or the approved one not be read.
enum class ShotStatus { same, differs, new_picture, broken };
[[nodiscard]] std::string_view to_string(ShotStatus status);

struct ShotResult {
    std::string name;
    std::string file;  // as the suite says
    ShotStatus status = ShotStatus::broken;
    std::optional<double> flip;  // mean FLIP against the approved picture; nullopt: nothing could be compared
    double tolerance = 0.0;
    std::string approved;  // paths of the pictures; empty where there is none
    std::string actual;
    std::string difference;
    std::string small;    // of what is the same: the picture, small, as a data URI
    std::string message;  // why it differs or is broken, or what was approved; may be empty
};

struct RegressReport {
    std::string suite;
    std::string renderer;  // "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string driver;    // "4.5 (Core Profile) Mesa 22.3.6"
    std::vector<ShotResult> shots;

    [[nodiscard]] std::size_t count(ShotStatus status) const;
    [[nodiscard]] bool all_same() const { return count(ShotStatus::same) == shots.size(); }
};

/// One JSON document of the schema vitruvian-regress-1.
[[nodiscard]] std::string regress_json(const RegressReport& report);

/// JUnit XML: a test for each picture; what differs or is new fails, what is broken is an error.
[[nodiscard]] std::string regress_junit(const RegressReport& report);

}  // namespace vitruvian::report
