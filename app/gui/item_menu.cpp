#include "app/gui/item_menu.h"

#include "app/gui/prop_menu.h"
#include "app/gui/widgets.h"
#include "app/scene/view_camera.h"
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/edit_parts.h"
#include "model/figure/mass_centres.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

struct Menu {
    const PanelContext& c;
    const OpenFigure& figure;
    const Document& document;
    Item item;

    void edit(const Command& command) const { c.push(Edit{figure.id, command}); }
    /// Returns true when it was chosen.
    bool row(const char* id, const char* title, const char* help, bool enabled = true) const {
        const bool chosen = ImGui::MenuItem(title, nullptr, false, enabled);
        c.mark(std::string("item_menu/") + id);
        tooltip(c, help);
        return chosen;
    }
};

/// Returns a position slightly beyond the joint, seen from its parent.
vec3 place_below(const OpenFigure& figure, const Item& joint) {
    const std::vector<Joint>& joints = at(figure.document().humanoids, joint.humanoid).joints;
    const vec3 centre = at(joints, joint.index).centre;
    const std::vector<int> parents = parents_of_joints(figure.document(), joint.humanoid);
    const int above = at(parents, joint.index);
    if (above < 0) return centre + vec3(0.0F, 0.1F * figure.shape.stance.height, 0.0F);
    return centre + 0.5F * (centre - at(joints, above).centre);
}

/// Returns the grandparent joint of a joint or site; -1: none.
int joint_two_above(const Document& document, const Item& item) {
    if (item.kind != ItemKind::joint && item.kind != ItemKind::site) return -1;
    const std::vector<int> parents = parents_of_joints(document, item.humanoid);
    const int on = item.kind == ItemKind::joint
                       ? at(parents, item.index)
                       : joint_above(document, item.humanoid,
                                     at(at(document.humanoids, item.humanoid).sites, item.index).node);
    return on < 0 ? -1 : at(parents, on);
}

void joint_rows(const Menu& m) {
    const PanelContext& c = m.c;
    const Item whose{ItemKind::humanoid, -1, m.item.humanoid};
    if (m.row("reset", "Reset rotation", "Resets the joint's rotation to the rest pose."))
        m.edit(SetJointRotation{m.item, identity_quat});
    if (m.row("limits", "Apply anatomical limits", "Gives this joint its anatomical limits"))
        m.edit(ApplyAnatomicalLimits{whose, {m.item}});
    if (m.row("bone", "Map as bone\u2026", "Opens the bone map")) {
        c.push(Select{{m.figure.id, m.item}, false});
        c.gui.settings.show_inspector = true;
        c.gui.settings.side_tab = static_cast<int>(SideTab::bones);
    }
    if (m.row("weights", "Paint weights", "Opens the Weights panel with this joint")) {
        c.push(Select{{m.figure.id, m.item}, false});
        c.gui.settings.show_inspector = true;
        c.gui.settings.side_tab = static_cast<int>(SideTab::weights);
    }
    ImGui::Separator();
    if (m.row("add_joint", "Add joint below", "Adds a child joint")) add_joint_below(c, m.figure, m.item);
    if (m.row("add_site", "Add site", "Adds a named point that moves with this joint"))
        add_site_on(c, m.figure, m.item);
    if (m.row("up", "Re-parent to the grandparent",
              "Makes it a child of its parent's parent; it stays where it is. Or drag it in the tree.",
              can_reparent_to_grandparent(m.figure, m.item)))
        reparent_to_grandparent(c, m.figure, m.item);
    if (m.row("delete", "Delete joint", "Its children and weights go to its parent."))
        m.edit(DeleteJoint{m.item});
}

void site_rows(const Menu& m) {
    const std::vector<Viewpoint> cameras = cameras_of(m.document);
    const std::string name = name_of(m.document, m.item);
    const auto camera = std::find_if(cameras.begin(), cameras.end(),
                                     [&](const Viewpoint& viewpoint) { return viewpoint.name == name; });
    if (m.row("look", "Look through",
              "Views the scene from this site (names ending in _view are cameras); Backspace goes back.",
              camera != cameras.end()))
        m.c.push(LookThrough{m.figure.id, static_cast<int>(camera - cameras.begin())});
    if (ImGui::BeginMenu("Attach a prop")) {
        prop_rows(m.c, {m.figure.id, m.item});
        ImGui::EndMenu();
    }
    m.c.mark("item_menu/props");
    if (m.row(
            "up", "Re-parent to the grandparent",
            "Moves it to the parent of its joint; it stays where it is. Or drag it onto a joint in the tree.",
            can_reparent_to_grandparent(m.figure, m.item)))
        reparent_to_grandparent(m.c, m.figure, m.item);
    if (m.row("delete", "Delete site", "Deletes it from the file; Ctrl+Z brings it back (Delete)"))
        m.edit(DeleteSite{m.item});
}

