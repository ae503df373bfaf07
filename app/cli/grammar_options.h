// Options shared by several commands.
#pragma once

#include "app/cli/grammar.h"

#include <string>

namespace vitruvian {

inline constexpr const char* pin_feet_help =
    "pin feet that are planted in a clip from another file, so that they do not slide";
inline constexpr const char* reference_pose_help =
    "which pose a clip from another file is relative to (auto: the nearest to a T-pose)";

/// Adds options for the log level, colour and the sandbox.
void add_console_options(CLI::App& app, Request& request);
/// Adds options for choosing and posing a figure.
void add_posing_options(CLI::App& app, PosingOptions& posing);
void add_reference_pose_option(CLI::App& app, PosingOptions& posing);
/// Adds the argument for the input file.
void add_file(CLI::App& command, std::string& file);

}  // namespace vitruvian
