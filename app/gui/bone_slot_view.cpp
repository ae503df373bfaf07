// The bone slots of the drawn figure: their shape, colour and text, and the effect of a click or a dropped
// joint.
#include "app/gui/bone_slot_view.h"

#include "app/gui/bone_figure.h"
#include "app/gui/joint_drag.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"
#include "model/figure/bone_frames.h"

#include <fmt/format.h>

#include <cmath>

namespace vitruvian {
namespace {

// Left warm, right cool, central neutral, as for bones in the viewport; dark enough for text on a light
// ground.
ImVec4 left_color(const Theme& theme) {
    return theme.light ? ImVec4(0.64F, 0.31F, 0.04F, 1.0F) : ImVec4(0.94F, 0.62F, 0.36F, 1.0F);
}

ImVec4 right_color(const Theme& theme) {
    return theme.light ? ImVec4(0.12F, 0.41F, 0.69F, 1.0F) : ImVec4(0.40F, 0.68F, 0.93F, 1.0F);
}

/// Draws a slot's dot, whose state is shown by its shape as well as its colour.
void draw_dot(const BonesView& v, ImVec2 centre, float radius, Bone bone, bool hovered) {
    const Theme& theme = v.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = radius + (hovered ? theme.px(1.5F) : 0.0F);
    const ImVec4 side = side_color(theme, bone);
    switch (at(v.state.slots, bone).state) {
        case SlotState::absent:
            list.AddCircleFilled(centre, r - theme.px(1), color_of(theme.panel, 0.55F));
            list.AddCircle(centre, r - theme.px(1), color_of(theme.faint), 0, theme.px(1));
            break;
        case SlotState::missing:
            list.AddCircleFilled(centre, r, color_of(theme.panel));
            list.AddCircle(centre, r, color_of(theme.error), 0, theme.px(2));
            break;
        case SlotState::mapped:
            list.AddCircleFilled(centre, r, color_of(side));
            break;
        case SlotState::doubtful:
            list.AddCircleFilled(centre, r, color_of(side, 0.35F));
            list.AddCircle(centre, r, color_of(theme.warning), 0, theme.px(2));
            list.AddCircleFilled(centre, 0.35F * r, color_of(theme.warning));
            break;
        case SlotState::wrong: {
            list.AddCircleFilled(centre, r, color_of(theme.error));
            const float arm = 0.45F * r;
            const ImU32 cross = color_of(theme.panel);
            list.AddLine(ImVec2(centre.x - arm, centre.y - arm), ImVec2(centre.x + arm, centre.y + arm),
                         cross, theme.px(1.5F));
            list.AddLine(ImVec2(centre.x - arm, centre.y + arm), ImVec2(centre.x + arm, centre.y - arm),
                         cross, theme.px(1.5F));
            break;
        }
    }
    const Selection& selected = v.c.session.selection();
    const int node = v.humanoid.bones[bone];
    const bool is_selected = node >= 0 && selected.figure == v.figure.id &&
                             selected.item.kind == ItemKind::joint &&
                             node_of(v.document, selected.item) == node;
    if (v.state.chosen == bone || is_selected)
        list.AddCircle(centre, r + theme.px(2.5F), color_of(theme.accent), 0, theme.px(1.5F));
}

const char* word_of(SlotState state) {
    switch (state) {
        case SlotState::absent:
            return "not mapped (optional)";
        case SlotState::missing:
            return "missing, and required";
        case SlotState::mapped:
            return "mapped";
        case SlotState::doubtful:
            return "doubtful";
        case SlotState::wrong:
            return "wrong";
    }
    return "";
}

void slot_tooltip(const BonesView& v, Bone bone) {
    const int node = v.humanoid.bones[bone];
    const std::string text =
        fmt::format("{}{}\n{}", to_string(bone), node < 0 ? "" : ": " + label_of_node(v.document, node),
                    evidence_text(v, bone));
    tooltip(v.c, text.c_str());
}

/// Returns what dropping the joint on the slot does; nullopt if it belongs to another figure.
std::optional<JointDrop> mapping_of(const BonesView& v, Bone bone, const Selection& joint) {
    const bool is_here = joint.figure == v.figure.id && joint.item.humanoid == v.index;
    if (!is_here || joint.item.kind != ItemKind::joint) return std::nullopt;
    return JointDrop{fmt::format("{} as {}", label_of(v.document, joint.item), to_string(bone))};
}

void draw_slot(const BonesView& v, const FigureLayout& layout, Bone bone) {
    const ImVec2 centre = slot_place(layout, bone);
    const bool is_small = figure_part_of(bone) != FigurePart::body;
    const float radius = v.c.theme.px(is_small ? 4.5F : 5.5F);
    const float half = radius + v.c.theme.px(is_small ? 1.5F : 2.5F);
    const std::string name(to_string(bone));
    ImGui::SetCursorScreenPos(ImVec2(std::floor(centre.x - half), std::floor(centre.y - half)));
    if (ImGui::InvisibleButton(name.c_str(), ImVec2(2.0F * half, 2.0F * half))) click_slot(v, bone);
    v.c.mark("bones/slot/" + name);
    const auto judge = [&](const Selection& joint) { return mapping_of(v, bone, joint); };
    if (const std::optional<Selection> joint = dropped_joint(v.c, judge)) {
        v.state.chosen = bone;
        map_bone(v, bone, joint->item);
    }
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    draw_dot(v, centre, radius, bone, hovered);
    if (!hovered) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    slot_tooltip(v, bone);
    const int joint = joint_at(v.humanoid, v.humanoid.bones[bone]);
    if (joint >= 0) v.c.push(Hover{{v.figure.id, joint_item(v.index, joint)}});
}

void side_mark(const PanelContext& c, const char* text, ImVec2 centre, const ImVec4& color) {
    ImGui::PushFont(c.theme.small);
    const ImVec2 size = ImGui::CalcTextSize(text);
    ImGui::GetWindowDrawList()->AddText(
        ImVec2(std::floor(centre.x - 0.5F * size.x), std::floor(centre.y - 0.5F * size.y)), color_of(color),
        text);
    ImGui::PopFont();
}

}  // namespace

ImVec4 side_color(const Theme& theme, Bone bone) {
    const Bone mirrored = mirrored_bone(bone);
    if (mirrored == bone) return theme.light ? theme.dim : ImVec4(0.82F, 0.84F, 0.86F, 1.0F);
    return bone < mirrored ? left_color(theme) : right_color(theme);
}

void map_bone(const BonesView& v, Bone bone, const std::optional<Item>& joint) {
    v.c.push(Edit{v.figure.id, SetBone{bone_item(v.index, bone), joint}});
    v.state.picking = false;
}

void begin_picking(const BonesView& v) {
    v.state.picking = true;
    v.state.before_picking = v.c.session.selection();
}

std::string evidence_text(const BonesView& v, Bone bone) {
    const auto place = static_cast<std::size_t>(bone);
    const BoneSlot& slot = v.state.slots[place];
    std::string out = word_of(slot.state);
    if (place < v.humanoid.bone_evidence.size() && v.humanoid.bones[bone] >= 0) {
        const BoneEvidence& evidence = v.humanoid.bone_evidence[place];
        if (!evidence.reason.empty())
            out += fmt::format("; {:.0f} %: {}", 100.0F * evidence.confidence, evidence.reason);
        if (evidence.reason == slot.why) return out;
    }
    if (!slot.why.empty()) out += (slot.why.front() == '"' ? "; " : ": ") + slot.why;
    return out;
}

void click_slot(const BonesView& v, Bone bone) {
    v.state.chosen = bone;
    v.state.picking = false;
    const int joint = joint_at(v.humanoid, v.humanoid.bones[bone]);
    if (joint >= 0) {
        v.c.push(Select{{v.figure.id, joint_item(v.index, joint)}, false});
    } else {
        begin_picking(v);
    }
}

void draw_slots(const BonesView& v) {
    const PanelContext& c = v.c;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const FigureLayout layout = lay_out_figure(from.x, from.y + c.theme.px(4), width, c.theme.px(420));
    draw_figure(*ImGui::GetWindowDrawList(), layout, c.theme);
    const FigureBox& body = layout.boxes[0];
    const float y = body.y + 0.62F * body.height;
    side_mark(c, "Right", ImVec2(body.x + 0.13F * body.width, y), right_color(c.theme));
    side_mark(c, "Left", ImVec2(body.x + 0.87F * body.width, y), left_color(c.theme));
    for (std::size_t i = 0; i < bone_count; ++i) draw_slot(v, layout, static_cast<Bone>(i));
    ImGui::SetCursorScreenPos(ImVec2(from.x, from.y + layout.height + c.theme.px(8)));
}

}  // namespace vitruvian
