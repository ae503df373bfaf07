#include "app/gui/heat_ramp.h"

#include "app/gui/widgets.h"
#include "app/scene/heat_map.h"

namespace vitruvian {

void draw_heat_ramp(const PanelContext& c) {
    constexpr int steps = 16;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 zero = ImGui::CalcTextSize("0");
    const float gap = c.theme.px(6);
    const float left = from.x + zero.x + gap;
    const float width = (ImGui::GetContentRegionAvail().x - 2.0F * (zero.x + gap)) / steps;
    const float top = from.y + 0.25F * zero.y;
    const float bottom = from.y + 0.75F * zero.y;
    const auto color = [](int i) {
        const vec3 heat = heat_color(static_cast<float>(i) / steps);
        return color_of(ImVec4(heat.x, heat.y, heat.z, 1.0F));
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 ink = color_of(c.theme.dim);
    list.AddText(from, ink, "0");
    for (int i = 0; i < steps; ++i) {
        const float x = left + width * static_cast<float>(i);
        list.AddRectFilledMultiColor(ImVec2(x, top), ImVec2(x + width, bottom), color(i), color(i + 1),
                                     color(i + 1), color(i));
    }
    list.AddText(ImVec2(left + width * steps + gap, from.y), ink, "1");
    ImGui::Dummy(ImVec2(ImGui::GetContentRegionAvail().x, zero.y));
    c.mark("weights/ramp");
    tooltip(c, "The joint's weight there: 0 does not move the skin, 1 moves it alone");
}

}  // namespace vitruvian
