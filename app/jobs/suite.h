// A suite of pictures (schema vitruvian-suite-1): which are made of which files, and where those are that a person approved.
#pragma once

#include "app/jobs/posing_options.h"
#include "app/scene/frame.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// One picture of a suite; a shot of the file is several where it lists views, clips or times.
struct Shot {
    std::string name;  // NAME, or NAME@view-clip-cycle with what the shot lists
    std::string shot;  // NAME
    std::string file;  // as the suite says
    PosingOptions posing;
    std::array<int, 2> size{1280, 720};
    std::string view = "best";
    Show show;
    std::string select;
    Background background;
    double tolerance = 0.01;  // mean FLIP
};

struct Suite {
    std::filesystem::path folder;    // that of the suite's file: what its paths are relative to
    std::filesystem::path approved;  // folder of the approved pictures
    std::vector<Shot> shots;

    /// A path that the suite names, from where the program runs.
    [[nodiscard]] std::string path_of(const std::string& named) const;
};

/// What the suite `file` says. Errors "suite-json" (with line and column), and "suite-..." with a JSON pointer: an unknown
/// key, a value of another kind, a name that two shots or pictures have.
[[nodiscard]] Result<Suite> parse_suite(std::string_view text, const std::string& file);
/// The same of the file itself; errors also those of read_file.
[[nodiscard]] Result<Suite> read_suite(const std::string& file);

/// NAME.png, with what file systems or terminals would take for something else as %XX: different names stay different.
[[nodiscard]] std::string picture_file_name(const std::string& name);

/// True where a glob (POSIX: * ? [...]) means this picture: its own name, or that of its shot.
[[nodiscard]] bool is_meant(const Shot& shot, const std::string& glob);

/// One figure that a new suite is to have.
struct SuiteFigure {
    std::string name;
    std::string file;  // as the suite is to say
    std::string clip;  // selector of the clip that shows it best; empty: it has none
};

/// A suite of them all: from the front and the side, at rest and at four phases of the clip. Names that come twice get a
/// number.
[[nodiscard]] std::string make_suite(const std::vector<SuiteFigure>& figures);

}  // namespace vitruvian
