#include "app/gui/inspector_body.h"

#include "app/gui/field_text.h"
#include "app/gui/focus.h"
#include "app/gui/prop_menu.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "app/scene/view_camera.h"
#include "app/session/several.h"
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/edit_parts.h"
#include "model/figure/euler_angles.h"
#include "model/figure/joint_angles.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

std::string degrees_text(const vec3& radians) {
    const glm::dvec3 d = glm::degrees(radians);
    return number_text(d.x, "%.1f  ") + number_text(d.y, "%.1f  ") + number_text(d.z, "%.1f\u00B0");
}

/// Returns the joint with anatomical limits.
const std::optional<Joint>& anatomical_joint(const PanelContext& c, const OpenFigure& figure,
                                             const Item& joint) {
    BodyState& state = c.gui.side.body;
    const Selection what{figure.id, joint};
    if (state.limits_of == what && state.limits_revision == figure.history.revision())
        return state.anatomical;
    state.limits_of = what;
    state.limits_revision = figure.history.revision();
    state.anatomical.reset();
    Document changed = figure.document();
    const ApplyAnatomicalLimits command{{ItemKind::humanoid, -1, joint.humanoid}, {joint}};
    if (apply(command, changed)) {
        const Joint& limited = at(at(changed.humanoids, joint.humanoid).joints, joint.index);
        if (limited.lower_limit && limited.upper_limit) state.anatomical = limited;
    }
    return state.anatomical;
}

const Joint& joint_at(const OpenFigure& figure, const Item& joint) {
    return at(at(figure.document().humanoids, joint.humanoid).joints, joint.index);
}

/// Whether both ranges are about the same axes.
bool same_frame(const Joint& a, const Joint& b) {
    constexpr float tolerance = 0.02F;  // radians
    return angle_between(a.limit_orientation, b.limit_orientation) < tolerance;
}

/// Returns axis and angle of a rotation given in degrees as from euler_angles.
std::pair<vec3, float> axis_and_angle(const vec3& degrees) {
    const quat q = euler_rotation(glm::radians(degrees));
    const vec3 along(q.x, q.y, q.z);
    const float sine = glm::length(along);
    if (!(sine > 1e-6F)) return {vec3(0.0F, 0.0F, 1.0F), 0.0F};
    return {along / sine, 2.0F * std::atan2(sine, q.w)};
}

/// The number fields of a row: the step of a drag, and the largest absolute value.
struct FieldRange {
    const char* format;
    float step;
    float most;
};

/// Draws a label and three number fields; `push` is called after each.
void vector_row(const PanelContext& c, const std::string& title, const VectorRow& row,
                const FieldRange& range, vec3& values, const std::function<void(bool)>& push) {
    label(c, title.c_str(), row.help);
    for (int axis = 0; axis < 3; ++axis) {
        if (axis > 0) ImGui::SameLine(0.0F, c.theme.px(4));
        const bool changed = number_field(c, fmt::format("{}/{}", row.id, at(axis_names, axis)), values[axis],
                                          axis, 3, range.step, -range.most, range.most, range.format);
        push(changed);
        tooltip(c, row.help, TooltipPlace::above);
    }
}

/// Draws the row for a rotation, in degrees about X, then Y, then Z; `push` is called after each field with
/// whether it was changed, and with the axis and angle.
void rotation_row(const PanelContext& c, const VectorRow& row, const quat& rotation,
                  const std::function<void(bool, const vec3&, float)>& push) {
    vec3 degrees = glm::degrees(euler_angles(rotation));
    vector_row(c, row.title, row, {"%.1f\u00B0", 0.5F, 360.0F}, degrees, [&](bool changed) {
        const auto turn = axis_and_angle(degrees);
        push(changed, turn.first, turn.second);
    });
}

}  // namespace

void length_row(const PanelContext& c, const VectorRow& row, const LengthUnit& unit, vec3& values,
                const std::function<void(bool)>& push) {
    const LengthStyle style = length_style(unit);
    vector_row(c, fmt::format("{}, {}", row.title, unit.symbol), row, {style.format, style.step, 1e6F},
               values, push);
}

LengthStyle length_style(const LengthUnit& unit) {
    return unit.decimals <= 3   ? LengthStyle{"%.3f", 0.001F}
           : unit.decimals == 4 ? LengthStyle{"%.4f", 1e-4F}
                                : LengthStyle{"%.6f", 1e-6F};
}

