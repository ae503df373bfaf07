// Commands on sites.
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"

#include <algorithm>

namespace vitruvian {
namespace {

/// Returns the origin, in the frame of `parent`, of the frame in which files store the position of its child:
/// for H-Anim that of the humanoid at rest.
vec3 origin_in(const Document& document, int humanoid, int parent) {
    return rests_unturned(document, humanoid) ? -at(document.nodes, parent).frame_offset : vec3(0.0F);
}

Result<void> set_site(const SetSite& edit, Document& document) {
    if (!is_there(document, edit.site, ItemKind::site)) return no_such_thing(edit.site, ItemKind::site);
    if (edit.translation && !is_finite(*edit.translation))
        return fail("edit-not-finite", "A site's translation must be finite.");
    if (edit.axis) {
        if (const Result<void> usable = expect_rotation(*edit.axis, edit.angle); !usable) return usable;
    }
    const int index = node_of(document, edit.site);
    const Node& node = at(document.nodes, index);
    Transform local = compose(node.rest, node.delta);
    const bool unturned = rests_unturned(document, edit.site.humanoid);
    // VRML's transform rotates about its centre, where the node's frame is.
    vec3 origin = unturned ? node.frame_offset : vec3(0.0F);
    if (node.parent >= 0) origin += origin_in(document, edit.site.humanoid, node.parent);
    if (edit.translation) local.translation = *edit.translation + origin;
    if (edit.axis) local.rotation = axis_angle(*edit.axis, edit.angle);
    const Node before = node;
    place_node(document, index, to_matrix(local), unturned);
    // The file says the number that was given, not a rounded one.
    const Transform shift{node.rest.translation};
    if (edit.translation && unturned && node.rest == shift)
        at(document.nodes, index).delta.translation = *edit.translation + (origin - node.rest.translation);
    const Result<void> sound = expect_sound(node);
    if (!sound) at(document.nodes, index) = before;
    return sound;
}

Result<void> add_site(const AddSite& edit, Document& document) {
    const bool one_place = edit.segment.has_value() != edit.joint.has_value();
    if (!one_place) return fail("edit-no-place", "A site needs a segment, or a joint, that it is on.");
    const Item& on = edit.segment ? *edit.segment : *edit.joint;
    const ItemKind kind = edit.segment ? ItemKind::segment : ItemKind::joint;
    if (!is_there(document, on, kind)) return no_such_thing(on, kind);
    const Result<void> is_free = expect_free_name(document, ItemKind::site, on.humanoid, edit.name);
    if (!is_free) return is_free;
    if (!is_finite(edit.translation)) return fail("edit-not-finite", "A site's translation must be finite.");
    Node node;
    node.name = edit.name;
    node.parent = edit.segment ? frame_node_of(document, on) : node_of(document, on);
    node.kind = NodeKind::site;
    const vec3 origin = origin_in(document, on.humanoid, node.parent);
    if (rests_unturned(document, on.humanoid)) {
        node.rest.translation = origin;
        node.delta.translation = edit.translation;
    } else {
        node.rest.translation = edit.translation;
    }
    if (const Result<void> sound = expect_sound(node); !sound) return sound;
    const auto index = static_cast<int>(document.nodes.size());
    insert_node(document, index, std::move(node));
    const auto place = static_cast<int>(at(document.humanoids, on.humanoid).sites.size());
    insert_site(document, on.humanoid, place, {index, edit.segment ? on.index : -1});
    return {};
}

Result<void> delete_site(const DeleteSite& edit, Document& document) {
    if (!is_there(document, edit.site, ItemKind::site)) return no_such_thing(edit.site, ItemKind::site);
    const int node = node_of(document, edit.site);
    const auto is_it = [node](const auto& thing) { return thing.node == node; };
    const bool is_joint =
        std::any_of(document.humanoids.begin(), document.humanoids.end(), [&](const Humanoid& humanoid) {
            return std::any_of(humanoid.joints.begin(), humanoid.joints.end(), is_it);
        });
    if (is_joint) return remove_item(document, edit.site);
    if (carries_nothing(document, node)) return dissolve_node(document, node);
    Document changed = document;
    if (const Result<void> done = dissolve_node(changed, node); !done) return done;
    return keep_if_valid(std::move(changed), document);
}

}  // namespace

int frame_node_of(const Document& document, const Item& segment) {
    const int joint = node_of(document, segment);
    const auto is_own = [&](int node) {
        return node >= 0 && at(document.nodes, node).parent == joint &&
               at(document.nodes, node).kind == NodeKind::group;
    };
    for (const Site& site : at(document.humanoids, segment.humanoid).sites) {
        const int above = site.segment == segment.index ? at(document.nodes, site.node).parent : -1;
        if (is_own(above)) return above;
    }
    for (const MeshInstance& mesh : document.meshes) {
        const bool is_of_it = mesh.humanoid == segment.humanoid && mesh.segment == segment.index;
        if (is_of_it && is_own(mesh.node)) return mesh.node;
    }
    return joint;
}

vec3 said_translation(const Document& document, const Item& site, const vec3& local) {
    const Node& node = at(document.nodes, node_of(document, site));
    vec3 out = local;
    if (rests_unturned(document, site.humanoid)) out -= node.frame_offset;
    if (node.parent >= 0) out -= origin_in(document, site.humanoid, node.parent);
    return out;
}

vec3 said_translation(const Document& document, const Item& site) {
    const Node& node = at(document.nodes, node_of(document, site));
    const Transform shift{node.rest.translation};
    // Its number, and not what is left of it after adding and subtracting the place of the joint.
    if (rests_unturned(document, site.humanoid) && node.rest == shift) {
        const vec3 rest = said_translation(document, site, node.rest.translation);
        return node.delta.translation + rest;
    }
    return said_translation(document, site, compose(node.rest, node.delta).translation);
}

std::vector<CommandKind> site_commands() {
    const std::vector<ItemKind> sites{ItemKind::site};
    return {
        command_kind<SetSite, set_site>(
            "set-site", "Move {site}", "Sets the position and rotation of a site on its segment.",
            {command_field<&SetSite::site>("site", "", "the site", sites),
             may_be_absent(command_field<&SetSite::translation>(
                 "translation", "length",
                 "in the frame of the segment as the file has it, in the file's unit; null: as it is")),
             may_be_absent(command_field<&SetSite::axis>(
                 "axis", "", "the axis of its rotation, of any length but 0; null: turned as it is")),
             may_be_absent(command_field<&SetSite::angle>("angle", "rad", "the angle about it"))}),
        command_kind<AddSite, add_site>(
            "add-site", "Add site {name}", "Adds a site to a segment, or to a joint that has none.",
            {command_field<&AddSite::name>("name", "", "its name"),
             may_be_absent(command_field<&AddSite::segment>("segment", "", "the segment that it is on",
                                                            {ItemKind::segment})),
             may_be_absent(command_field<&AddSite::joint>("joint", "", "or the joint", {ItemKind::joint})),
             may_be_absent(command_field<&AddSite::translation>(
                 "translation", "length", "in the segment's frame, in the file's unit"))}),
        command_kind<DeleteSite, delete_site>(
            "delete-site", "Delete {site}", "Deletes a site; cameras and the like on it stay where they are.",
            {command_field<&DeleteSite::site>("site", "", "the site", sites)}),
    };
}

}  // namespace vitruvian
