// The command line's grammar: which commands and options there are, and what their help says.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/reach.h"
#include "app/sandbox/sandbox.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>

namespace vitruvian {

/// All that parsing fills in, and the command it chose.
struct Request {
    ConsoleOptions console;
    std::string completion;
    std::function<ExitCode(const Console&)> run;
    std::optional<Reach>
        reach;  // all that the command will touch; nullopt: whatever a person opens in the window
    bool sandbox = true;
    ViewOptions view;
    InfoOptions info;
    PoseOptions pose;
    ScreenshotOptions screenshot;
    CompareOptions compare;
    RemapBakeOptions remap;
    ConvertOptions convert;
    EditOptions edit;
    CheckOptions check;
    DiffOptions diff;
    RomOptions rom;
    RegressOptions regress;
    RegressInitOptions regress_init;
};

/// What runs when all is parsed, and what that may touch.
template <class Options>
void choose(Request& request, const Options& options, ExitCode (*run)(const Options&, const Console&)) {
    request.reach = reach_of(options);
    request.run = [&options, run](const Console& console) { return run(options, console); };
}

/// A command with what all of them have.
CLI::App* add_command(CLI::App& app, Request& request, const std::string& name,
                      const std::string& description);

// Commands in files of their own.

/// `screenshot` and `compare`.
void add_screenshot(CLI::App& app, Request& request);
void add_compare(CLI::App& app, Request& request);
/// `remap`, `convert` and `edit`.
void add_remap(CLI::App& app, Request& request);
void add_convert(CLI::App& app, Request& request);
void add_edit(CLI::App& app, Request& request);
/// `check`.
void add_check(CLI::App& app, Request& request);
/// `diff`.
void add_diff(CLI::App& app, Request& request);
/// `rom`.
void add_rom(CLI::App& app, Request& request);
/// `regress` and `regress init`.
void add_regress(CLI::App& app, Request& request);

/// Teaches `app` all commands and options. What it parses then goes to `request`, which outlives it.
void build_grammar(CLI::App& app, Request& request);

}  // namespace vitruvian
