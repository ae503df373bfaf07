// Which panels are seen and how wide they are, for looking, posing, mapping and checking. Each is as it was left last.
#pragma once

#include "app/session/views.h"

#include <array>
#include <cstddef>

namespace vitruvian {

struct Settings;

/// How the viewport is divided.
struct ViewSplit {
    ViewLayout layout = ViewLayout::one;
    float x = 0.5F;  // the share that the left, or upper, views have
    float y = 0.5F;
    bool linked = true;  // see Views
    bool operator==(const ViewSplit&) const = default;
};

/// What a preset decides of the window.
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

/// As they are before anybody has changed them.
[[nodiscard]] std::array<PanelLayout, layout_count> first_layouts();

[[nodiscard]] PanelLayout present_layout(const Settings& settings);

/// Keeps what is seen as the preset that is left, and shows the other one; the same one again: as it was at first.
void choose_layout(Settings& settings, std::size_t layout);

}  // namespace vitruvian
