// Options for posing a figure, from the command line or a picture suite.
#pragma once

#include "model/remap/remap.h"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vitruvian {

/// Selects a figure and its pose: the options shared by commands and suites.
struct PosingOptions {
    std::string humanoid;         // index or name; empty: the first
    std::string clip;             // index or name, or OTHER_FILE#either; empty: none
    std::optional<double> time;   // seconds from the clip's start
    std::optional<double> cycle;  // the same as a fraction of the clip's duration
    RemapMode remap = RemapMode::automatic;
    ReferenceKind reference = ReferenceKind::automatic;
    bool pin_feet = false;  // for a clip from another file
    std::vector<std::tuple<std::string, float, float, float, float>> rotations;  // joint, axis, radians
    std::vector<std::pair<std::string, float>> displacers;                       // name, weight
    std::string matrices;  // a file of global joint matrices; empty: none
    std::vector<std::tuple<std::string, float, float, float>>
        reaches;                    // site or joint, target position in the world
    std::vector<std::string> pins;  // sites and joints that stay in place
};

}  // namespace vitruvian
