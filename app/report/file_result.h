// The check results of one file, as plain text and numbers that do not need the document.
#pragma once

#include "model/check/finding.h"
#include "model/check/run.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::report {

struct Finding {
    std::string id;
    std::string name;  // of the check
    check::Level level = check::Level::warning;
    std::string message;
    std::string advice;
    std::string kind;  // of the object: "joint", "mesh", "file", ...
    std::string object;
    std::string humanoid;
    Location where;
    std::optional<double> value;  // in `unit`, like the threshold
    std::optional<double> threshold;
    std::string unit;
    std::optional<std::string> clip;
    std::optional<double> time;  // seconds in that clip
    bool fixable = false;
    std::string source;

    // For pictures; not set in results that were read back.
    Item item;
    int clip_index = -1;
    check::Marks marks;
};

struct Skipped {
    std::string id;
    std::string why;
};

struct Counts {
    int error = 0;
    int warning = 0;
    int info = 0;

    [[nodiscard]] int of(check::Level level) const;
    void add(check::Level level);
    void add(const Counts& other);
    /// True if there is a finding at `level` or more severe. Level::off: never.
    [[nodiscard]] bool reaches(check::Level level) const;
};

struct FileResult {
    std::string file;
    std::string profile;
    bool is_unreadable = false;
    std::vector<Finding> findings;  // most severe first
    std::vector<Skipped> skipped;
    std::vector<std::string> remarks;  // on the run, not on the file; not reported

    [[nodiscard]] Counts counts() const;
};

[[nodiscard]] FileResult file_result(const std::string& file, const check::Outcome& outcome);

/// Returns the result of a file that could not be read: the single finding READ. Its place is that of `why`,
/// else the file.
[[nodiscard]] FileResult unreadable_file(const std::string& file, const std::string& profile,
                                         const Error& why);

/// Returns the place in a file whose name is already printed, "line 12:3" or a pointer; the complete place if
/// it is in another file.
[[nodiscard]] std::string place_within(const Location& where, const std::string& file);

/// Returns "3 errors, 1 warning, 2 notes"; "nothing found".
[[nodiscard]] std::string counts_text(const Counts& counts);

/// Returns "0.52 rad (29.8 deg)", "0.013 m", "12".
[[nodiscard]] std::string quantity_text(double value, std::string_view unit);

}  // namespace vitruvian::report
