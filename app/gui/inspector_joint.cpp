// The inspector's page of a joint: position, rotation, limits with the current angles, stiffness, matrices.
#include "app/gui/field_text.h"
#include "app/gui/inspector_body.h"
#include "app/gui/widgets.h"
#include "app/session/several.h"
#include "model/core/at.h"
#include "model/edit/frames.h"
#include "model/figure/euler_angles.h"
#include "model/figure/joint_angles.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

struct JointView {
    const OpenFigure& figure;
    const Document& document;
    const Humanoid& humanoid;
    const Joint& joint;
    const Node& node;
    Item item;
};

void parent_row(const PanelContext& c, const JointView& view) {
    constexpr const char* help =
        "The parent joint, which this joint moves with. Drag its row in the tree to re-parent it.";
    const int parent = view.node.parent;
    const int joint = parent < 0 ? -1 : joint_at(view.humanoid, parent);
    if (joint >= 0) {
        const Selection target{view.figure.id, joint_item(view.item.humanoid, joint)};
        return link_row(c, "Parent", label_of(c.session, target), target, help);
    }
    value_row(c, "Parent", parent < 0 ? std::string("\u2013") : label_of_node(view.document, parent), help);
}

void place_part(const PanelContext& c, const JointView& view) {
    const std::optional<Bone> bone = view.humanoid.bones.bone_of(view.joint.node);
    value_row(c, "Bone", bone ? std::string(to_string(*bone)) : std::string("\u2013"),
              "Which of the 55 humanoid bones this joint is mapped to; animations from other figures are "
              "retargeted by it. Click to map it.");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) c.gui.settings.side_tab = static_cast<int>(SideTab::bones);
    parent_row(c, view);
    vec3 centre = view.joint.centre;
    length_row(c,
               {"inspector/centre", "Centre",
                "The point that the joint turns about, in the humanoid's frame at rest, in the file's units. "
                "Moving it leaves geometry, children and sites where they are."},
               length_unit(view.figure, view.item.humanoid), centre, [&](bool changed) {
                   push_edit(c, changed, SetJointCentre{view.item, centre});
               });
}

/// Returns the joint's rotation from rest: as in the file, or in the clip if posing sets its keys.
quat turn_of(const PanelContext& c, const JointView& view) {
    if (!posing_keys_clip(c, view.figure)) return view.node.delta.rotation;
    const auto delta = delta_to(view.node.rest, at(view.figure.pose.local, view.joint.node));
    return delta ? delta->rotation : identity_quat;
}

void rotation_part(const PanelContext& c, const JointView& view, const Selection& what) {
    const quat delta = turn_of(c, view);
    InspectorState& state = c.gui.inspector;
    if (!state.editing_euler || state.euler_of != what) {
        state.euler_degrees = glm::degrees(euler_angles(delta));
        state.euler_of = what;
    }
    const char* help =
        "The joint's rotation from the rest pose, in degrees: about X, then Y, then Z of its rest frame. "
        "Stored as an axis and an angle in radians.";
    label(c, "Rotation", help);
    bool editing = false;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis > 0) ImGui::SameLine(0.0F, c.theme.px(4));
        const std::string id = fmt::format("inspector/rotation/{}", at(axis_names, axis));
        const bool changed = number_field(c, id, state.euler_degrees[axis], axis, 3, 0.5F, -360.0F, 360.0F,
                                          "%.1f\u00B0", 0.0F);
        editing = editing || ImGui::IsItemActive();
        push_edit(c, changed, SetJointRotation{view.item, euler_rotation(glm::radians(state.euler_degrees))});
        tooltip(c, help, TooltipPlace::above);
    }
    state.editing_euler = editing;
    const float sine = std::sqrt(delta.x * delta.x + delta.y * delta.y + delta.z * delta.z);
    const vec3 axis = sine > 1e-6F ? vec3(delta.x, delta.y, delta.z) / sine : vec3(0.0F, 0.0F, 1.0F);
    const float angle = glm::degrees(2.0F * std::atan2(sine, delta.w));
    value_row(c, "Axis, angle",
              number_text(static_cast<double>(axis.x), "%.2f ") +
                  number_text(static_cast<double>(axis.y), "%.2f ") +
                  number_text(static_cast<double>(axis.z), "%.2f, ") +
                  number_text(static_cast<double>(angle), "%.1f\u00B0"),
              "The same rotation as one axis and the angle about it in degrees.");
    if (posing_keys_clip(c, view.figure)) {
        dim_paragraph(c, "Automatic keys are on: rotating the joint inserts a key in the clip at this time.");
    } else if (view.figure.clip_holds(view.joint.node)) {
        note_held_by_clip(c, view.figure,
                          "The clip animates this joint: the rotation above is the file's own, and shows "
                          "without the clip.");
    }
}

