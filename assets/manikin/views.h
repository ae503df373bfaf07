// The cameras that come with the manikin.
#pragma once

#include "assets/manikin/skeleton.h"

#include <array>

namespace vitruvian::manikin {

struct View {
    const char* name;
    Vec position;
    Vec axis{0.0, 0.0, 1.0};  // of the turn from looking along -Z
    double angle = 0.0;
};

inline constexpr std::array views = {
    View{"Front_view", {0.0, 0.9, 3.2}},
    View{"Back_view", {0.0, 0.9, -3.2}, {0.0, 1.0, 0.0}, 3.1416},
    View{"Side_view", {3.2, 0.9, 0.0}, {0.0, 1.0, 0.0}, 1.5708},
    View{"Right_side_view", {-3.2, 0.9, 0.0}, {0.0, 1.0, 0.0}, -1.5708},
    View{"Top_view", {0.0, 3.6, 0.02}, {1.0, 0.0, 0.0}, -1.5708},
    View{"Inclined_view", {2.2, 1.0, 2.3}, {0.0, 1.0, 0.0}, 0.7854},
    View{"Best_view", {1.25, 1.1, 2.9}, {-0.149, 0.988, 0.03}, 0.41},
    View{"Head_front_close_view", {0.0, 1.64, 0.75}},
    View{"Head_side_close_view", {0.75, 1.64, 0.0}, {0.0, 1.0, 0.0}, 1.5708},
    View{"Chest_front_close_view", {0.0, 1.3, 1.2}},
    View{"Pelvis_front_close_view", {0.0, 0.9, 1.2}},
    View{"Knees_front_close_view", {0.0, 0.5, 1.1}},
    View{"Feet_front_close_view", {0.0, 0.35, 1.0}, {1.0, 0.0, 0.0}, -0.3},
    View{"Left_hand_close_view", {0.95, 0.78, -0.05}, {0.0, 1.0, 0.0}, 1.5708},
};

}  // namespace vitruvian::manikin
