// The pose library: named poses, which can be applied to any figure in whole or in part.
#pragma once

#include <cstdint>
#include <string>

namespace vitruvian {

struct PanelContext;

struct PosePanelState {
    bool open = false;
    std::string name;    // of the pose to be saved
    std::string chosen;  // the selected pose
    std::string renamed;
    bool renaming = false;
    bool mirrored = false;
    float share = 1.0F;  // how much of the pose is blended in
};

void draw_pose_panel(const PanelContext& c);

}  // namespace vitruvian