/// What a limit row says between its two numbers.
struct AngleNote {
    std::string text;
    const char* help = nullptr;
    bool is_wrong = false;
};

AngleNote angle_note(float now, float lower, float upper) {
    if (lower > upper)
        return {"inverted", "The lower limit is above the upper one, so no angle is within both (LI01).",
                true};
    const std::string angle = number_text(static_cast<double>(glm::degrees(now)), "%.1f\u00B0");
    if (now < lower - 1e-3F || now > upper + 1e-3F)
        return {angle + " out", "The current angle is outside the limits.", true};
    return {angle, "The current angle in degrees, about this axis of the limit frame.", false};
}

void limit_row(const PanelContext& c, const JointView& view, int axis, const vec3& now) {
    const std::string name = at(axis_names, axis);
    vec3 lower = view.joint.lower_limit.value_or(vec3(-glm::pi<float>()));
    vec3 upper = view.joint.upper_limit.value_or(vec3(glm::pi<float>()));
    const auto command = [&]() -> Command { return SetJointLimits{view.item, lower, upper}; };
    const AngleNote note = angle_note(now[axis], lower[axis], upper[axis]);
    ImGui::PushStyleColor(ImGuiCol_Text, at(c.theme.axis, axis));
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted(name.c_str());
    ImGui::PopFont();
    ImGui::PopStyleColor();
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(16));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - c.theme.px(2));
    const bool dragged = limit_bar(c, "inspector/limit/" + name, axis, lower[axis], upper[axis], now[axis]);
    tooltip(c,
            "Drag the ends: the lower and the upper limit about this axis, in degrees. The mark is the "
            "current angle.");
    push_edit(c, dragged, command());
    mark_anatomical_range(c, view.figure, view.item, axis);

    const float left = ImGui::GetWindowContentRegionMin().x + c.theme.px(16);
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    const float field = std::min(c.theme.px(72), std::floor(0.5F * (width - c.theme.px(4))));
    ImGui::SetCursorPosX(left);
    for (int end = 0; end < 2; ++end) {
        vec3& limit = end == 0 ? lower : upper;
        if (end == 1) ImGui::SameLine(left + width - field);
        const std::string id = fmt::format("inspector/limit/{}/{}", name, end == 0 ? "lower" : "upper");
        float degrees = glm::degrees(limit[axis]);
        // The lower limit stays below the upper one, unless they are inverted.
        const auto [least, most] = std::minmax({glm::degrees(lower[axis]), glm::degrees(upper[axis])});
        const float low = end == 0 ? std::min(-360.0F, least) : least;
        const float high = end == 0 ? most : std::max(360.0F, most);
        const bool changed = edit_number(c, id, degrees, {"%.1f\u00B0", low, high, 0.5F}, field);
        if (changed) limit[axis] = glm::radians(degrees);
        push_edit(c, changed, command());
        tooltip(c, end == 0 ? "Lower limit in degrees" : "Upper limit in degrees");
    }
    const float text_width = ImGui::CalcTextSize(note.text.c_str()).x;
    if (2.0F * field + text_width + c.theme.px(8) <= width) {
        ImGui::SameLine(left + 0.5F * (width - text_width));
    } else {
        ImGui::SetCursorPosX(left);
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(note.is_wrong ? c.theme.error : c.theme.dim, "%s", note.text.c_str());
    c.mark(fmt::format("inspector/limit/{}/{}", name, lower[axis] > upper[axis] ? "inverted" : "angle"));
    tooltip(c, note.help);
}

