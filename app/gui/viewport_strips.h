// What lies over the pictures' edges: the strips of layers and views, and the world's axes.
#pragma once

#include "app/gui/panel.h"
#include "renderer/camera.h"

#include <vector>

namespace vitruvian {

/// What the strips leave for what is framed in the picture.
[[nodiscard]] Air air_between_strips(const Rect& area, float scale);

/// The same of one of several panes: the layers are at the left of them all, the tools at the right.
[[nodiscard]] Air air_of_pane(const Rect& pane, const Rect& area, const std::vector<Rect>& panes,
                              float scale);

/// Whether the strips are shown: over panes too narrow they would hide what they are for; the menus have all of it.
[[nodiscard]] bool has_strips(const std::vector<Rect>& panes, float scale);

/// Answers where it ends, at its right.
float draw_layers(const PanelContext& c, const Rect& area);

/// Sides and cameras, and how many views there are.
void draw_views(const PanelContext& c, const Rect& area);

/// The world's axes as the camera sees them. `at_right`: in that lower corner, where the view is one of several.
void draw_axes(const PanelContext& c, const Rect& area, const Camera& camera, bool at_right);

}  // namespace vitruvian
