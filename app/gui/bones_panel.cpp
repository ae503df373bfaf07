#include "app/gui/bones_panel.h"

#include "app/gui/bone_slot_view.h"
#include "app/gui/empty_panel.h"
#include "app/gui/list_box.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_frames.h"
#include "model/figure/t_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace vitruvian {
namespace {

const ImVec4 ready_color{0.45F, 0.74F, 0.40F, 1.0F};

BoneReading reading_of(const BonesView& v) {
    return {v.figure.id, v.figure.reading, v.figure.history.revision(), v.index};
}

void refresh(const BonesView& v) {
    const BoneReading now = reading_of(v);
    if (v.state.read == now) return;
    v.state.slots = judge_bones(v.document, v.index);
    v.state.verdict = verdict_of(v.state.slots);
    v.state.read = now;
}

/// Returns the joint selected in the scene, if it belongs to this humanoid.
std::optional<Item> selected_joint(const BonesView& v) {
    const Selection& selected = v.c.session.selection();
    const bool is_here = selected.figure == v.figure.id && selected.item.kind == ItemKind::joint &&
                         selected.item.humanoid == v.index;
    return is_here ? std::optional(selected.item) : std::nullopt;
}

/// A joint that is selected while the chosen slot waits for one is assigned when the mouse button is
/// released.
void follow_picking(const BonesView& v) {
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

std::string sentence_of(const BoneVerdict& verdict) {
    if (verdict.wrong > 0)
        return fmt::format("Wrong: {} cannot be right", counted(verdict.wrong, "bone", "bones"));
    if (verdict.missing > 0) return fmt::format("Incomplete: {} required missing", verdict.missing);
    if (verdict.doubtful > 0)
        return fmt::format("Usable, {} doubtful", counted(verdict.doubtful, "bone is", "bones are"));
    return "Ready";
}

void draw_light(const BonesView& v) {
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
        ". Whether animations of other figures can be retargeted: no required bone is missing, out of order "
        "in the hierarchy or on the wrong side. On the right: how many of the 55 bones are mapped.";
    tooltip(c, help.c_str());
}

/// Lists all joints with their current bones, unmapped ones first.
void draw_joint_list(const BonesView& v, Bone bone) {
    const PanelContext& c = v.c;
    begin_list(c, "bones/joint", v.humanoid.joints.size(), c.theme.px(240));
    if (v.humanoid.bones[bone] >= 0 && list_row(c, "bones/joint/none", "None", false))
        map_bone(v, bone, std::nullopt);
    for (const bool mapped : {false, true}) {
        for (std::size_t j = 0; j < v.humanoid.joints.size(); ++j) {
            const int node = v.humanoid.joints[j].node;
            const std::optional<Bone> now = v.humanoid.bones.bone_of(node);
            const std::string name = label_of_node(v.document, node);
            if (now.has_value() != mapped || !contains_text(name, c.gui.list.text)) continue;
            ImGui::PushID(static_cast<int>(j));
            if (list_row(c, "bones/joint/" + name, name, now == bone))
                map_bone(v, bone, joint_item(v.index, static_cast<int>(j)));
            ImGui::PopID();
            if (!now) continue;
            ImGui::SameLine(0.0F, c.theme.px(12));
            ImGui::TextDisabled("%s", to_string(*now).data());
        }
    }
    end_list(c);
}

/// In a fixed order, so that buttons do not move when another appears or disappears.
void draw_chosen_buttons(const BonesView& v, Bone bone, int node, float width) {
    const PanelContext& c = v.c;
    const bool picking = v.state.picking;
    if (picking) ImGui::PushStyleColor(ImGuiCol_Button, c.theme.accent_quiet);
    if (text_button(c, "bones/pick", "Pick",
                    "Then click a joint in the scene tree or in the view (Esc cancels)")) {
        v.state.picking = !picking;
        v.state.before_picking = c.session.selection();
    }
    if (picking) ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::BeginDisabled(node < 0);
    if (text_button(c, "bones/clear", "Clear", "Unmaps the bone: the figure has no joint for it"))
        map_bone(v, bone, std::nullopt);
    ImGui::EndDisabled();
    const std::optional<Item> selected = selected_joint(v);
    if (!selected || node_of(v.document, *selected) == node) return;
    ImGui::SameLine();
    const std::string use = fitted("Use " + label_of(v.document, *selected), 0.5F * width);
    if (text_button(c, "bones/use", use.c_str(), "Maps the selected joint")) map_bone(v, bone, selected);
}

void draw_chosen(const BonesView& v) {
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
    const std::string shown = node < 0 ? std::string("No joint") : label_of_node(v.document, node);
    if (begin_combo(c, "bones/joint", shown, width)) {
        draw_joint_list(v, bone);
        ImGui::EndCombo();
    }
    tooltip(c, "The joint that is this bone");
    draw_chosen_buttons(v, bone, node, width);
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextWrapped("%s", v.state.picking ? "Click a joint in the scene tree or in the view (Esc cancels)."
                                             : evidence_text(v, bone).c_str());
    ImGui::PopStyleColor();
}

/// Shows what detecting the bones again would change, with the reasons.
void draw_found(const BonesView& v) {
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
        const std::string from = now < 0 ? "none" : label_of_node(v.document, now);
        const std::string to = then < 0 ? "none" : label_of_node(v.document, then);
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
        ImGui::TextWrapped("%s", found.doubt.empty()
                                     ? "Names and shape give the current bone map: nothing to change."
                                     : found.doubt.c_str());
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
    if (text_button(c, "bones/found/close", changes == 0 ? "Close" : "Cancel", "Leaves the map as it is"))
        v.state.found.reset();
}

void draw_actions(const BonesView& v) {
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
    same_line_if_fits("T-pose");
    if (text_button(
            c, "bones/t_pose", "T-pose",
            "Enforce T-pose: rotates arms, hands, legs and feet into the reference pose of animations"))
        c.push(Edit{v.figure.id, EnforceTPose{humanoid}});
    same_line_if_fits("Orient bones");
    if (text_button(
            c, "bones/orient", "Orient bones",
            "Turns the joints' axes: +Y along the bone, +X bends it. The mesh and all poses look the same."))
        c.push(Edit{v.figure.id, OrientBones{humanoid}});
    draw_found(v);
    if (just_found) ImGui::SetScrollHereY(1.0F);
}

void angle_row(const BonesView& v, const TPoseError& error) {
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
        "{}: {}. Angle in degrees between the bone's direction and its direction in the T-pose. Its axes are "
        "{:.0f}\u00B0 from those of the reference pose.",
        bone, text, glm::degrees(error.axes));
    tooltip(c, help.c_str());
    const int joint = joint_at(v.humanoid, v.humanoid.bones[error.bone]);
    if (joint < 0) return;
    v.c.push(Hover{{v.figure.id, joint_item(v.index, joint)}});
    if (ImGui::IsItemClicked()) click_slot(v, error.bone);
}

/// Shows how far the current pose is from the T-pose, the worst bones first.
void draw_angles(const BonesView& v) {
    if (!section(v.c, "Distance from the T-pose")) return;
    const BodyFrame body = find_body_frame(v.humanoid, v.figure.world);
    if (!body.found) {
        ImGui::TextDisabled("Too few bones are mapped to tell: map hips, arms and legs.");
        return;
    }
    TPoseScore score = score_t_pose(v.humanoid, v.figure.world, body);
    std::erase_if(score.bones, [](const TPoseError& error) { return !error.direction; });
    std::stable_sort(score.bones.begin(), score.bones.end(),
                     [](const TPoseError& a, const TPoseError& b) { return a.direction > b.direction; });
    value_row(v.c, "Limbs",
              fmt::format("{:.1f}\u00B0, worst {:.1f}\u00B0", glm::degrees(score.limbs),
                          glm::degrees(score.worst_limb)),
              "Mean over arms, hands, legs and feet in the current pose, and the largest of them.");
    for (const TPoseError& error : score.bones) angle_row(v, error);
}

/// Shows which humanoid the bones belong to, if there are several.
void draw_whose(const BonesView& v) {
    if (v.document.humanoids.size() < 2) return;
    const std::string& name = v.humanoid.name;
    ImGui::PushStyleColor(ImGuiCol_Text, v.c.theme.dim);
    ImGui::TextUnformatted(name.empty() ? fmt::format("Humanoid {}", v.index).c_str() : name.c_str());
    ImGui::PopStyleColor();
}

}  // namespace

void draw_bones_panel(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr || figure->document().humanoids.empty()) {
        return empty_panel(
            c, figure == nullptr
                   ? nothing_is_open
                   : "The file has no joints to map. Drop a humanoid onto the window, or press Ctrl+O.");
    }
    const Document& document = figure->document();
    const int index = std::max(humanoid_of(document, c.session.selection().item), 0);
    const BonesView view{c, *figure, document, at(document.humanoids, index), index, c.gui.side.bones};
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
