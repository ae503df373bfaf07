// Commands that add, delete and reparent joints.
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/even_scales.h"
#include "model/edit/frames.h"
#include "model/edit/influences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace vitruvian {
namespace {

mat4 world_of(const std::vector<mat4>& world, int node) {
    return node < 0 ? mat4(1.0F) : at(world, node);
}

std::size_t place_in(const Skin& skin, int node) {
    return static_cast<std::size_t>(std::find(skin.nodes.begin(), skin.nodes.end(), node) -
                                    skin.nodes.begin());
}

using SkinsAnew = std::map<const Skin*, std::shared_ptr<const Skin>>;

/// Returns the skins that `parent` influences with an entry for the new joint `node`, so that it can be given
/// weights.
Result<SkinsAnew> skins_with(const Document& document, int parent, int node, const mat4& node_from_parent) {
    SkinsAnew made;
    for (const MeshInstance& instance : document.meshes) {
        const std::size_t place = place_in(*instance.skin, parent);
        if (!instance.mesh->is_skinned() || place == instance.skin->nodes.size()) continue;
        std::shared_ptr<const Skin>& with = made[instance.skin.get()];
        if (with) continue;
        auto copy = std::make_shared<Skin>(*instance.skin);
        copy->nodes.push_back(node);
        copy->inverse_bind.push_back(node_from_parent * copy->inverse_bind[place]);
        if (!is_finite(copy->inverse_bind.back()))
            return fail("edit-out-of-range", "The joint's bind matrix would be out of range.");
        with = std::move(copy);
    }
    return made;
}

Result<void> add_joint(const AddJoint& edit, Document& document) {
    if (!is_there(document, edit.parent, ItemKind::joint)) return no_such_thing(edit.parent, ItemKind::joint);
    const int h = edit.parent.humanoid;
    const Result<void> is_free = expect_free_name(document, ItemKind::joint, h, edit.name);
    if (!is_free) return is_free;
    if (!is_finite(edit.centre)) return fail("edit-not-finite", "A joint's centre must be finite.");
    const Humanoid& humanoid = at(document.humanoids, h);
    const int parent = node_of(document, edit.parent);
    const mat4 world = world_at_rest(document, parent);
    const vec4 place = world_at_rest(document, humanoid.node) * vec4(edit.centre, 1.0F);
    Node node;
    node.name = edit.name;
    node.parent = parent;
    node.kind = NodeKind::joint;
    node.rest.translation = vec3(affine_inverse(world) * place);
    const vec3 reached(world * vec4(node.rest.translation, 1.0F));
    if (!(glm::length(reached - vec3(place)) <= 1e-3F * (glm::length(vec3(place)) + 1.0F)))
        return fail("edit-flat-frame",
                    "The parent's frame is scaled to zero, so no joint can be placed in it.");
    const bool is_unturned = rests_unturned(document, h);
    if (is_unturned) node.frame_offset = at(document.nodes, parent).frame_offset + node.rest.translation;
    if (const Result<void> sound = expect_sound(node); !sound) return sound;
    const auto index = static_cast<int>(document.nodes.size());
    SkinsAnew skins;
    if (humanoid.kind != HumanoidKind::hanim) {
        Result<SkinsAnew> with =
            skins_with(document, parent, index, affine_inverse(world * to_matrix(node.rest)) * world);
        if (!with) return tl::unexpected(with.error());
        skins = std::move(*with);
    }
    insert_node(document, index, std::move(node));
    Joint joint;
    joint.node = index;
    joint.centre = edit.centre;
    insert_joint(document, h, static_cast<int>(humanoid.joints.size()), joint);
    for (MeshInstance& instance : document.meshes) {
        const auto with = skins.find(instance.skin.get());
        if (instance.mesh->is_skinned() && with != skins.end()) instance.skin = with->second;
    }
    return {};
}

/// Removes the entry `gone` from the skin; `successor` gets its influences.
void merge_entry(MeshInstance& instance, std::size_t gone, std::size_t successor) {
    auto skin = std::make_shared<Skin>(*instance.skin);
    skin->nodes.erase(skin->nodes.begin() + static_cast<std::ptrdiff_t>(gone));
    skin->inverse_bind.erase(skin->inverse_bind.begin() + static_cast<std::ptrdiff_t>(gone));
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    change_rows(*mesh, [&](std::vector<Influence>& row) {
        for (Influence& influence : row) {
            if (influence.joint == gone) influence.joint = static_cast<std::uint32_t>(successor);
            if (influence.joint > gone) --influence.joint;
        }
        merge_influences(row);
    });
    instance.skin = std::move(skin);
    instance.mesh = std::move(mesh);
}

/// Transfers weights of `node` to `successor`: to its entry in the skin, or by making the node's own entry the
/// successor's.
void transfer_weights(Document& document, int node, int successor, const mat4& successor_from_node) {
    using Both = std::pair<std::shared_ptr<const Mesh>, std::shared_ptr<const Skin>>;
    std::map<Both, Both> made;
    for (MeshInstance& instance : document.meshes) {
        const Both old{instance.mesh, instance.skin};
        const auto [entry, is_new] = made.try_emplace(old, old);
        if (is_new) {
            while (true) {
                const std::size_t gone = place_in(*instance.skin, node);
                const std::size_t to = place_in(*instance.skin, successor);
                const std::size_t size = instance.skin->nodes.size();
                if (gone == size || to == size || !instance.mesh->is_skinned()) break;
                merge_entry(instance, gone, to);
            }
            entry->second = {instance.mesh, instance.skin};
        }
        instance.mesh = entry->second.first;
        instance.skin = entry->second.second;
    }
    change_skins(document, [&](Skin& skin) {
        bool changed = false;
        for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
            if (skin.nodes[i] != node) continue;
            skin.nodes[i] = successor;
            skin.inverse_bind[i] = successor_from_node * skin.inverse_bind[i];
            changed = true;
        }
        return changed;
    });
}

