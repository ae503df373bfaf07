#include "app/gui/bones_panel.h"

#include "app/gui/bone_figure.h"
#include "app/gui/widgets.h"
#include "model/core/ascii.h"
#include "model/core/at.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_frames.h"
#include "model/figure/t_pose.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace vitruvian {
namespace {

constexpr const char* joint_payload = "vitruvian joint";

const ImVec4 ready_color{0.45F, 0.74F, 0.40F, 1.0F};

struct View {
    const PanelContext& c;
    const OpenFigure& figure;
    const Document& document;
    const Humanoid& humanoid;
    int index;  // of the humanoid
    BonesState& state;
};

/// The place of `node` among the humanoid's joints, or -1.
const std::string& node_name(const View& v, int node) {
    return at(v.document.nodes, node).name;
}

// Left warm, right cool, the middle neither, as bones are drawn in the view; dark enough for words on light ground.
ImVec4 left_color(const Theme& theme) {
    return theme.light ? ImVec4(0.64F, 0.31F, 0.04F, 1.0F) : ImVec4(0.94F, 0.62F, 0.36F, 1.0F);
}

ImVec4 right_color(const Theme& theme) {
    return theme.light ? ImVec4(0.12F, 0.41F, 0.69F, 1.0F) : ImVec4(0.40F, 0.68F, 0.93F, 1.0F);
}

ImVec4 side_color(const Theme& theme, Bone bone) {
    const Bone mirrored = mirrored_bone(bone);
    if (mirrored == bone) return theme.light ? theme.dim : ImVec4(0.82F, 0.84F, 0.86F, 1.0F);
    return bone < mirrored ? left_color(theme) : right_color(theme);
}

BoneReading reading_of(const View& v) {
    return {v.figure.id, v.figure.reading, v.figure.history.revision(), v.index};
}

void refresh(const View& v) {
    const BoneReading now = reading_of(v);
    if (v.state.read == now) return;
    v.state.slots = judge_bones(v.document, v.index);
    v.state.verdict = verdict_of(v.state.slots);
    v.state.read = now;
}

void map_bone(const View& v, Bone bone, const std::optional<Item>& joint) {
    v.c.push(Edit{v.figure.id, SetBone{bone_item(v.index, bone), joint}});
    v.state.picking = false;
}

/// The joint that is selected in the scene, where it is one of this humanoid.
std::optional<Item> selected_joint(const View& v) {
    const Selection& selected = v.c.session.selection();
    const bool is_here = selected.figure == v.figure.id && selected.item.kind == ItemKind::joint &&
                         selected.item.humanoid == v.index;
    return is_here ? std::optional(selected.item) : std::nullopt;
}

/// A joint that is selected while the chosen slot waits for one is taken, once the mouse lets go of it.
void follow_picking(const View& v) {
    if (!v.state.picking) return;
    if (v.c.take_key(Key::escape) || !v.state.chosen || ImGui::GetDragDropPayload() != nullptr) {
        v.state.picking = false;
        return;
    }
    if (v.c.session.selection() == v.state.before_picking || ImGui::IsMouseDown(ImGuiMouseButton_Left))
        return;
    const std::optional<Item> joint = selected_joint(v);
    if (joint) map_bone(v, *v.state.chosen, joint);
    v.state.picking = false;
}

void begin_picking(const View& v) {
    v.state.picking = true;
    v.state.before_picking = v.c.session.selection();
}

std::string sentence_of(const BoneVerdict& verdict) {
    if (verdict.wrong > 0)
        return fmt::format("Wrong: {} {} cannot be right", verdict.wrong,
                           verdict.wrong == 1 ? "bone" : "bones");
    if (verdict.missing > 0) return fmt::format("Incomplete: {} required missing", verdict.missing);
    if (verdict.doubtful > 0)
        return fmt::format("Usable, {} {} doubtful", verdict.doubtful,
                           verdict.doubtful == 1 ? "bone is" : "bones are");
    return "Ready";
}

void draw_light(const View& v) {
    const PanelContext& c = v.c;
    const BoneVerdict& verdict = v.state.verdict;
    const ImVec4& color = verdict.wrong > 0 || verdict.missing > 0 ? c.theme.error
                          : verdict.doubtful > 0                   ? c.theme.warning
                                                                   : ready_color;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float height = c.theme.px(24);
    const float radius = c.theme.px(6);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 centre(from.x + radius + c.theme.px(2), from.y + 0.5F * height);
    list.AddCircleFilled(centre, radius + c.theme.px(2), color_of(color, 0.25F));
    list.AddCircleFilled(centre, radius, color_of(color));
    const float text_y = std::floor(centre.y - 0.5F * ImGui::GetTextLineHeight());
    const std::string count = fmt::format("{} of {}", verdict.mapped, bone_count);
    const float width = ImGui::GetContentRegionAvail().x;
    const float count_width = ImGui::CalcTextSize(count.c_str()).x;
    list.AddText(ImVec2(from.x + width - count_width, text_y), color_of(c.theme.dim), count.c_str());
    ImGui::PushFont(c.theme.strong);
    const std::string sentence = sentence_of(verdict);
    const std::string shown = fitted(sentence, width - count_width - c.theme.px(30));
    list.AddText(ImVec2(from.x + c.theme.px(22), text_y), color_of(c.theme.text), shown.c_str());
    ImGui::PopFont();
    ImGui::InvisibleButton("light", ImVec2(width, height));
    c.mark("bones/light");
    const std::string help =
        sentence +
        ". Whether animations of other figures can be carried over: required bones are there, none hangs "
        "above its own parent or lies on the other side. At the right: how many of the 55 bones are mapped.";
    tooltip(c, help.c_str());
}

/// A slot's dot, told by its form as well as by its colour.
void draw_dot(const View& v, ImVec2 centre, float radius, Bone bone, bool hovered) {
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

std::string evidence_text(const View& v, Bone bone) {
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

void slot_tooltip(const View& v, Bone bone) {
    const int node = v.humanoid.bones[bone];
    const std::string text = fmt::format("{}{}\n{}", to_string(bone),
                                         node < 0 ? "" : ": " + node_name(v, node), evidence_text(v, bone));
    tooltip(v.c, text.c_str());
}

void click_slot(const View& v, Bone bone) {
    v.state.chosen = bone;
    v.state.picking = false;
    const int joint = joint_at(v.humanoid, v.humanoid.bones[bone]);
    if (joint >= 0) {
        v.c.push(Select{{v.figure.id, joint_item(v.index, joint)}, false});
    } else {
        begin_picking(v);
    }
}

void draw_slot(const View& v, const FigureLayout& layout, Bone bone) {
    const ImVec2 centre = slot_place(layout, bone);
    const bool is_small = figure_part_of(bone) != FigurePart::body;
    const float radius = v.c.theme.px(is_small ? 4.5F : 5.5F);
    const float half = radius + v.c.theme.px(is_small ? 1.5F : 2.5F);
    const std::string name(to_string(bone));
    ImGui::SetCursorScreenPos(ImVec2(std::floor(centre.x - half), std::floor(centre.y - half)));
    if (ImGui::InvisibleButton(name.c_str(), ImVec2(2.0F * half, 2.0F * half))) click_slot(v, bone);
    v.c.mark("bones/slot/" + name);
    if (const std::optional<Selection> joint = dropped_joint();
        joint && joint->figure == v.figure.id && joint->item.humanoid == v.index) {
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

void draw_slots(const View& v) {
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

/// All joints, with what each is now; those that are no bone first.
void draw_joint_list(const View& v, Bone bone) {
    ImGui::SetNextItemWidth(v.c.theme.px(240));
    if (ImGui::IsWindowAppearing()) {
        v.state.search.clear();
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::InputTextWithHint("##search", "Search", &v.state.search);
    v.c.mark("bones/joint/search");
    const std::string wanted = lower_case(v.state.search);
    if (v.humanoid.bones[bone] >= 0 && wanted.empty()) {
        if (ImGui::Selectable("None")) map_bone(v, bone, std::nullopt);
        v.c.mark("bones/joint/none");
    }
    for (const bool mapped : {false, true}) {
        for (std::size_t j = 0; j < v.humanoid.joints.size(); ++j) {
            const int node = v.humanoid.joints[j].node;
            const std::optional<Bone> now = v.humanoid.bones.bone_of(node);
            const std::string& name = node_name(v, node);
            if (now.has_value() != mapped || lower_case(name).find(wanted) == std::string::npos) continue;
            ImGui::PushID(static_cast<int>(j));
            if (ImGui::Selectable(name.empty() ? "(no name)" : name.c_str(), now == bone))
                map_bone(v, bone, joint_item(v.index, static_cast<int>(j)));
            v.c.mark("bones/joint/" + name);
            ImGui::PopID();
            if (!now) continue;
            ImGui::SameLine(0.0F, v.c.theme.px(12));
            ImGui::TextDisabled("%s", to_string(*now).data());
        }
    }
}

/// In an order in which none moves when another comes or goes.
void draw_chosen_buttons(const View& v, Bone bone, int node, float width) {
    const PanelContext& c = v.c;
    const bool picking = v.state.picking;
    if (picking) ImGui::PushStyleColor(ImGuiCol_Button, c.theme.accent_quiet);
    if (text_button(c, "bones/pick", "Pick",
                    "Then click a joint in the scene tree or in the view (Esc: not after all)")) {
        v.state.picking = !picking;
        v.state.before_picking = c.session.selection();
    }
    if (picking) ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::BeginDisabled(node < 0);
    if (text_button(c, "bones/clear", "Clear", "Says that the figure has no such bone"))
        map_bone(v, bone, std::nullopt);
    ImGui::EndDisabled();
    const std::optional<Item> selected = selected_joint(v);
    if (!selected || node_of(v.document, *selected) == node) return;
    ImGui::SameLine();
    const std::string use = fitted("Use " + name_of(v.document, *selected), 0.5F * width);
    if (text_button(c, "bones/use", use.c_str(), "Maps the joint that is selected"))
        map_bone(v, bone, selected);
}

void draw_chosen(const View& v) {
    const PanelContext& c = v.c;
    if (!v.state.chosen) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped("Click a slot to see its joint, or drag a joint from the scene tree onto one.");
        ImGui::PopStyleColor();
        return;
    }
    const Bone bone = *v.state.chosen;
    const int node = v.humanoid.bones[bone];
    ImGui::PushFont(c.theme.strong);
    ImGui::TextColored(side_color(c.theme, bone), "%s", to_string(bone).data());
    ImGui::PopFont();
    if (is_required(bone)) {
        ImGui::SameLine();
        ImGui::TextDisabled("required");
    }
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string shown = node < 0 ? std::string("No joint") : node_name(v, node);
    if (begin_combo(c, "bones/joint", shown, width)) {
        draw_joint_list(v, bone);
        ImGui::EndCombo();
    }
    tooltip(c, "The joint that is this bone. Type to search.");
    draw_chosen_buttons(v, bone, node, width);
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextWrapped("%s", v.state.picking
                                 ? "Click a joint in the scene tree or in the view (Esc: not after all)."
                                 : evidence_text(v, bone).c_str());
    ImGui::PopStyleColor();
}

/// What finding the bones anew would change, with the reasons.
void draw_found(const View& v) {
    if (!v.state.found || v.state.found_for != reading_of(v)) return;
    const PanelContext& c = v.c;
    const FoundBones& found = *v.state.found;
    int changes = 0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int now = v.humanoid.bones.node[i];
        const int then = found.bones.node[i];
        if (now == then) continue;
        ++changes;
        const std::string bone(to_string(static_cast<Bone>(i)));
        const std::string from = now < 0 ? "none" : node_name(v, now);
        const std::string to = then < 0 ? "none" : node_name(v, then);
        ImGui::TextWrapped("%s: %s \u2192 %s", bone.c_str(), from.c_str(), to.c_str());
        c.mark("bones/found/" + bone);
        if (found.evidence[i].reason.empty()) continue;
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped("%.0f %%: %s", static_cast<double>(100.0F * found.evidence[i].confidence),
                           found.evidence[i].reason.c_str());
        ImGui::PopStyleColor();
    }
    if (changes == 0) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped(
            "%s", found.doubt.empty() ? "Names and shape give the map that there is." : found.doubt.c_str());
        ImGui::PopStyleColor();
    } else if (text_button(
                   c, "bones/found/apply",
                   changes == 1 ? "Apply the change" : fmt::format("Apply {} changes", changes).c_str(),
                   "Maps bones as listed, as one undo step")) {
        c.push(Edit{v.figure.id, MapBones{{ItemKind::humanoid, -1, v.index}}});
        v.state.found.reset();
        return;
    }
    if (changes > 0) ImGui::SameLine();
    if (text_button(c, "bones/found/close", changes == 0 ? "Close" : "Cancel")) v.state.found.reset();
}

void draw_actions(const View& v) {
    const PanelContext& c = v.c;
    const Item humanoid{ItemKind::humanoid, -1, v.index};
    bool just_found = false;
    if (text_button(
            c, "bones/auto", "Auto-map",
            "Finds the bones by the joints' names and the skeleton's shape, and lists what would change and "
            "why")) {
        v.state.found = find_bones(v.document, v.index);
        v.state.found_for = reading_of(v);
        just_found = true;
    }
    beside_if_room("T-pose");
    if (text_button(
            c, "bones/t_pose", "T-pose",
            "Enforce T-pose: turns arms, hands, legs and feet into the pose that animations count from"))
        c.push(Edit{v.figure.id, EnforceTPose{humanoid}});
    beside_if_room("Orient bones");
    if (text_button(
            c, "bones/orient", "Orient bones",
            "Turns the joints' axes: +Y along the bone, +X bends it. The mesh and all poses stay where they "
            "are."))
        c.push(Edit{v.figure.id, OrientBones{humanoid}});
    draw_found(v);
    if (just_found) ImGui::SetScrollHereY(1.0F);
}

void angle_row(const View& v, const TPoseError& error) {
    const PanelContext& c = v.c;
    const float degrees = glm::degrees(error.direction.value_or(0.0F));
    const std::string bone(to_string(error.bone));
    const float left = ImGui::GetWindowContentRegionMin().x;
    ImGui::BeginGroup();
    dim_text(c, fitted(bone, c.theme.px(156)));
    ImGui::SameLine(left + c.theme.px(162));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size(c.theme.px(32), c.theme.px(4));
    const float y = at.y + 0.5F * (ImGui::GetTextLineHeight() - size.y);
    constexpr float full = 45.0F;  // degrees
    constexpr float good = 5.0F;
    const ImVec4& color = degrees <= good ? c.theme.dim : degrees <= 20.0F ? c.theme.warning : c.theme.error;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(at.x, y), ImVec2(at.x + size.x, y + size.y), color_of(c.theme.raised),
                       0.5F * size.y);
    list.AddRectFilled(ImVec2(at.x, y), ImVec2(at.x + size.x * std::min(degrees / full, 1.0F), y + size.y),
                       color_of(color), 0.5F * size.y);
    ImGui::Dummy(ImVec2(size.x, ImGui::GetTextLineHeight()));
    ImGui::SameLine(left + c.theme.px(202));
    std::string text = error.direction ? fmt::format("{:.1f}\u00B0", degrees) : std::string("\u2013");
    if (error.palm) text += fmt::format(", palm {:.0f}\u00B0", glm::degrees(*error.palm));
    ImGui::TextUnformatted(fitted(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::EndGroup();
    c.mark("bones/angle/" + bone);
    if (!ImGui::IsItemHovered()) return;
    const std::string help = fmt::format(
        "{}: {}. Degrees between where the bone points and where it does in the T-pose. Its axes are "
        "{:.0f}\u00B0 from the reference pose's.",
        bone, text, glm::degrees(error.axes));
    tooltip(c, help.c_str());
    const int joint = joint_at(v.humanoid, v.humanoid.bones[error.bone]);
    if (joint < 0) return;
    v.c.push(Hover{{v.figure.id, joint_item(v.index, joint)}});
    if (ImGui::IsItemClicked()) click_slot(v, error.bone);
}

/// How far the pose that is seen is from the T-pose, the worst first.
void draw_angles(const View& v) {
    if (!section(v.c, "Distance from the T-pose")) return;
    const BodyFrame body = find_body_frame(v.humanoid, v.figure.world);
    if (!body.found) {
        ImGui::TextDisabled("Too few bones are mapped to say.");
        return;
    }
    TPoseScore score = score_t_pose(v.humanoid, v.figure.world, body);
    std::erase_if(score.bones, [](const TPoseError& error) { return !error.direction; });
    std::stable_sort(score.bones.begin(), score.bones.end(),
                     [](const TPoseError& a, const TPoseError& b) { return a.direction > b.direction; });
    value_row(v.c, "Limbs",
              fmt::format("{:.1f}\u00B0, worst {:.1f}\u00B0", glm::degrees(score.limbs),
                          glm::degrees(score.worst_limb)),
              "Mean over arms, hands, legs and feet, in the pose that is seen, and the largest of them.");
    for (const TPoseError& error : score.bones) angle_row(v, error);
}

/// Where there are several: whose bones these are.
void draw_whose(const View& v) {
    if (v.document.humanoids.size() < 2) return;
    const std::string& name = v.humanoid.name;
    ImGui::PushStyleColor(ImGuiCol_Text, v.c.theme.dim);
    ImGui::TextUnformatted(name.empty() ? fmt::format("Humanoid {}", v.index).c_str() : name.c_str());
    ImGui::PopStyleColor();
}

}  // namespace

void joint_drag_source(const PanelContext& c, const Selection& joint) {
    if (joint.item.kind != ItemKind::joint ||
        !ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoHoldToOpenOthers))
        return;
    ImGui::SetDragDropPayload(joint_payload, &joint, sizeof joint);
    ImGui::TextUnformatted(name_of(c.session, joint).c_str());
    ImGui::EndDragDropSource();
}

std::optional<Selection> dropped_joint() {
    std::optional<Selection> out;
    if (!ImGui::BeginDragDropTarget()) return out;
    if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(joint_payload)) {
        Selection joint;
        IM_ASSERT(payload->DataSize == static_cast<int>(sizeof joint));
        std::memcpy(&joint, payload->Data, sizeof joint);
        out = joint;
    }
    ImGui::EndDragDropTarget();
    return out;
}

void draw_bones_panel(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr || figure->document().humanoids.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped(figure == nullptr ? "Nothing is open." : "The file has no humanoid.");
        ImGui::PopStyleColor();
        return;
    }
    const Document& document = figure->document();
    const int index = std::max(humanoid_of(document, c.session.selection().item), 0);
    const View view{c, *figure, document, at(document.humanoids, index), index, c.gui.side.bones};
    refresh(view);
    follow_picking(view);
    draw_whose(view);
    draw_light(view);
    draw_slots(view);
    draw_chosen(view);
    ImGui::Spacing();
    draw_actions(view);
    draw_angles(view);
}

}  // namespace vitruvian
