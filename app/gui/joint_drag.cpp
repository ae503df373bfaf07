#include "app/gui/joint_drag.h"

#include "app/gui/panel.h"
#include "app/gui/widgets.h"

#include <cstring>
#include <utility>

namespace vitruvian {
namespace {

constexpr const char* joint_payload = "vitruvian joint";

}  // namespace

void joint_drag_source(const Selection& what) {
    // ImGui's own drag tooltip is half transparent, and disappears when the row scrolls away.
    constexpr ImGuiDragDropFlags flags =
        ImGuiDragDropFlags_SourceNoHoldToOpenOthers | ImGuiDragDropFlags_SourceNoPreviewTooltip;
    const bool can_hang = what.item.kind == ItemKind::joint || what.item.kind == ItemKind::site;
    if (!can_hang || !ImGui::BeginDragDropSource(flags)) return;
    ImGui::SetDragDropPayload(joint_payload, &what, sizeof what);
    ImGui::EndDragDropSource();
}

std::optional<Selection> dragged_joint() {
    const ImGuiPayload* payload = ImGui::GetDragDropPayload();
    if (payload == nullptr || !payload->IsDataType(joint_payload)) return std::nullopt;
    Selection joint;
    IM_ASSERT(payload->DataSize == static_cast<int>(sizeof joint));
    std::memcpy(&joint, payload->Data, sizeof joint);
    return joint;
}

std::optional<Selection> dropped_joint(
    const PanelContext& c, const std::function<std::optional<JointDrop>(const Selection&)>& judge) {
    const std::optional<Selection> joint = dragged_joint();
    if (!joint || !ImGui::BeginDragDropTarget()) return std::nullopt;
    const std::optional<JointDrop> drop = judge(*joint);
    if (drop) c.gui.joint_drop = drop;
    const bool let_go = drop && drop->possible && ImGui::AcceptDragDropPayload(joint_payload) != nullptr;
    ImGui::EndDragDropTarget();
    return let_go ? joint : std::nullopt;
}

void draw_dragged_joint(const PanelContext& c) {
    const std::optional<JointDrop> drop = std::exchange(c.gui.joint_drop, std::nullopt);
    const std::optional<Selection> joint = dragged_joint();
    if (!joint) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::string words = drop ? drop->words : label_of(c.session, *joint);
    // Beside the pointer and not below it, so that the rows below are readable; to its left at the window's
    // edge.
    const float room = ImGui::GetIO().DisplaySize.x - mouse.x - c.theme.px(20);
    const float width = ImGui::CalcTextSize(words.c_str()).x + 2.0F * tooltip_padding(c).x;
    const bool fits = width <= room;
    ImGui::SetNextWindowPos(ImVec2(mouse.x + c.theme.px(fits ? 20 : -12), mouse.y), ImGuiCond_Always,
                            ImVec2(fits ? 0.0F : 1.0F, 0.5F));
    begin_tooltip(c);
    ImGui::TextColored(drop && !drop->possible ? c.theme.error : c.theme.text, "%s", words.c_str());
    c.mark("drag/joint");
    end_tooltip();
}

}  // namespace vitruvian
