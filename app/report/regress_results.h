// The results of running a picture suite, and their machine-readable formats.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::report {

/// new: there is no approved picture yet. broken: the picture could not be made, or the approved one could
/// not be read.
enum class ShotStatus { same, differs, new_picture, broken };
[[nodiscard]] std::string_view to_string(ShotStatus status);

struct ShotResult {
    std::string name;
    std::string file;  // as given in the suite
    ShotStatus status = ShotStatus::broken;
    std::optional<double> flip;  // mean FLIP against the approved picture; nullopt: not compared
    double tolerance = 0.0;
    std::string approved;  // paths of the pictures; empty if there is none
    std::string actual;
    std::string difference;
    std::string small;    // if the same: a thumbnail as a data URI
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

/// Returns a JSON document of the schema vitruvian-regress-1.
[[nodiscard]] std::string regress_json(const RegressReport& report);

/// Returns JUnit XML: a test for each picture; those that differ or are new fail, broken ones are errors.
[[nodiscard]] std::string regress_junit(const RegressReport& report);

}  // namespace vitruvian::report
