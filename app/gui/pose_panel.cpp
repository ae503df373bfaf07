#include "app/gui/pose_panel.h"

#include "app/gui/checkbox.h"
#include "app/gui/pointed_help.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

void draw_keep(const PanelContext& c, std::uint64_t figure) {
    PosePanelState& state = c.gui.poses;
    const float button = c.theme.px(96);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - c.theme.px(8));
    const bool entered =
        text_field(c, "poses/name", "Name of this pose", state.name, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine(0.0F, c.theme.px(8));
    ImGui::BeginDisabled(state.name.empty() || figure == 0);
    const bool pressed = ImGui::Button("Keep pose", ImVec2(button, 0.0F));
    ImGui::EndDisabled();
    c.mark("poses/keep");
    tooltip(c,
            "Stores the current pose, for this rig by its joints and for every other by its bones. A pose of "
            "the same name is replaced.");
    if ((entered || pressed) && !state.name.empty()) {
        c.push(StorePose{figure, state.name});
        state.chosen = state.name;
        state.name.clear();
    }
}

void draw_list(const PanelContext& c) {
    PosePanelState& state = c.gui.poses;
    const float below = c.theme.px(112);
    ImGui::BeginChild("poses",
                      ImVec2(0.0F, std::max(ImGui::GetContentRegionAvail().y - below, c.theme.px(60))), true);
    const std::vector<StoredPose>& poses = c.session.poses();
    if (poses.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped(
            "No poses yet. Pose a figure, enter a name above and press Keep pose: it can then be applied to "
            "every figure with mapped bones.");
        ImGui::PopStyleColor();
    }
    for (const StoredPose& pose : poses) {
        ImGui::PushID(pose.name.c_str());
        if (ImGui::Selectable(row_text(pose.name).c_str(), state.chosen == pose.name,
                              ImGuiSelectableFlags_AllowDoubleClick)) {
            state.chosen = pose.name;
            state.renaming = false;
            if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
                c.push(ApplyStoredPose{c.session.active_id(), pose.name, 1.0F, state.mirrored});
        }
        ImGui::PopID();
        c.mark("poses/pose/" + pose.name);
        tooltip(c, pose.has_bones() ? "Double-click: apply it to the figure"
                                    : "From a rig without mapped bones: only for that rig");
    }
    ImGui::EndChild();
}

void draw_rename(const PanelContext& c) {
    PosePanelState& state = c.gui.poses;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    constexpr int flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
    if (text_field(c, "poses/renamed", "", state.renamed, flags)) {
        if (!state.renamed.empty()) c.push(RenamePose{state.chosen, state.renamed});
        state.chosen = state.renamed;
        state.renaming = false;
    }
}

void draw_use(const PanelContext& c, std::uint64_t figure) {
    PosePanelState& state = c.gui.poses;
    const std::vector<StoredPose>& poses = c.session.poses();
    const bool chosen = std::any_of(poses.begin(), poses.end(),
                                    [&state](const StoredPose& pose) { return pose.name == state.chosen; });
    ImGui::BeginDisabled(!chosen || figure == 0);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    float percent = 100.0F * state.share;
    const bool blended = slider(c, "poses/share", percent, 0.0F, 100.0F, "Blend %.0f %%");
    if (ImGui::IsItemActivated()) c.push(BeginGesture{figure});
    state.share = percent / 100.0F;
    if (blended) c.push(ApplyStoredPose{figure, state.chosen, state.share, state.mirrored});
    tooltip(c, "How far to blend from the figure's pose to this one. Dragging shows it at once.");
    if (ImGui::Button("Apply", ImVec2(c.theme.px(84), 0.0F)))
        c.push(ApplyStoredPose{figure, state.chosen, state.share, state.mirrored});
    c.mark("poses/apply");
    tooltip(c,
            "Applies the pose by the slider's percentage; inserts keys in the clip if automatic keys are on");
    ImGui::SameLine();
    checkbox(c, "Mirrored", &state.mirrored);
    c.mark("poses/mirrored");
    tooltip(c, "Applies the pose with left and right swapped");
    if (text_button(c, "poses/rename", "Rename", "Give the pose another name")) {
        state.renaming = true;
        request_focus(c, "poses/renamed");
        state.renamed = state.chosen;
    }
    ImGui::SameLine();
    if (text_button(c, "poses/delete", "Delete", "Delete the pose from the library; this cannot be undone")) {
        c.push(ForgetPose{state.chosen});
        state.chosen.clear();
    }
    ImGui::EndDisabled();
}

}  // namespace

void draw_pose_panel(const PanelContext& c) {
    PosePanelState& state = c.gui.poses;
    if (!state.open) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    // At the viewport's right edge, where it does not cover the figure.
    const Settings& settings = c.gui.settings;
    const float inspector = settings.show_inspector ? c.theme.px(settings.inspector_width) : 0.0F;
    const ImVec2 size(c.theme.px(248), std::min(c.theme.px(330), 0.7F * display.y));
    ImGui::SetNextWindowSize(size, ImGuiCond_Appearing);
    ImGui::SetNextWindowPos(ImVec2(display.x - inspector - c.theme.px(12), c.theme.px(116)),
                            ImGuiCond_Appearing, ImVec2(1.0F, 0.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.theme.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(8), c.theme.px(8)));
    if (ImGui::Begin("Poses", &state.open, ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse)) {
        keep_on_screen();
        // In a text, Esc leaves only that.
        const bool takes_escape = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                                  (state.renaming || !c.gui.text_input);
        if (takes_escape && c.take_key(Key::escape)) (state.renaming ? state.renaming : state.open) = false;
        const std::uint64_t figure = c.session.active_id();
        draw_keep(c, figure);
        draw_list(c);
        if (state.renaming) {
            draw_rename(c);
        } else {
            draw_use(c, figure);
        }
    }
    help_of_window(c,
                   "Poses kept in the library. Type a name to keep the figure\u2019s pose; click one to "
                   "blend or apply it, to any figure.");
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace vitruvian
