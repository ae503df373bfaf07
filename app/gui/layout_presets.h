// Layout presets: which panels are shown and how large, for viewing, posing, mapping and checking. Each is
// remembered as it was left.
#pragma once

#include "app/session/views.h"

#include <array>
#include <cstddef>

namespace vitruvian {

struct Settings;

/// How the viewport is divided.
struct ViewSplit {
    ViewLayout layout = ViewLayout::one;
    float x = 0.5F;  // the share of the left views, of the upper ones
    float y = 0.5F;
    bool linked = true;  // see Views
    bool operator==(const ViewSplit&) const = default;
};

/// The part of the window's layout that a preset determines.
struct PanelLayout {
    bool tree = true;
    bool inspector = true;
    bool timeline = true;
    bool problems = false;
    int tab = 0;   // of the timeline
    int side = 0;  // see SideTab
    float tree_width = 256.0F;
    float inspector_width = 312.0F;
    float timeline_height = 112.0F;
    float keys_height = 248.0F;
    float problems_height = 176.0F;
    ViewSplit views;
    bool operator==(const PanelLayout&) const = default;
};

inline constexpr std::array layout_names = {"View", "Pose", "Map", "Check"};
inline constexpr std::array layout_helps = {"Only the figure and the timeline (Ctrl+Shift+1)",
                                            "Tree, inspector and dope sheet (Ctrl+Shift+2)",
                                            "Tree and a wide inspector, for bones and names (Ctrl+Shift+3)",
                                            "The problems found by the checks (Ctrl+Shift+4)"};
inline constexpr std::size_t layout_count = layout_names.size();

/// The presets' defaults.
[[nodiscard]] std::array<PanelLayout, layout_count> first_layouts();

[[nodiscard]] PanelLayout present_layout(const Settings& settings);

/// Stores the present layout in the preset that is left, and applies the other one. Choosing the same preset
/// again resets it to its default.
void choose_layout(Settings& settings, std::size_t layout);

}  // namespace vitruvian