void mark_anatomical_range(const PanelContext& c, const OpenFigure& figure, const Item& joint, int axis) {
    const std::optional<Joint>& people = anatomical_joint(c, figure, joint);
    const Joint& own = joint_at(figure, joint);
    if (!people || !same_frame(*people, own)) return;
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    // The scale of limit_bar.
    const float lower = own.lower_limit ? (*own.lower_limit)[axis] : -glm::pi<float>();
    const float upper = own.upper_limit ? (*own.upper_limit)[axis] : glm::pi<float>();
    const bool wide = std::max(std::abs(lower), std::abs(upper)) > glm::pi<float>() + 1e-3F;
    const float range = wide ? glm::two_pi<float>() : glm::pi<float>();
    const float inset = c.theme.px(6);
    const auto x_of = [&](float radians) {
        return from.x + inset +
               (to.x - from.x - 2.0F * inset) * (std::clamp(radians, -range, range) + range) / (2.0F * range);
    };
    const float left = x_of((*people->lower_limit)[axis]);
    const float right = x_of((*people->upper_limit)[axis]);
    const float middle = std::floor(0.5F * (from.y + to.y));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 top(left, middle - c.theme.px(6));
    const ImVec2 bottom(right, middle + c.theme.px(6));
    list.AddRectFilled(top, bottom, color_of(c.theme.text, 0.10F), c.theme.px(2));
    const float y = middle + c.theme.px(8);
    list.AddLine(ImVec2(left, y), ImVec2(right, y), color_of(c.theme.text, 0.55F), c.theme.px(1));
    for (const float x : {left, right})
        list.AddLine(ImVec2(x, y - c.theme.px(3)), ImVec2(x, y), color_of(c.theme.text, 0.55F),
                     c.theme.px(1));
}

namespace {

/// The range of the joint in people.
void anatomy_row(const PanelContext& c, const OpenFigure& figure, const Item& joint) {
    const Joint& own = joint_at(figure, joint);
    const std::optional<Joint>& people = anatomical_joint(c, figure, joint);
    if (!people) {
        value_row(
            c, "Anatomical", "not known",
            "The joint has no H-Anim name and is not mapped to a bone: map it to know its anatomical range.");
        return;
    }
    std::string text;
    for (int axis = 0; axis < 3; ++axis) {
        // An axis and its range stay on one line.
        const auto degrees = [axis](const vec3& limit) {
            return number_text(static_cast<double>(glm::degrees(limit[axis])), "%.0f");
        };
        text += fmt::format("{}{}\u00A0{}\u00A0to\u00A0{}\u00B0", axis == 0 ? "" : "  ", at(axis_names, axis),
                            degrees(*people->lower_limit), degrees(*people->upper_limit));
    }
    const bool drawn = same_frame(*people, own) && (own.lower_limit || own.upper_limit);
    value_row(c, "Anatomical", text,
              drawn ? "The range of this joint in people, in degrees: the thin line below each bar."
                    : "The range of this joint in people, in degrees about its own axes.");
}

/// Buttons that give anatomical limits to the selected joints, the chain and the figure.
void apply_anatomy_row(const PanelContext& c, const OpenFigure& figure, const Item& joint) {
    std::vector<Item> chosen = other_joints(c.session.view().selected_of(figure.id), joint);
    chosen.insert(chosen.begin(), joint);
    if (chosen.size() == 1 && !anatomical_joint(c, figure, joint)) return;
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Apply to");
    const Item whose{ItemKind::humanoid, -1, joint.humanoid};
    ImGui::SameLine();
    const auto apply_to = [&](const std::vector<Item>& joints) {
        // Where none is known, the command itself says why.
        const Command all(ApplyAnatomicalLimits{whose, joints});
        c.push(Edit{figure.id, apply_anatomical_limits(figure.document(), joints).value_or(all)});
    };
    const std::string whom = chosen.size() == 1 ? "joint" : fmt::format("{} joints", chosen.size());
    if (text_button(c, "inspector/anatomy/joint", whom.c_str(),
                    "Gives the selected joints their anatomical limits, as far as these are known"))
        apply_to(chosen);
    ImGui::SameLine();
    if (text_button(c, "inspector/anatomy/chain", "chain",
                    "This joint and its descendants, as far as their anatomical limits are known"))
        apply_to(chain_below(figure.document(), joint));
    ImGui::SameLine();
    if (text_button(c, "inspector/anatomy/figure", "figure",
                    "Every joint of the figure whose anatomical limits are known"))
        c.push(Edit{figure.id, ApplyAnatomicalLimits{whose, {}}});
}

}  // namespace

