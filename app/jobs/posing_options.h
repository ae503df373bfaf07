// How a figure is to stand, as a person asks for it on the command line or in a suite of pictures.
#pragma once

#include "model/remap/remap.h"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vitruvian {

/// Which figure, and how it stands: the selectors that commands and suites share.
struct PosingOptions {
    std::string humanoid;         // index or name; empty: the first
    std::string clip;             // index or name, or OTHER_FILE#either; empty: none
    std::optional<double> time;   // seconds from the clip's start
    std::optional<double> cycle;  // the same as a fraction of its length
    RemapMode remap = RemapMode::automatic;
    ReferenceKind reference = ReferenceKind::automatic;
    bool pin_feet = false;                                                       // of a clip from elsewhere
    std::vector<std::tuple<std::string, float, float, float, float>> rotations;  // joint, axis, radians
    std::vector<std::pair<std::string, float>> displacers;                       // name, weight
    std::string matrices;  // a file of joints' global matrices; empty: none
    std::vector<std::tuple<std::string, float, float, float>>
        reaches;                    // site or joint, where it is to be in the world
    std::vector<std::string> pins;  // sites and joints that stay where they are
};

}  // namespace vitruvian