Result<void> delete_joint(const DeleteJoint& edit, Document& document) {
    if (!is_there(document, edit.joint, ItemKind::joint)) return no_such_thing(edit.joint, ItemKind::joint);
    const int h = edit.joint.humanoid;
    const int node = node_of(document, edit.joint);
    const int above = joint_above(document, h, node);
    if (above < 0) {
        return fail("edit-root-joint",
                    "The root joint has no joint above it that could take its children and weights.");
    }
    if (carries_nothing(document, node)) return dissolve_node(document, node);
    const int successor = at(at(document.humanoids, h).joints, above).node;
    Document changed = document;
    transfer_weights(changed, node, successor,
                     affine_inverse(world_at_rest(document, successor)) * world_at_rest(document, node));
    if (const Result<void> done = dissolve_node(changed, node); !done) return done;
    return keep_if_valid(std::move(changed), document, MeshNumbers::unproved);
}

bool is_near(const Transform& a, const Transform& b) {
    const quat turn = glm::conjugate(a.rotation) * b.rotation;
    return glm::length(a.translation - b.translation) <= 1e-5F * (1.0F + glm::length(b.translation)) &&
           glm::length(vec3(turn.x, turn.y, turn.z)) <= 1e-5F && glm::length(a.scale - b.scale) <= 1e-5F;
}

/// Shapes on a site belong to the site's segment.
void give_shapes(Document& document, int site, int from, int to) {
    std::vector<bool> below(document.nodes.size(), false);
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const int parent = document.nodes[n].parent;
        below[n] = static_cast<int>(n) == site || (parent >= 0 && below[static_cast<std::size_t>(parent)]);
    }
    for (MeshInstance& mesh : document.meshes) {
        const bool on_it = mesh.node >= 0 && below[static_cast<std::size_t>(mesh.node)];
        if (on_it && mesh.segment == from && from >= 0) mesh.segment = to;
    }
}

