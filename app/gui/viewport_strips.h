// Overlays at the pictures' edges: the strips of layers and views, and the world's axes.
#pragma once

#include "app/gui/panel.h"
#include "renderer/camera.h"

#include <vector>

namespace vitruvian {

/// The area of the picture that the strips leave free for framing.
[[nodiscard]] Air air_between_strips(const Rect& area, float scale);

/// The same for one of several panes: the layers are left of all panes, the tools right.
[[nodiscard]] Air air_of_pane(const Rect& pane, const Rect& area, const std::vector<Rect>& panes,
                              float scale);

/// True if the strips are shown; they would cover narrow panes. The menus have the same commands.
[[nodiscard]] bool has_strips(const std::vector<Rect>& panes, float scale);

/// Draws the strip of layers; returns its right edge.
float draw_layers(const PanelContext& c, const Rect& area);

/// Draws the strip of sides, cameras and view layouts.
void draw_views(const PanelContext& c, const Rect& area);

/// Draws the world's axes as the camera sees them. `at_right`: in the lower right corner, for one of several
/// views.
void draw_axes(const PanelContext& c, const Rect& area, const Camera& camera, bool at_right);

}  // namespace vitruvian