void displacer_rows(const Menu& m) {
    if (m.row("zero_all", "Zero all displacers", "Sets the weights of all displacers to 0."))
        zero_displacers(m.c, m.figure.id);
    if (m.row("delete", "Delete displacer", "Deletes it from the file; Ctrl+Z brings it back."))
        m.edit(DeleteDisplacer{m.item});
}

void humanoid_rows(const Menu& m) {
    const PanelContext& c = m.c;
    if (ImGui::BeginMenu("Rename joints as")) {
        for (const NamingScheme scheme : naming_schemes) {
            const std::string title(title_of(scheme));
            if (m.row(("scheme/" + std::string(to_string(scheme))).c_str(), title.c_str(),
                      "Shows the new names before anything is changed."))
                c.gui.side.rename = {true, m.figure.id, m.item.index, scheme};
        }
        ImGui::EndMenu();
    }
    c.mark("item_menu/rename_joints");
    if (m.row("map", "Auto-map bones", "Finds the bones by joint names and skeleton shape"))
        m.edit(MapBones{m.item});
    if (m.row("limits", "Apply anatomical limits", "Gives every known joint its anatomical limits"))
        m.edit(ApplyAnatomicalLimits{m.item, {}});
    ImGui::Separator();
    if (m.row("stand", "Stand on the ground", "Moves the figure until its lowest point at rest is at Y = 0"))
        m.edit(StandOnGround{m.item});
    const bool looks_back =
        at(m.document.humanoids, m.item.index).kind == HumanoidKind::vrm0;  // as required by VRM 0
    if (!looks_back &&
        m.row("face", "Face +Z", "Turns the figure so that in the rest pose +Y is up and +Z is the front"))
        m.edit(FaceForward{m.item});
    if (m.row("t_pose", "Enforce T-pose", "Poses the figure in the reference pose of animations"))
        m.edit(EnforceTPose{m.item});
    if (m.row("rest", "Pose as rest",
              "The pose stored in the file becomes the rest pose, and the skin is bound in it"))
        m.edit(PoseAsRest{m.item});
    if (m.row("mirror", "Mirror left to right",
              "Copies limits, stiffness, centres, sites and pose from the left side to the right"))
        m.edit(Mirror{m.item, "left", {}});
    if (m.row("mirror_back", "Mirror right to left", nullptr)) m.edit(Mirror{m.item, "right", {}});
}

void kind_rows(const Menu& m) {
    switch (m.item.kind) {
        case ItemKind::joint:
            return joint_rows(m);
        case ItemKind::site:
            return site_rows(m);
        case ItemKind::displacer:
            return displacer_rows(m);
        case ItemKind::humanoid:
            return humanoid_rows(m);
        case ItemKind::segment:
            if (m.row("add_site", "Add site", "Adds a named point that moves with this segment"))
                add_site_on(m.c, m.figure, m.item);
            return;
        case ItemKind::mesh:
            if (m.row("weights", "Paint weights", "Opens the Weights panel")) {
                m.c.gui.settings.show_inspector = true;
                m.c.gui.settings.side_tab = static_cast<int>(SideTab::weights);
            }
            return;
        case ItemKind::clip:
            if (m.row("delete", "Delete clip", nullptr)) m.edit(DeleteClip{m.item});
            return;
        default:
            return;
    }
}

}  // namespace

void edit_rows(const PanelContext& c, const OpenFigure& figure, const Item& item) {
    const Menu m{c, figure, figure.document(), item};
    kind_rows(m);
    if (m.row("copy", "Copy address", "The name by which vitruvian edit addresses it"))
        copy_text(c, address_of(m.document, m.item));
}

void add_joint_below(const PanelContext& c, const OpenFigure& figure, const Item& joint) {
    const std::string name = free_name(figure.document(), ItemKind::joint, joint.humanoid, "new_joint");
    c.push(Edit{figure.id, AddJoint{name, joint, place_below(figure, joint)}});
    c.push(SelectCalled{figure.id, ItemKind::joint, name});
}

bool can_have_joint(const OpenFigure& /*figure*/, const Item& item) {
    return item.kind == ItemKind::joint;
}

