// The Rig menu: commands that repair a figure as a whole.
#include "app/gui/actions.h"
#include "app/gui/prop_menu.h"
#include "app/gui/rename_window.h"
#include "app/gui/widgets.h"
#include "app/session/several.h"
#include "model/core/at.h"

#include <algorithm>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

/// Returns the humanoid of the selection; the first if there is none.
Item chosen_humanoid(Context c) {
    const OpenFigure& figure = *c.session.active_figure();
    return {ItemKind::humanoid, -1, std::max(humanoid_of(figure.document(), c.session.selection().item), 0)};
}

bool joint_is_selected(Context c) {
    return c.session.selection().item.kind == ItemKind::joint;
}

bool has_skin(Context c) {
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr) return false;
    const std::vector<MeshInstance>& meshes = figure->document().meshes;
    return std::any_of(meshes.begin(), meshes.end(),
                       [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
}

/// VRM 0 faces -Z, as its specification requires.
bool may_face_forward(Context c) {
    if (!has_humanoid(c)) return false;
    const Document& document = c.session.active_figure()->document();
    return at(document.humanoids, chosen_humanoid(c).index).kind != HumanoidKind::vrm0;
}

bool has_materials(Context c) {
    const OpenFigure* figure = c.session.active_figure();
    return figure != nullptr && !figure->document().materials.empty();
}

class RigMenu {
  public:
    explicit RigMenu(std::vector<Action>& list) : list_(list) {}

    /// `make` returns the command for the current humanoid.
    template <class Make>
    void edit(const char* id, const char* title, Make make, bool separator = false,
              bool (*enabled)(Context) = has_humanoid, Shortcut key = {}) {
        list_.push_back({id,
                         title,
                         "Rig",
                         key,
                         [make](Context c) {
                             c.push(Edit{c.session.active_id(), make(c)});
                         },
                         enabled,
                         {},
                         separator});
    }

  private:
    std::vector<Action>& list_;
};

void add_renaming(std::vector<Action>& list) {
    for (const NamingScheme scheme : naming_schemes) {
        list.push_back(
            {"rig.rename." + std::string(to_string(scheme)),
             "Rename joints as " + std::string(title_of(scheme)) + "\u2026",
             "Rig",
             {},
             [scheme](Context c) {
                 c.gui.side.rename = {true, c.session.active_id(), chosen_humanoid(c).index, scheme};
             },
             has_humanoid,
             {},
             scheme == naming_schemes.front()});
    }
}

void delete_selected(Context c) {
    const Selection what = c.session.selection();
    const OpenFigure* figure = c.session.figure(what.figure);
    if (figure == nullptr) return;
    if (auto command = delete_items(figure->document(), c.session.view().selected_of(what.figure)))
        c.push(Edit{what.figure, std::move(*command)});
}

bool can_delete(Context c) {
    const ItemKind kind = c.session.selection().item.kind;
    return kind == ItemKind::joint || kind == ItemKind::site || kind == ItemKind::displacer;
}

void add_bone_repairs(std::vector<Action>& list, RigMenu& menu) {
    menu.edit("rig.map", "Auto-map bones", [](Context c) { return MapBones{chosen_humanoid(c)}; });
    menu.edit("rig.t_pose", "Enforce T-pose", [](Context c) { return EnforceTPose{chosen_humanoid(c)}; });
    list.push_back({"rig.ghost",
                    "Show the T-pose as a ghost",
                    "Rig",
                    {},
                    [](Context c) {
                        const bool shown = c.session.playback().reference.has_value();
                        c.push(ShowReference{shown ? std::nullopt : std::optional(ReferenceKind::tpose)});
                    },
                    has_humanoid,
                    [](Context c) { return c.session.playback().reference.has_value(); }});
    menu.edit("rig.orient", "Orient bones", [](Context c) { return OrientBones{chosen_humanoid(c)}; });
    menu.edit("rig.limits", "Apply anatomical limits", [](Context c) {
        return ApplyAnatomicalLimits{chosen_humanoid(c), {}};
    });
    menu.edit(
        "rig.limits_chain", "Apply anatomical limits to the selected joint and below",
        [](Context c) {
            const OpenFigure& figure = *c.session.active_figure();
            return ApplyAnatomicalLimits{chosen_humanoid(c),
                                         chain_below(figure.document(), c.session.selection().item)};
        },
        false, joint_is_selected);
}

void add_figure_repairs(RigMenu& menu) {
    menu.edit(
        "rig.mirror", "Mirror left to right",
        [](Context c) {
            return Mirror{chosen_humanoid(c), "left", {}};
        },
        true);
    menu.edit("rig.mirror_back", "Mirror right to left", [](Context c) {
        return Mirror{chosen_humanoid(c), "right", {}};
    });
    menu.edit("rig.ground", "Stand on the ground",
              [](Context c) { return StandOnGround{chosen_humanoid(c)}; });
    menu.edit(
        "rig.face", "Face +Z", [](Context c) { return FaceForward{chosen_humanoid(c)}; }, false,
        may_face_forward);
    menu.edit("rig.rest", "Pose as rest", [](Context c) { return PoseAsRest{chosen_humanoid(c)}; });
    menu.edit(
        "rig.scale.cm_to_m", "Scale by 0.01 (centimetres to metres)", [](Context) { return Scale{0.01F}; },
        true);
    menu.edit("rig.scale.m_to_cm", "Scale by 100 (metres to centimetres)",
              [](Context) { return Scale{100.0F}; });
    menu.edit("rig.scale.in_to_m", "Scale by 0.0254 (inches to metres)",
              [](Context) { return Scale{0.0254F}; });
}

void add_skin_repairs(std::vector<Action>& list, RigMenu& menu) {
    menu.edit(
        "rig.normalise", "Normalise weights, at most 4",
        [](Context) {
            return NormaliseWeights{4, 0.0F};
        },
        true, has_skin);
    menu.edit(
        "rig.prune", "Prune weights under 1 %",
        [](Context) {
            return NormaliseWeights{255, 0.01F};
        },
        false, has_skin);
    menu.edit(
        "rig.tidy_materials", "Tidy materials", [](Context) { return TidyMaterials{}; }, false,
        has_materials);
    list.push_back({"rig.zero_displacers",
                    "Zero all displacers",
                    "Rig",
                    {},
                    [](Context c) { zero_displacers(c, c.session.active_id()); },
                    has_humanoid,
                    {}});
}

}  // namespace

void add_repair_actions(std::vector<Action>& list) {
    RigMenu menu(list);
    add_bone_repairs(list, menu);
    add_renaming(list);
    add_prop_actions(list);
    add_figure_repairs(menu);
    add_skin_repairs(list, menu);
    add_part_actions(list);
    list.push_back(
        {"rig.delete", "Delete the selection", "Rig", plain(Key::del), delete_selected, can_delete, {}});
}

}  // namespace vitruvian