/// A site has one position: that in the figure's current pose.
Result<void> hang_site(const ReParent& edit, Document& document) {
    const int h = edit.parent.humanoid;
    const int node = node_of(document, edit.joint);
    const int parent = node_of(document, edit.parent);
    const std::vector<mat4> rest = worlds_at_rest(document);
    const std::vector<mat4> posed = worlds_as_posed(document);
    Document changed = document;
    Node& site = at(changed.nodes, node);
    const bool unturned = rests_unturned(document, h);
    if (unturned) site.rest.translation = site.frame_offset - at(document.nodes, parent).frame_offset;
    place_node(changed, node, affine_inverse(at(posed, parent)) * at(posed, node), unturned);
    const mat4 before = affine_inverse(at(rest, parent)) * world_of(rest, site.parent);
    change_keys(changed, node, ChannelSpace::local, before, identity_quat);
    Humanoid& humanoid = at(changed.humanoids, h);
    int& segment = at(humanoid.sites, edit.joint.index).segment;
    const int other = segment_of_joint(humanoid, edit.parent.index);
    give_shapes(changed, node, segment, other);
    segment = other;
    if (const Result<void> done = set_parent(changed, node, parent); !done)
        return fail("edit-parent-below", done.error().message);
    return keep_if_valid(std::move(changed), document);
}

Result<void> re_parent(const ReParent& edit, Document& document) {
    const ItemKind kind = edit.joint.kind == ItemKind::site ? ItemKind::site : ItemKind::joint;
    if (!is_there(document, edit.joint, kind)) return no_such_thing(edit.joint, kind);
    if (!is_there(document, edit.parent, ItemKind::joint)) return no_such_thing(edit.parent, ItemKind::joint);
    if (edit.joint.humanoid != edit.parent.humanoid)
        return fail("edit-other-humanoid", "The parent is another humanoid's joint.");
    if (kind == ItemKind::site) return hang_site(edit, document);
    const int node = node_of(document, edit.joint);
    const int parent = node_of(document, edit.parent);
    const int old = at(document.nodes, node).parent;
    const std::vector<mat4> rest = worlds_at_rest(document);
    const std::vector<mat4> posed = worlds_as_posed(document);
    Document changed = document;
    Node& moved = at(changed.nodes, node);
    moved.rest = plain_transform(affine_inverse(at(rest, parent)) * at(rest, node));
    const Transform local = plain_transform(affine_inverse(at(posed, parent)) * at(posed, node));
    const std::optional<Transform> delta = delta_to(moved.rest, local);
    if (!delta)
        return fail("edit-flat-frame",
                    fmt::format("{} cannot be moved: its rest has no extent.", moved.name));
    if (!is_near(*delta, moved.delta)) moved.delta = *delta;
    const bool is_sheared = moved.rest.scale_orientation != identity_quat;
    const mat4 before = affine_inverse(at(rest, parent)) * world_of(rest, old);
    change_keys(changed, node, ChannelSpace::local, before, identity_quat);
    if (const Result<void> done = set_parent(changed, node, parent); !done) {
        return fail("edit-parent-below",
                    fmt::format("{}: choose a joint that is not below it.", done.error().message));
    }
    if (is_sheared)
        even_scales(changed, [now = node_of(changed, edit.joint)](int other) { return other == now; });
    return keep_if_valid(std::move(changed), document);
}

}  // namespace

std::vector<CommandKind> hierarchy_commands() {
    const std::vector<ItemKind> joints{ItemKind::joint};
    return {
        command_kind<AddJoint, add_joint>(
            "add-joint", "Add joint {name}", "Adds a joint without children.",
            {command_field<&AddJoint::name>("name", "", "its name"),
             command_field<&AddJoint::parent>("parent", "", "the parent joint", joints),
             command_field<&AddJoint::centre>("centre", "length",
                                              "in the humanoid's frame at rest, in the file's unit")}),
        command_kind<DeleteJoint, delete_joint>(
            "delete-joint", "Delete {joint}",
            "Deletes a joint; its children, segments and weights go to its parent and stay where they are at "
            "rest.",
            {command_field<&DeleteJoint::joint>("joint", "", "the joint", joints)}),
        command_kind<ReParent, re_parent>(
            "re-parent", "Re-parent {joint} to {parent}",
            "Moves a joint, with its descendants, or a site to another parent joint; it stays in place.",
            {command_field<&ReParent::joint>("joint", "", "the joint, or the site",
                                             {ItemKind::joint, ItemKind::site}),
             command_field<&ReParent::parent>("parent", "", "the new parent joint", joints)}),
    };
}

}  // namespace vitruvian