namespace {

/// Returns a segment's centre of mass, or where that is not given its joint, in the frame of AddSite.
vec3 middle_of(const OpenFigure& figure, const Item& segment) {
    const Document& document = figure.document();
    const std::vector<std::optional<vec3>> centres = mass_centres(document, segment.humanoid, figure.world);
    const std::optional<vec3>& centre = at(centres, segment.index);
    const int joint = node_of(document, segment);
    if (rests_unturned(document, segment.humanoid))
        return centre ? at(at(document.humanoids, segment.humanoid).segments, segment.index).centre_of_mass
                      : at(document.nodes, joint).frame_offset;
    const vec3 place = centre.value_or(vec3(at(figure.world, joint)[3]));
    return vec3(affine_inverse(at(figure.world, frame_node_of(document, segment))) * vec4(place, 1.0F));
}

/// Returns a joint's position in the frame of AddSite: H-Anim's is the humanoid's, others' that of what the
/// site is on.
vec3 place_of_joint(const OpenFigure& figure, const Item& joint, const std::optional<Item>& segment) {
    const Document& document = figure.document();
    const int node = node_of(document, joint);
    if (rests_unturned(document, joint.humanoid)) return at(document.nodes, node).frame_offset;
    const int frame = segment ? frame_node_of(document, *segment) : node;
    if (frame == node) return vec3(0.0F);
    return vec3(affine_inverse(at(figure.world, frame)) * at(figure.world, node)[3]);
}

}  // namespace

void add_site_on(const PanelContext& c, const OpenFigure& figure, const Item& item) {
    const Humanoid& humanoid = at(figure.document().humanoids, item.humanoid);
    const std::string name = free_name(figure.document(), ItemKind::site, item.humanoid, "new_site");
    AddSite site{name, {}, {}, vec3(0.0F)};
    if (item.kind == ItemKind::segment) {
        site.segment = item;
        site.translation = middle_of(figure, item);
    } else {
        const int segment = segment_of_joint(humanoid, item.index);
        if (segment >= 0) {
            site.segment = Item{ItemKind::segment, item.humanoid, segment};
        } else {
            site.joint = item;
        }
        site.translation = place_of_joint(figure, item, site.segment);
    }
    c.push(Edit{figure.id, std::move(site)});
    c.push(SelectCalled{figure.id, ItemKind::site, name});
}

bool can_have_site(const OpenFigure& /*figure*/, const Item& item) {
    return item.kind == ItemKind::joint || item.kind == ItemKind::segment;
}

void reparent_to_grandparent(const PanelContext& c, const OpenFigure& figure, const Item& item) {
    c.push(
        Edit{figure.id, ReParent{item, joint_item(item.humanoid, joint_two_above(figure.document(), item))}});
}

bool can_reparent_to_grandparent(const OpenFigure& figure, const Item& item) {
    return joint_two_above(figure.document(), item) >= 0;
}

std::string free_name(const Document& document, ItemKind kind, int humanoid, const std::string& wish) {
    std::string out = wish;
    for (int i = 2; !find_items(document, kind, out, humanoid).empty(); ++i)
        out = fmt::format("{}_{}", wish, i);
    return out;
}

std::vector<Item> chain_below(const Document& document, const Item& joint) {
    const std::vector<int> parents = parents_of_joints(document, joint.humanoid);
    std::vector<char> in_chain(parents.size(), 0);
    std::vector<Item> out;
    for (std::size_t j = 0; j < parents.size(); ++j) {
        const bool below = parents[j] >= 0 && at(in_chain, parents[j]) != 0;
        if (static_cast<int>(j) != joint.index && !below) continue;
        in_chain[j] = 1;
        out.push_back(joint_item(joint.humanoid, static_cast<int>(j)));
    }
    return out;
}

void zero_displacers(const PanelContext& c, std::uint64_t figure, int humanoid) {
    const OpenFigure* open = c.session.figure(figure);
    if (open == nullptr) return;
    Batch batch{"Zero all displacers", {}};
    const std::vector<Displacer>& displacers = open->document().displacers;
    for (std::size_t i = 0; i < displacers.size(); ++i) {
        const bool is_meant = humanoid < 0 || std::max(displacers[i].humanoid, 0) == humanoid;
        if (is_meant && displacers[i].weight != 0.0F && !displacers[i].keyed_shape)
            batch.commands.emplace_back(SetDisplacerWeight{displacer_item(static_cast<int>(i)), 0.0F});
    }
    if (!batch.commands.empty()) c.push(Edit{figure, std::move(batch)});
}

}  // namespace vitruvian