/// A button that gives the other selected joints what this one has; nothing where no other is selected.
void give_row(const PanelContext& c, const JointView& view, const std::string& id, const char* help,
              Command (*give)(const Document&, const Item&, std::span<const Item>)) {
    const std::vector<Item> others = other_joints(c.session.view().selected_of(view.figure.id), view.item);
    if (others.empty()) return;
    const std::string title = others.size() == 1 ? std::string("Give to the other joint")
                                                 : fmt::format("Give to the {} other joints", others.size());
    if (text_button(c, id, title.c_str(), help))
        c.push(Edit{view.figure.id, give(view.document, view.item, others)});
}

void limits_part(const PanelContext& c, const JointView& view) {
    const bool is_open = section(c, "Limits");
    tooltip(c,
            "How far the joint may turn about each axis of its limit frame (ulimit and llimit), in degrees");
    if (!is_open) return;
    const bool any = view.joint.lower_limit || view.joint.upper_limit;
    if (!any) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("not given");
        tooltip(c, "The file gives no limits for this joint; it turns freely.");
        ImGui::SameLine();
        if (text_button(c, "inspector/limits/add", "Add limits",
                        "Gives the joint a lower and an upper limit, -90 and 90 degrees to start from.")) {
            const vec3 quarter(glm::half_pi<float>());
            c.push(Edit{view.figure.id, SetJointLimits{view.item, -quarter, quarter}});
        }
        inspect_anatomy(c, view.figure, view.item);
        return;
    }
    // Swing and twist are the standard; Euler angles are shown in addition (inspect_anatomy).
    const vec3 now =
        swing_twist_angles(limit_frame_rotation(view.joint, view.figure.skeleton, view.figure.pose));
    if (!view.joint.lower_limit) ImGui::TextDisabled("lower limits: not given");
    if (!view.joint.upper_limit) ImGui::TextDisabled("upper limits: not given");
    for (int axis = 0; axis < 3; ++axis) limit_row(c, view, axis, now);
    if (text_button(c, "inspector/limits/remove", "Remove limits",
                    "Removes the limits: the joint turns freely.")) {
        c.push(Edit{view.figure.id, SetJointLimits{view.item, std::nullopt, std::nullopt}});
    }
    give_row(c, view, "inspector/limits/give",
             "Gives the other selected joints these limits and the frame that they are about.", give_limits);
    edit_limit_frame(c, view.item, view.joint);
    inspect_anatomy(c, view.figure, view.item);
}

void stiffness_part(const PanelContext& c, const JointView& view) {
    const bool is_open = section(c, "Stiffness");
    tooltip(c, "How strongly the joint resists turning in inverse kinematics: 0 free, 1 rigid");
    if (!is_open) return;
    if (!view.joint.stiffness) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("not given");
        ImGui::SameLine();
        if (text_button(c, "inspector/stiffness/add", "Add stiffness",
                        "How strongly the joint resists turning in inverse kinematics: 0 free, 1 rigid.")) {
            c.push(Edit{view.figure.id, SetJointStiffness{view.item, vec3(0.0F)}});
        }
        return;
    }
    vec3 stiffness = *view.joint.stiffness;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string id = fmt::format("inspector/stiffness/{}", at(axis_names, axis));
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(at(c.theme.axis, axis), "%s", at(axis_names, axis));
        ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(16));
        ImGui::SetNextItemWidth(-1.0F);
        const bool changed = slider(c, id, stiffness[axis], 0.0F, 1.0F, "%.2f", 0.0F);
        push_edit(c, changed, SetJointStiffness{view.item, stiffness});
        tooltip(c, "0: turns freely about this axis. 1: does not turn. Used by inverse kinematics.");
    }
    give_row(c, view, "inspector/stiffness/give", "Gives the other selected joints this stiffness.",
             give_stiffness);
}

}  // namespace

void inspect_joint(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    const Humanoid& humanoid = at(document.humanoids, what.item.humanoid);
    const Joint& joint = at(humanoid.joints, what.item.index);
    const auto node = static_cast<std::size_t>(joint.node);
    const JointView view{figure, document, humanoid, joint, document.nodes[node], what.item};
    place_part(c, view);
    rotation_part(c, view, what);
    limits_part(c, view);
    stiffness_part(c, view);
    inspect_torque(c, view.figure, view.item);
    const bool is_open = section(c, "Matrices", false);
    tooltip(c, "The joint\u2019s matrices in this pose: to its parent and to the world");
    if (is_open) inspect_matrices(c, what, joint.node);
}

}  // namespace vitruvian
