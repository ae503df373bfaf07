// The commands of the command line: their options as plain data, and the functions that run them. Parsing is
// in parse.cpp; nothing here depends on the spelling of options.
#pragma once

#include "app/cli/console.h"
#include "app/jobs/input_files.h"
#include "app/jobs/posing_options.h"
#include "app/jobs/suite.h"
#include "model/check/finding.h"
#include "model/io/save_options.h"
#include "model/remap/remap.h"

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vitruvian {

struct ViewOptions {
    std::vector<std::string> files;
};

struct InfoOptions {
    std::string file;
    bool json = false;
};

enum class PoseFormat { text, json, csv, humanik, humanik_csv, humanik_json };

struct PoseOptions {
    std::string file;
    std::string output = "-";
    PosingOptions posing;
    PoseFormat format = PoseFormat::text;
    bool vertices = false;
};

struct ScreenshotOptions {
    std::string file;
    std::string output;
    PosingOptions posing;
    std::array<int, 2> size{1280, 720};
    std::string view = "best";
    std::string show = "skin,grid";
    std::string select;
    std::string variant;     // material variant of the file; empty: none
    std::string background;  // empty: the studio
    bool window = false;     // renders the whole window with its panels
    int turntable = 0;       // number of pictures around the figure; 0: one picture
    std::string reference;
    double tolerance = 0.01;  // mean FLIP
};

struct CompareOptions {
    std::string reference;
    std::string test;
    std::string heat_map;  // path of the difference image to write; empty: none
    double tolerance = 0.01;
    bool json = false;
};

struct RemapBakeOptions {
    std::string clips;
    std::string target;
    std::string output;
    std::vector<std::string> chosen;  // clips, by index or name; empty: all
    std::string humanoid;             // of the target, by index or name; empty: the first
    RemapMode mode = RemapMode::automatic;
    ReferenceKind reference = ReferenceKind::automatic;
    double rate = 0.0;  // frame rate for keys at whole frames; 0: the clip's key times
    bool pin_feet = false;
    bool json = false;
};

struct ConvertOptions {
    std::string input;
    std::string output;
    SaveOptions save;  // its format is unknown if the output's suffix determines it
    bool json = false;
};

struct EditOptions {
    std::string input;
    std::string commands;  // a file of JSON lines; "-": standard input
    std::string output;    // empty: nothing is written
    bool list = false;     // only describe the commands
    bool json = false;
};

enum class CheckFormat { text, json, junit, sarif, html };

struct CheckOptions {
    std::vector<std::string> inputs;  // as given
    InputFiles found;                 // the files of `inputs`
    std::string profile = "auto";     // name of a built-in profile, or a file
    CheckFormat format = CheckFormat::text;
    std::string output = "-";  // path of the report; with `fix`, of the fixed file
    std::vector<std::string> only;
    std::vector<std::string> skip;
    check::Level fail_on = check::Level::error;  // off: never
    std::string clips = "all";
    unsigned jobs = 0;  // 0: one per hardware thread
    int shard = 1;
    int shards = 1;
    bool fix = false;
    bool list = false;               // only list the checks
    std::vector<std::string> merge;  // result files to merge instead of checking
};

enum class DiffFormat { text, json, html };

struct DiffOptions {
    std::string first;
    std::string second;
    DiffFormat format = DiffFormat::text;
    std::string output = "-";
    double tolerance = 1e-4;  // see compare_rigs
};

struct RomOptions {
    std::string file;
    std::string output;               // the contact sheet; empty: none
    std::vector<std::string> joints;  // by name or bone; empty: all
    std::string humanoid;             // by index or name; empty: the first
    std::string clip;                 // see PosingOptions
    int steps = 3;                    // pictures from limit to limit
    bool json = false;
};

struct RegressOptions {
    std::string suite;              // path of the suite's file
    Result<Suite> read;             // its content
    std::string output;             // the folder of results
    std::vector<std::string> only;  // globs of pictures or shots; empty: all
    bool approves = false;
    std::vector<std::string> approve;  // globs of pictures to approve; empty: all that are rendered
    unsigned jobs = 0;                 // 0: one per hardware thread
    int shard = 1;
    int shards = 1;
    bool json = false;
};

struct RegressInitOptions {
    std::vector<std::string> inputs;  // as given
    InputFiles found;                 // the files of `inputs`
    std::string output;               // path of the suite to write
};

[[nodiscard]] ExitCode run_view(const ViewOptions& options, const Console& console);
[[nodiscard]] ExitCode run_info(const InfoOptions& options, const Console& console);
[[nodiscard]] ExitCode run_pose(const PoseOptions& options, const Console& console);
[[nodiscard]] ExitCode run_screenshot(const ScreenshotOptions& options, const Console& console);
[[nodiscard]] ExitCode run_remap(const RemapBakeOptions& options, const Console& console);
[[nodiscard]] ExitCode run_compare(const CompareOptions& options, const Console& console);
[[nodiscard]] ExitCode run_convert(const ConvertOptions& options, const Console& console);
[[nodiscard]] ExitCode run_diff(const DiffOptions& options, const Console& console);
[[nodiscard]] ExitCode run_rom(const RomOptions& options, const Console& console);
[[nodiscard]] ExitCode run_edit(const EditOptions& options, const Console& console);
[[nodiscard]] ExitCode run_check(const CheckOptions& options, const Console& console);
[[nodiscard]] ExitCode run_regress(const RegressOptions& options, const Console& console);
[[nodiscard]] ExitCode run_regress_init(const RegressInitOptions& options, const Console& console);

/// Runs the program: parses the arguments, runs one command, and returns the exit code.
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace vitruvian