void inspect_anatomy(const PanelContext& c, const OpenFigure& figure, const Item& joint) {
    const Joint& own = joint_at(figure, joint);
    if (own.lower_limit || own.upper_limit) {
        value_row(c, "Euler X Y Z",
                  degrees_text(euler_xyz(limit_frame_rotation(own, figure.skeleton, figure.pose))),
                  "The same rotation in the limit frame, about X, then Y, then Z, each turned with it. The "
                  "bars show "
                  "swing and twist: Y is the twist along the bone, X and Z the swing.");
    }
    anatomy_row(c, figure, joint);
    apply_anatomy_row(c, figure, joint);
}

void edit_limit_frame(const PanelContext& c, const Item& item, const Joint& joint) {
    rotation_row(c,
                 {"inspector/limit_frame", "Limit frame",
                  "limitOrientation: rotation of the limit frame relative to the joint's axes, in degrees "
                  "about X, then Y, then Z."},
                 joint.limit_orientation, [&](bool changed, const vec3& axis, float angle) {
                     push_edit(c, changed, SetJointLimitOrientation{item, axis, angle});
                 });
}

void edit_site(const PanelContext& c, const OpenFigure& figure, const Item& site) {
    const Document& document = figure.document();
    const Node& node = at(document.nodes, node_of(document, site));
    const Transform local = compose(node.rest, node.delta);
    vec3 place = said_translation(document, site);
    length_row(c,
               {"inspector/site", "Place", "The site's position in its segment's frame, in the file's units"},
               length_unit(figure, site.humanoid), place, [&](bool changed) {
                   push_edit(c, changed, SetSite{site, place, std::nullopt, 0.0F});
               });
    rotation_row(c,
                 {"inspector/site_turn", "Rotation",
                  "The site's rotation on its segment, in degrees about X, then Y, then Z"},
                 local.rotation, [&](bool changed, const vec3& axis, float angle) {
                     push_edit(c, changed, SetSite{site, std::nullopt, axis, angle});
                 });
    const std::vector<Viewpoint> cameras = cameras_of(document);
    const auto camera = std::find_if(cameras.begin(), cameras.end(),
                                     [&](const Viewpoint& viewpoint) { return viewpoint.name == node.name; });
    if (camera != cameras.end() && text_button(c, "inspector/site/look", "Look through",
                                               "Views the scene from this site; Backspace goes back."))
        c.push(LookThrough{figure.id, static_cast<int>(camera - cameras.begin())});
    if (camera != cameras.end()) ImGui::SameLine();
    draw_prop_button(c, {figure.id, site});
    ImGui::SameLine();
    if (text_button(c, "inspector/site/delete", "Delete site", "Takes it out of the file (Delete)"))
        c.push(Edit{figure.id, DeleteSite{site}});
}

void solo_displacer(const PanelContext& c, const OpenFigure& figure, const Item& displacer) {
    if (!text_button(c, "inspector/displacer/solo", "Solo",
                     "Sets this weight to 1 and the humanoid's other ones to 0"))
        return;
    Batch batch{"Solo " + label_of(figure.document(), displacer), {SetDisplacerWeight{displacer, 1.0F}}};
    const std::vector<Displacer>& all = figure.document().displacers;
    const int humanoid = std::max(at(all, displacer.index).humanoid, 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Item other = displacer_item(static_cast<int>(i));
        const bool is_beside = std::max(all[i].humanoid, 0) == humanoid && !all[i].keyed_shape;
        if (other != displacer && is_beside && all[i].weight != 0.0F)
            batch.commands.emplace_back(SetDisplacerWeight{other, 0.0F});
    }
    c.push(Edit{figure.id, std::move(batch)});
}

