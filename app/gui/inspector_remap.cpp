// The inspector's sections about remapped clips, and the reference poses they are relative to.
#include "app/gui/widgets.h"
#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/figure/joint_bones.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// Computed once per state of a humanoid; it is shown in every frame.
const ReferenceComparison& references_of(const PanelContext& c, const OpenFigure& figure,
                                         const Selection& what) {
    InspectorState& state = c.gui.inspector;
    const bool same = state.references && state.references_of == what &&
                      state.references_reading == figure.reading &&
                      state.references_revision == figure.skeleton_revision;
    if (!same) {
        state.references = compare_references(figure.document(), what.item.index);
        state.references_of = what;
        state.references_reading = figure.reading;
        state.references_revision = figure.skeleton_revision;
    }
    return *state.references;
}

void score_row(const PanelContext& c, const char* title, const TPoseScore& score, const char* help) {
    value_row(
        c, title,
        fmt::format("{:.1f}\u00B0 off, worst {:.1f}\u00B0", static_cast<double>(glm::degrees(score.limbs)),
                    static_cast<double>(glm::degrees(score.worst_limb))),
        help);
}

/// Chooses the reference pose shown as a ghost.
void ghost_row(const PanelContext& c) {
    label(c, "Ghost", "Shows a reference pose as a ghost in the view, at the hips, behind the current pose.");
    const std::optional<ReferenceKind> now = c.session.playback().reference;
    const std::optional<ReferenceKind> none;
    for (const auto& [title, kind] :
         {std::pair("Off", none), std::pair("Bind", std::optional(ReferenceKind::bind)),
          std::pair("Rest", std::optional(ReferenceKind::rest)),
          std::pair("T-pose", std::optional(ReferenceKind::tpose))}) {
        if (ImGui::RadioButton(title, now == kind)) c.push(ShowReference{kind});
        c.mark(std::string("inspector/ghost/") + title);
        tooltip(c,
                kind ? "Shows this pose as a ghost, and the angle of each bone from it" : "Shows no ghost");
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

/// Lists the rotations of bones from the reference in the visible pose, largest first.
void turned_rows(const PanelContext& c, const OpenFigure& figure, const Selection& what,
                 const Pose& reference) {
    constexpr float least = 0.05F;  // degrees: smaller angles are rounding errors
    const BoneMap& bones = at(figure.document().humanoids, what.item.index).bones;
    const std::vector<int> joint_of =
        joints_of_nodes(figure.document(), at(figure.document().humanoids, what.item.index));
    std::vector<std::pair<float, Bone>> turned;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const int node = bones.node[b];
        if (node < 0) continue;
        const float degrees = glm::degrees(
            angle_between(at(reference.local, node).rotation, at(figure.pose.local, node).rotation));
        if (degrees > least) turned.emplace_back(degrees, static_cast<Bone>(b));
    }
    std::sort(turned.begin(), turned.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    ImGui::TextDisabled(turned.empty() ? "The current pose is this one."
                                       : "Rotation of the current pose from it, relative to the parent bone");
    for (const auto& [degrees, bone] : turned) {
        const int joint = at(joint_of, bones[bone]);
        const std::string name(to_string(bone));
        dim_text(c, name);
        c.mark("inspector/turned/" + name);
        if (joint >= 0 && ImGui::IsItemHovered()) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (ImGui::IsItemClicked())
                c.push(Select{{figure.id, joint_item(what.item.index, joint)}, false});
        }
        ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(152));
        ImGui::Text("%.1f\u00B0", static_cast<double>(degrees));
    }
}

}  // namespace

void inspect_references(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const BoneMap& bones = at(figure.document().humanoids, what.item.index).bones;
    if (std::all_of(bones.node.begin(), bones.node.end(), [](int node) { return node < 0; })) return;
    if (!section(c, "Reference pose", false)) return;
    const ReferenceComparison& all = references_of(c, figure, what);
    value_row(c, "Used", std::string(to_string(all.used)),
              "The pose that retargeted clips are relative to, unless the timeline says otherwise: the one "
              "nearest to a T-pose.");
    score_row(c, "Bind", all.bind.score, "The skin's bind pose: how far arms and legs are from a T-pose.");
    score_row(c, "Rest", all.rest.score, "The rest pose: how far arms and legs are from a T-pose.");
    score_row(c, "T-pose", all.tpose.score, "A T-pose computed from the nearer of the two.");
    ghost_row(c);
    if (const std::optional<ReferenceKind> ghost = c.session.playback().reference) {
        turned_rows(c, figure, what, all.of(*ghost).pose);
        return;
    }
    ImGui::TextDisabled("Degrees from the T-pose, in the reference pose that is used");
    for (const TPoseError& error : all.of(all.used).score.bones) {
        std::string text =
            error.direction ? fmt::format("{:.1f}\u00B0", static_cast<double>(glm::degrees(*error.direction)))
                            : std::string("\u2013");
        if (error.palm)
            text += fmt::format(", palm {:.1f}\u00B0", static_cast<double>(glm::degrees(*error.palm)));
        text += fmt::format("   axes {:.0f}\u00B0", static_cast<double>(glm::degrees(error.axes)));
        const std::string bone(to_string(error.bone));
        dim_text(c, bone);
        ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(152));
        ImGui::TextUnformatted(text.c_str());
    }
}

void inspect_carried_clip(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    if (!figure.plan() || figure.clip_humanoid != what.item.index) return;
    if (!section(c, "Retargeted clip")) return;
    const OpenFigure* source = c.session.clip_source(figure);
    value_row(c, "Clip", figure.playing_clip()->name.empty() ? "(no name)" : figure.playing_clip()->name);
    value_row(c, "From", source ? source->name() : "this file");
    value_row(c, "Formula",
              figure.plan()->mode() == RemapMode::spec ? "spec: EXT_skeleton_humanoid's" : "world rotations");
    value_row(
        c, "Reference", std::string(to_string(figure.plan()->target_reference())),
        "The pose that the clip's rotations are relative to: bind pose, rest pose, or a computed T-pose.");
    if (figure.remap.pin_feet)
        value_row(c, "Feet pinned", std::to_string(figure.plan()->foot_contacts()) + " times",
                  "How many times a foot stands still in the clip.");
    for (const Diagnostic& remark : figure.plan()->diagnostics().list())
        ImGui::TextWrapped("%s", remark.message.c_str());
}

}  // namespace vitruvian
