// Groups that are frames of a document only while something in them needs it: a Segment with a Site in it, a
// Transform that a clip animates. They are added and removed with their contents.
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/frames.h"
#include "model/formats/vrml/patch/structure_match.h"
#include "model/formats/vrml/read/built_nodes.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

/// Moves the contents of the group `found_group` of the world to a new node of the document.
void insert_group(const Document& found, int found_group, const ListMatch& match, Document& document) {
    const Node& group = at(found.nodes, found_group);
    const int parent = at(match.to, group.parent);
    const int made = parent + 1;
    Node copy = group;
    copy.parent = parent;
    const mat4 from_parent = affine_inverse(to_matrix(compose(group.rest, group.delta)));
    insert_node(document, made, std::move(copy));
    const auto now = [made](int node) { return node >= made ? node + 1 : node; };
    for (std::size_t n = 0; n < found.nodes.size(); ++n) {
        if (found.nodes[n].parent != found_group || match.to[n] < 0) continue;
        Node& child = at(document.nodes, now(match.to[n]));
        if (child.parent != parent) continue;
        child.parent = made;
        child.rest = plain_transform(from_parent * to_matrix(child.rest));
    }
    const auto is_of = [&](const auto& carried, const auto& thing) {
        return carried.node == found_group && thing.node == parent && carried.name == thing.name;
    };
    for (const MeshInstance& carried : found.meshes) {
        for (MeshInstance& mesh : document.meshes) {
            const bool same = is_of(carried, mesh) && !mesh.mesh->is_skinned() &&
                              carried.mesh->positions.size() == mesh.mesh->positions.size();
            if (!same) continue;
            auto skin = std::make_shared<Skin>(*mesh.skin);
            std::replace(skin->nodes.begin(), skin->nodes.end(), parent, made);
            for (mat4& bind : skin->inverse_bind) bind = from_parent * bind;
            mesh.node = made;
            mesh.skin = std::move(skin);
        }
    }
    const auto carry = [&](const auto& carried, auto& list) {
        for (auto& thing : list) {
            if (!is_of(carried, thing)) continue;
            thing.node = made;
            thing.position = vec3(from_parent * vec4(thing.position, 1.0F));
            thing.orientation = normalized_or_identity(rotation_part(from_parent) * thing.orientation);
        }
    };
    for (const Viewpoint& view : found.viewpoints) carry(view, document.viewpoints);
    for (const Light& light : found.lights) carry(light, document.lights);
}

bool is_group(const Document& document, std::size_t node) {
    return document.nodes[node].kind == NodeKind::group;
}

/// Makes sites children of their segment where it is a frame.
void hang_sites(const Document& found, Document& document) {
    ListMatch match = match_nodes(found, document);
    for (std::size_t n = 0; n < found.nodes.size(); ++n) {
        const int frame = found.nodes[n].parent;
        if (found.nodes[n].kind != NodeKind::site || match.to[n] < 0 || frame < 0) continue;
        if (!is_group(found, static_cast<std::size_t>(frame)) || at(match.to, frame) < 0) continue;
        const int hung = at(match.to, frame);
        Node& site = at(document.nodes, match.to[n]);
        const Node& group = at(document.nodes, hung);
        if (site.parent != group.parent) continue;
        const mat4 from_parent = affine_inverse(to_matrix(compose(group.rest, group.delta)));
        site.rest = plain_transform(from_parent * to_matrix(site.rest));
        if (!set_parent(document, match.to[n], hung)) return;
        match = match_nodes(found, document);
    }
}

/// The frame of shapes that are in no other frame.
bool is_scene(const Node& node) {
    return node.kind == NodeKind::group && node.parent < 0 && node.name == scene_node_name;
}

/// Moves shapes whose frame in the scene was removed to the scene's frame.
void leave_scene(const Document& found, Document& document) {
    const auto scene = std::find_if(found.nodes.begin(), found.nodes.end(), is_scene);
    if (scene == found.nodes.end()) return;
    if (std::none_of(document.nodes.begin(), document.nodes.end(), is_scene))
        insert_node(document, 0, *scene);
    ListMatch match = match_nodes(found, document);
    for (std::size_t m = document.nodes.size(); m-- > 0;) {
        const bool gone = document.nodes[m].parent < 0 && match.from[m] < 0 && is_group(document, m);
        if (!gone || is_scene(document.nodes[m])) continue;
        const auto place = std::find_if(document.nodes.begin(), document.nodes.end(), is_scene);
        const auto frame = static_cast<int>(place - document.nodes.begin());
        const std::string name = document.nodes[m].name;
        if (!set_parent(document, static_cast<int>(m), frame)) return;
        const auto hung = std::find_if(document.nodes.begin(), document.nodes.end(), [&](const Node& node) {
            return node.parent >= 0 && is_scene(at(document.nodes, node.parent)) && node.name == name;
        });
        const auto dissolved = static_cast<int>(hung - document.nodes.begin());
        if (!dissolve_node(document, dissolved)) return;
        // Only shapes stay there.
        const auto lift = [&](int& parent) {
            if (parent >= 0 && is_scene(at(document.nodes, parent))) parent = -1;
        };
        for (Node& node : document.nodes) lift(node.parent);
        for (Viewpoint& view : document.viewpoints) lift(view.node);
        for (Light& light : document.lights) lift(light.node);
        match = match_nodes(found, document);
    }
}

}  // namespace

void adapt_groups(const Document& found, Document& document) {
    ListMatch match = match_nodes(found, document);
    for (std::size_t n = document.nodes.size(); n-- > 0;) {
        if (match.from[n] >= 0 || !is_group(document, n) || document.nodes[n].parent < 0) continue;
        if (dissolve_node(document, static_cast<int>(n))) match = match_nodes(found, document);
    }
    leave_scene(found, document);
    match = match_nodes(found, document);
    for (std::size_t n = 0; n < found.nodes.size(); ++n) {
        const int parent = found.nodes[n].parent;
        if (match.to[n] >= 0 || !is_group(found, n) || parent < 0 || at(match.to, parent) < 0) continue;
        insert_group(found, static_cast<int>(n), match, document);
        match = match_nodes(found, document);
    }
    hang_sites(found, document);
}

}  // namespace vitruvian::vrml
