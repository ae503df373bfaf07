// Onion skinning: ghosts of a figure at other frames and in its reference pose, and motion trails of joints
// and sites.
#pragma once

#include "model/pose/pose.h"

#include <vector>

namespace vitruvian {

/// Which other times are shown.
struct Onion {
    int before = 0;      // ghosts
    int after = 0;       // ghosts
    int step = 3;        // frames of 1/30 s between ghosts
    bool trail = false;  // the motion trail of the selection
    bool operator==(const Onion&) const = default;
    [[nodiscard]] bool ghosts() const { return before > 0 || after > 0; }
};

/// The figure at another time. `distance`: -1 the earliest, 1 the latest; 0: its reference pose.
struct Ghost {
    Pose pose;
    float distance = 0.0F;
};

/// The path of a node during a clip, in the figure's world space (without its placement).
struct Trail {
    std::vector<vec3> points;  // one per frame
    std::vector<vec3> keys;    // its positions at keys
    float present = 0.0F;      // current position, as an index into `points`
};

struct Figure;
struct RenderScene;
struct ViewSettings;

/// Draws the figure's ghosts and trails; ghosts show the same as the figure itself, skin or bones.
void add_onion(const Figure& figure, const ViewSettings& view, RenderScene& scene);

}  // namespace vitruvian
