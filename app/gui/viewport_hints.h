// Words over the picture: names, what is under the pointer, and what to do where nothing is open.
#pragma once

#include "app/scene/skin_pick.h"

#include <imgui.h>

#include <vector>

namespace vitruvian {

struct PanelContext;
struct Rect;
struct RenderScene;

/// A floating strip over the picture.
void begin_strip(const PanelContext& c, const char* name, ImVec2 from, ImVec2 size);
void end_strip();

/// Where nothing has been opened yet, and where nothing is open: what to do.
void draw_invitation(const PanelContext& c, const Rect& area);
void draw_empty_stage(const PanelContext& c, const Rect& area);
/// Beside the pointer; `under`: what a click there would select.
void draw_hover_name(const PanelContext& c, const Rect& area, const std::vector<PickTarget>& under);
/// The name of every figure over its head, where there are several.
void draw_figure_names(const PanelContext& c, const Rect& area, const RenderScene& scene);

}  // namespace vitruvian
