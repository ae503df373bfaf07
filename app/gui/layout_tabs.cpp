#include "app/gui/layout_tabs.h"

#include "app/gui/layout_presets.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>

#include <cmath>

namespace vitruvian {

void draw_layout_tabs(const PanelContext& c) {
    const float pad = c.theme.px(9);
    float width = 0.0F;
    for (const char* name : layout_names) width += ImGui::CalcTextSize(name).x + 2.0F * pad;
    const float left = ImGui::GetWindowContentRegionMax().x - width;
    if (left < ImGui::GetCursorPosX()) return;
    ImGui::SetCursorPosX(left);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < layout_count; ++i) {
        const ImVec2 text = ImGui::CalcTextSize(layout_names[i]);
        const ImVec2 size(text.x + 2.0F * pad, c.theme.px(28));
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const std::string id = fmt::format("layout/{}", layout_names[i]);
        if (ImGui::InvisibleButton(id.c_str(), size)) choose_layout(c.gui.settings, i);
        c.mark(id);
        const bool now = c.gui.settings.layout == static_cast<int>(i);
        const bool hovered = ImGui::IsItemHovered();
        const ImVec2 inner(from.x, from.y + c.theme.px(3));
        const ImVec2 outer(from.x + size.x, from.y + size.y - c.theme.px(3));
        if (now || hovered)
            list.AddRectFilled(inner, outer, color_of(now ? c.theme.accent_quiet : c.theme.hover),
                               c.theme.px(4));
        list.AddText(ImVec2(from.x + pad, std::floor(from.y + 0.5F * (size.y - text.y))),
                     color_of(now       ? c.theme.accent
                              : hovered ? c.theme.text
                                        : c.theme.dim),
                     layout_names[i]);
        tooltip(c, fmt::format("{}. Click it again to reset the layout.", layout_helps[i]).c_str());
        ImGui::SameLine(0.0F, 0.0F);
    }
}

}  // namespace vitruvian
