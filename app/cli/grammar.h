// The grammar of the command line: commands, options and their help texts.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/reach.h"
#include "app/sandbox/sandbox.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>

namespace vitruvian {

/// The result of parsing: all options, and the chosen command.
struct Request {
    ConsoleOptions console;
    std::string completion;
    std::function<ExitCode(const Console&)> run;
    std::optional<Reach>
        reach;  // all files that the command will access; nullopt: whatever the user opens in the window
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

/// Sets the command to run after parsing, and the files that it may access.
template <class Options>
void choose(Request& request, const Options& options, ExitCode (*run)(const Options&, const Console&)) {
    request.reach = reach_of(options);
    request.run = [&options, run](const Console& console) { return run(options, console); };
}

/// Adds a command with the options that all commands share.
CLI::App* add_command(CLI::App& app, Request& request, const std::string& name,
                      const std::string& description);

// Commands defined in other files.

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

/// Adds all commands and options to `app`. Parsing fills `request`, which must outlive `app`.
void build_grammar(CLI::App& app, Request& request);

}  // namespace vitruvian
