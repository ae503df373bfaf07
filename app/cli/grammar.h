// The command line's grammar: which commands and options there are, and what their help says.
#pragma once

#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace vitruvian {

/// All that parsing fills in, and the command it chose.
struct Request {
    ConsoleOptions console;
    std::string completion;
    std::function<ExitCode(const Console&)> run;
    ViewOptions view;
    InfoOptions info;
    PoseOptions pose;
    ScreenshotOptions screenshot;
    CompareOptions compare;
    RemapBakeOptions remap;
    ConvertOptions convert;
};

/// Teaches `app` all commands and options. What it parses then goes to `request`, which outlives it.
void build_grammar(CLI::App& app, Request& request);

}  // namespace vitruvian
