#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian {

bool limit_bar(const PanelContext& c, const std::string& id, int axis, float& lower, float& upper,
               float angle) {
    const Theme& theme = c.theme;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = theme.px(20);
    const bool wide = std::max(std::abs(lower), std::abs(upper)) > glm::pi<float>() + 1e-3F;
    const float range = wide ? glm::two_pi<float>() : glm::pi<float>();
    const float inset = theme.px(6);
    const auto x_of = [&](float radians) {
        return from.x + inset +
               (width - 2.0F * inset) * (std::clamp(radians, -range, range) + range) / (2.0F * range);
    };
    ImGui::InvisibleButton(id.c_str(), ImVec2(width, height));
    c.mark(id);
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID end_id = ImGui::GetID((id + "/end").c_str());
    const float mouse_x = ImGui::GetIO().MousePos.x;
    const auto nearest_end = [&] {
        const float to_lower = std::abs(mouse_x - x_of(lower));
        const float to_upper = std::abs(mouse_x - x_of(upper));
        if (to_lower == to_upper) return mouse_x < x_of(lower) ? 0 : 1;
        return to_lower < to_upper ? 0 : 1;
    };
    if (ImGui::IsItemActivated()) storage.SetInt(end_id, nearest_end());
    const bool active = ImGui::IsItemActive();
    const int end = active ? storage.GetInt(end_id) : ImGui::IsItemHovered() ? nearest_end() : -1;
    bool changed = false;
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0F)) {
        const float raw = ((mouse_x - from.x - inset) / (width - 2.0F * inset) * 2.0F - 1.0F) * range;
        const float degree = glm::radians(std::round(glm::degrees(std::clamp(raw, -range, range))));
        float& moved = end == 0 ? lower : upper;
        const float bounded = end == 0 ? std::min(degree, upper) : std::max(degree, lower);
        changed = moved != bounded;
        moved = bounded;
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor(from.y + 0.5F * height);
    const bool inverted = lower > upper;
    const bool outside = !inverted && (angle < lower - 1e-3F || angle > upper + 1e-3F);
    const ImVec4& color = at(theme.axis, axis);
    list.AddRectFilled(ImVec2(from.x + inset, middle - theme.px(3)),
                       ImVec2(from.x + width - inset, middle + theme.px(3)), color_of(theme.raised),
                       theme.px(3));
    const auto [left, right] = std::minmax({x_of(lower), x_of(upper)});
    list.AddRectFilled(ImVec2(left, middle - theme.px(3)), ImVec2(right, middle + theme.px(3)),
                       color_of(inverted ? theme.error : color, 0.6F));
    list.AddLine(ImVec2(x_of(0.0F), middle - theme.px(6)), ImVec2(x_of(0.0F), middle + theme.px(6)),
                 color_of(theme.faint));
    for (int i = 0; i < 2; ++i) {
        const float x = x_of(i == 0 ? lower : upper);
        const float half = theme.px(3);
        list.AddRectFilled(ImVec2(x - half, middle - theme.px(7)), ImVec2(x + half, middle + theme.px(7)),
                           color_of(end == i ? theme.text : color), theme.px(2));
    }
    const float x = x_of(angle);
    const ImU32 now = color_of(outside ? theme.error : theme.text);
    list.AddLine(ImVec2(x, middle - theme.px(9)), ImVec2(x, middle + theme.px(9)), now, theme.px(2));
    list.AddTriangleFilled(ImVec2(x - theme.px(4), middle - theme.px(10)),
                           ImVec2(x + theme.px(4), middle - theme.px(10)), ImVec2(x, middle - theme.px(5)),
                           now);
    return changed;
}

}  // namespace vitruvian
