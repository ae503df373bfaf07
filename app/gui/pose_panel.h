// The pose library: poses kept by name, put on any figure in part or whole.
#pragma once

#include <cstdint>
#include <string>

namespace vitruvian {

struct PanelContext;

struct PosePanelState {
    bool open = false;
    std::string name;    // of the pose that is about to be kept
    std::string chosen;  // of the library
    std::string renamed;
    bool renaming = false;
    bool mirrored = false;
    float share = 1.0F;  // of the way to the pose
};

void draw_pose_panel(const PanelContext& c);

}  // namespace vitruvian
