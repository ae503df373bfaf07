// A figure as it is not at present: ghosts of the frames around it and of its reference pose, and the paths of joints and
// sites.
#pragma once

#include "model/pose/pose.h"

#include <vector>

namespace vitruvian {

/// Which other times are seen.
struct Onion {
    int before = 0;      // ghosts
    int after = 0;       // ghosts
    int step = 3;        // frames of 1/30 s from one to the next
    bool trail = false;  // the path of what is selected
    bool operator==(const Onion&) const = default;
    [[nodiscard]] bool ghosts() const { return before > 0 || after > 0; }
};

/// The figure at another time. `distance`: -1 the furthest before, 1 the furthest after; 0: its reference pose.
struct Ghost {
    Pose pose;
    float distance = 0.0F;
};

/// Where a node goes in the course of a clip, in the figure's own world (without its placement).
struct Trail {
    std::vector<vec3> points;  // one a frame
    std::vector<vec3> keys;    // where it is at its keys
    float present = 0.0F;      // into `points`
};

struct Figure;
struct RenderScene;
struct ViewSettings;

/// Draws what the figure has of them; ghosts as what is shown of the figure itself, skin or bones.
void add_onion(const Figure& figure, const ViewSettings& view, RenderScene& scene);

}  // namespace vitruvian
