// Text over the picture: names, the item under the pointer, and the empty state.
#pragma once

#include "app/gui/panel.h"
#include "app/scene/skin_pick.h"

#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

struct RenderScene;

/// A floating strip over the picture.
void begin_strip(const PanelContext& c, const char* name, ImVec2 from, ImVec2 size);
void end_strip();

/// The invitation before the first file is opened, and the empty state when nothing is open.
void draw_invitation(const PanelContext& c, const Rect& area);
void draw_empty_stage(const PanelContext& c, const Rect& area);
/// Draws the name of `under`, which a click would select, beside the pointer.
void draw_hover_name(const PanelContext& c, const Rect& area, const std::vector<PickTarget>& under);
/// The name of a figure above its head.
struct FigureName {
    std::string text;
    ImVec2 at;
    Rect box;
    std::uint64_t figure = 0;
};
/// Places the names of the figures above their heads, if there are several, beside the strips.
[[nodiscard]] std::vector<FigureName> figure_names(const PanelContext& c, const Rect& area,
                                                   const RenderScene& scene);
void draw_figure_names(const PanelContext& c, const std::vector<FigureName>& names);

}  // namespace vitruvian