void inspect_mixture(const PanelContext& c, const OpenFigure& figure, int humanoid) {
    const std::vector<Displacer>& all = figure.document().displacers;
    const std::vector<MeshInstance>& meshes = figure.document().meshes;
    const auto is_here = [&](const Displacer& displacer) {
        return std::max(displacer.humanoid, 0) == humanoid && is_in_file(displacer);
    };
    const bool any = std::any_of(all.begin(), all.end(), is_here);
    const bool has_shape = std::any_of(meshes.begin(), meshes.end(),
                                       [&](const MeshInstance& mesh) { return mesh.humanoid == humanoid; });
    if (!any && (!has_shape || !section(c, new_displacer_section, false))) return;
    const bool applied = std::any_of(all.begin(), all.end(), [&](const Displacer& displacer) {
        return is_here(displacer) && displacer.weight != 0.0F;
    });
    std::string& name = c.gui.side.body.mixture_name;
    const auto free = [&] { return free_name(figure.document(), ItemKind::displacer, -1, name); };
    if (any) {
        ImGui::BeginDisabled(!applied);
        if (text_button(c, "inspector/displacers/zero", "Zero all",
                        "Sets the weights of the humanoid's displacers to 0."))
            zero_displacers(c, figure.id, humanoid);
        ImGui::SameLine();
        if (text_button(c, "inspector/displacers/new", "New from mixture",
                        "Adds a displacer that combines the humanoid's displacers at their current weights. "
                        "The end of its name, _config or _feature, gives its kind.")) {
            std::vector<std::pair<Item, float>> mixture;
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (is_here(all[i]) && all[i].weight != 0.0F)
                    mixture.emplace_back(displacer_item(static_cast<int>(i)), all[i].weight);
            }
            c.push(Edit{figure.id, AddDisplacer{free(), std::move(mixture), {}, {}}});
        }
        ImGui::EndDisabled();
        ImGui::SameLine();
    }
    ImGui::SetNextItemWidth(-1.0F);
    text_field(c, "inspector/displacers/name", "its name", name);
    tooltip(c, "Name of the next new displacer; its end, _feature, _action or _config, gives its kind.");
    if (!has_shape) return;
    if (text_button(c, "inspector/displacers/pose", "New from the pose",
                    "Adds a displacer that moves skin and rigid parts as the joints do from rest to the "
                    "current pose: with the joints back at rest and a weight of 1 the figure looks the same. "
                    "Each H-Anim segment gets one."))
        c.push(MakePoseDisplacer{figure.id, free(), false});
    same_line_if_fits("Copied pose to this one");
    ImGui::BeginDisabled(!c.session.has_copied_pose());
    if (text_button(c, "inspector/displacers/poses", "Copied pose to this one",
                    "Adds a displacer that makes the copied pose (Pose menu) look like the current pose."))
        c.push(MakePoseDisplacer{figure.id, free(), true});
    ImGui::EndDisabled();
}

/// Typed text is kept until the field is left: Enter, Tab or a click elsewhere sets it, Esc discards it.
void edit_tag(const PanelContext& c, const OpenFigure& figure, const Item& whose, const std::string& tag,
              const std::string& value) {
    BodyState& state = c.gui.side.body;
    std::string text = state.typed_tag == tag ? state.typed : value;
    ImGui::SetNextItemWidth(-c.theme.px(28));
    text_field(c, "inspector/info/" + tag, "", text);
    tooltip(c, "Enter or Tab sets it, Esc cancels.");
    const bool set = leave_by_tab(c) || ImGui::IsItemDeactivatedAfterEdit();
    const bool left = set || ImGui::IsItemDeactivated();
    if (set && text != value) c.push(Edit{figure.id, SetInfo{whose, tag, text}});
    if (ImGui::IsItemActive()) {
        state.typed_tag = tag;
        state.typed = text;
    } else if (left && state.typed_tag == tag) {
        state.typed_tag.clear();
    }
}

void edit_info(const PanelContext& c, const OpenFigure& figure, int humanoid) {
    if (!section(c, "Info", false)) return;
    const Item whose{ItemKind::humanoid, -1, humanoid};
    const auto& info = at(figure.document().humanoids, humanoid).info;
    for (const auto& [tag, value] : info) {
        ImGui::PushID(tag.c_str());
        label(c, tag.c_str(), "A tag of the humanoid's info field");
        edit_tag(c, figure, whose, tag, value);
        ImGui::SameLine(0.0F, c.theme.px(4));
        if (icon_button(c, "inspector/info/delete/" + tag, Icon::close, "Deletes the tag", false, true,
                        22.0F))
            c.push(Edit{figure.id, SetInfo{whose, tag, std::nullopt}});
        ImGui::PopID();
    }
    constexpr std::array known{"authorName", "authorEmail",     "copyright",         "creationDate", "gender",
                               "height",     "humanoidVersion", "usageRestrictions", "weight",       "age"};
    const bool open = begin_combo(c, "inspector/info/add", "Add a tag", ImGui::GetContentRegionAvail().x);
    if (!open) return tooltip(c, "H-Anim's info about a humanoid: author, owner, height, weight");
    for (const char* tag : known) {
        const bool there =
            std::any_of(info.begin(), info.end(), [tag](const auto& pair) { return pair.first == tag; });
        if (!there && ImGui::Selectable(tag)) c.push(Edit{figure.id, SetInfo{whose, tag, std::string()}});
    }
    ImGui::EndCombo();
}

}  // namespace vitruvian
