// A picture suite (schema vitruvian-suite-1): the pictures to render of each file, and the folder of approved
// pictures.
#pragma once

#include "app/jobs/posing_options.h"
#include "app/scene/frame.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// One picture of a suite; a shot in the file yields several if it lists views, clips or times.
struct Shot {
    std::string name;  // NAME, or NAME@view-clip-cycle with the listed values
    std::string shot;  // NAME
    std::string file;  // as given in the suite
    PosingOptions posing;
    std::array<int, 2> size{1280, 720};
    std::string view = "best";
    Show show;
    std::string select;
    Background background;
    double tolerance = 0.01;  // mean FLIP
};

struct Suite {
    std::filesystem::path folder;    // of the suite's file, which its paths are relative to
    std::filesystem::path approved;  // folder of the approved pictures
    std::vector<Shot> shots;

    /// Returns a path of the suite relative to the current directory.
    [[nodiscard]] std::string path_of(const std::string& named) const;
};

/// Parses the suite `file`. Errors "suite-json" (with line and column), and "suite-..." with a JSON pointer:
/// an unknown key, a value of the wrong type, a duplicate name of shots or pictures.
[[nodiscard]] Result<Suite> parse_suite(std::string_view text, const std::string& file);
/// Reads and parses a suite file; errors also those of read_file.
[[nodiscard]] Result<Suite> read_suite(const std::string& file);

/// Returns NAME.png, with characters that are special to file systems or terminals as %XX; distinct names
/// stay distinct.
[[nodiscard]] std::string picture_file_name(const std::string& name);

/// True if a glob (POSIX: * ? [...]) matches the picture's name or that of its shot.
[[nodiscard]] bool is_meant(const Shot& shot, const std::string& glob);

/// One figure of a new suite.
struct SuiteFigure {
    std::string name;
    std::string file;  // as written to the suite
    std::string clip;  // selector of its most suitable clip; empty: none
};

/// Returns a suite of all figures: front and side views, at rest and at four phases of the clip. Duplicate
/// names get a number.
[[nodiscard]] std::string make_suite(const std::vector<SuiteFigure>& figures);

}  // namespace vitruvian
