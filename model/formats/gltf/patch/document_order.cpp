#include "model/formats/gltf/patch/document_order.h"

#include "model/core/at.h"
#include "model/document/list_order.h"
#include "model/document/placed.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace vitruvian::gltf {
namespace {

bool is_complete(const Order& order) {
    std::vector<bool> taken(order.size(), false);
    for (const int old : order) {
        if (old < 0 || static_cast<std::size_t>(old) >= order.size() || at(taken, old)) return false;
        at(taken, old) = true;
    }
    return true;
}

/// Returns the order that matches elements by their nodes; nullopt where some have no counterpart.
template <class Thing>
std::optional<Order> order_by_nodes(const std::vector<Thing>& found, const std::vector<Thing>& list) {
    if (found.size() != list.size()) return std::nullopt;
    std::map<int, int> at_node;
    for (std::size_t i = 0; i < list.size(); ++i) at_node.try_emplace(list[i].node, static_cast<int>(i));
    Order out;
    for (const Thing& thing : found) {
        const auto place = at_node.find(thing.node);
        out.push_back(place == at_node.end() ? -1 : place->second);
    }
    return is_complete(out) ? std::optional(out) : std::nullopt;
}

bool order_nodes(const Document& found, Document& document) {
    std::map<int, int> of_source;
    for (std::size_t n = 0; n < document.nodes.size(); ++n)
        of_source[document.nodes[n].source_index] = static_cast<int>(n);
    Order order;
    for (const Node& node : found.nodes) {
        const auto place = of_source.find(node.source_index);
        order.push_back(place == of_source.end() ? -1 : place->second);
    }
    if (order.size() != document.nodes.size() || !is_complete(order)) return false;
    put_in_order(document, document.nodes, {ListKind::nodes, -1}, order);
    return true;
}

/// Meshes and cameras are in the order of their nodes.
template <class Thing, class NodeOf>
Order order_in_file(const std::vector<Thing>& list, const NodeOf& node_of) {
    Order out(list.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
    std::stable_sort(out.begin(), out.end(), [&](int a, int b) {
        return node_of(static_cast<std::size_t>(a)) < node_of(static_cast<std::size_t>(b));
    });
    return out;
}

bool has_data(const Joint& joint) {
    return joint.lower_limit || joint.upper_limit || joint.stiffness ||
           joint.limit_orientation != identity_quat;
}

/// In a figure inferred from names and shape, a joint without children may be read as a site.
void leave_out_ends(const Humanoid& like, Document& document, int h) {
    Humanoid& humanoid = at(document.humanoids, h);
    if (humanoid.kind != HumanoidKind::inferred) return;
    for (int j = static_cast<int>(humanoid.joints.size()) - 1; j >= 0; --j) {
        const Joint& joint = at(humanoid.joints, j);
        const bool is_found = std::any_of(like.joints.begin(), like.joints.end(),
                                          [&](const Joint& other) { return other.node == joint.node; });
        if (!is_found && !has_data(joint)) (void)remove_item(document, {ItemKind::joint, h, j});
    }
}

bool order_figure(const Document& found, Document& document, int h) {
    const Humanoid& like = at(found.humanoids, h);
    leave_out_ends(like, document, h);
    Humanoid& humanoid = at(document.humanoids, h);
    const std::optional<Order> joints = order_by_nodes(like.joints, humanoid.joints);
    if (!joints) return false;
    put_in_order(document, humanoid.joints, {ListKind::joints, h}, *joints);
    if (const std::optional<Order> sites = order_by_nodes(like.sites, humanoid.sites)) {
        put_in_order(humanoid.sites, *sites);
    } else if (humanoid.kind != HumanoidKind::hanim) {
        // Which nodes are sites follows from the tree: a joint or group may have become a leaf, or no longer
        // be one.
        humanoid.sites = like.sites;
    } else {
        return false;
    }
    if (like.segments.size() != humanoid.segments.size()) return false;
    Order segments(like.segments.size(), -1);
    std::vector<bool> taken(segments.size(), false);
    for (std::size_t s = 0; s < segments.size(); ++s) {
        for (std::size_t t = 0; t < segments.size() && segments[s] < 0; ++t) {
            if (taken[t] || humanoid.segments[t].joint != like.segments[s].joint) continue;
            if (humanoid.segments[t].name != like.segments[s].name) continue;
            segments[s] = static_cast<int>(t);
            taken[t] = true;
        }
    }
    if (!is_complete(segments)) return false;
    put_in_order(document, humanoid.segments, {ListKind::segments, h}, segments);
    return true;
}

/// Matches displacers by their morph targets; H-Anim displacers without targets by name.
bool order_displacers(const TracedDocument& found, Document& document) {
    if (found.document.displacers.size() != document.displacers.size()) return false;
    std::map<std::pair<int, int>, std::size_t> of_target;
    for (std::size_t d = 0; d < found.places.targets.size(); ++d) {
        for (const auto& target : found.places.targets[d]) of_target[target] = d;
    }
    Order order(document.displacers.size(), -1);
    std::vector<bool> taken(order.size(), false);
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const std::vector<int>& displacers = document.meshes[m].displacers;
        for (std::size_t t = 0; t < displacers.size(); ++t) {
            const auto place = of_target.find({found.places.mesh_node[m], static_cast<int>(t)});
            if (place == of_target.end()) return false;
            order[place->second] = displacers[t];
            at(taken, displacers[t]) = true;
        }
    }
    for (std::size_t d = 0; d < order.size(); ++d) {
        for (std::size_t i = 0; i < order.size() && order[d] < 0; ++i) {
            if (taken[i] || document.displacers[i].name != found.document.displacers[d].name) continue;
            order[d] = static_cast<int>(i);
            taken[i] = true;
        }
    }
    if (!is_complete(order)) return false;
    put_in_order(document, document.displacers, {ListKind::displacers, -1}, order);
    return true;
}

/// Shares clips with equal motion, so that they are not compared again.
void share_clips(const Document& found, Document& document) {
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        const auto same = std::find_if(found.clips.begin(), found.clips.end(), [&](const auto& other) {
            return other->name == clip->name && is_same_motion(*other, *clip);
        });
        if (same != found.clips.end()) clip = *same;
    }
}

/// Returns the indices of the elements that are on `node`.
std::vector<std::size_t> carried_by(int node, const std::vector<int>& nodes) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] == node) out.push_back(i);
    }
    return out;
}

/// Puts a camera or a light at the origin of a node of its own.
template <class Placed>
void put_on(Placed& placed, int node) {
    placed.node = node;
    placed.position = vec3(0.0F);
    placed.orientation = identity_quat;
}

/// Adds a node that is only in the file, with the mesh, camera or light it carries.
void add_carrier(Document& document, const StructureEdits::Carrier& carrier, const Places& places,
                 const std::string& name) {
    const auto index = static_cast<int>(document.nodes.size());
    Node node;
    node.name = name;
    node.parent = carrier.parent;
    node.source_index = carrier.number;
    const std::vector<std::size_t> meshes = carried_by(carrier.before, places.mesh_node);
    const std::vector<std::size_t> views = carried_by(carrier.before, places.camera_node);
    const std::vector<std::size_t> lights = carried_by(carrier.before, places.light_node);
    mat4 local = carrier.local;
    for (const std::size_t m : meshes) {
        if (!document.meshes[m].mesh->is_skinned()) local = document.meshes[m].skin->inverse_bind.front();
    }
    if (meshes.empty() && !views.empty()) local = to_matrix(own_frame(document.viewpoints[views.front()]));
    if (meshes.empty() && views.empty() && !lights.empty())
        local = to_matrix(own_frame(document.lights[lights.front()]));
    node.rest = to_transform(local);
    insert_node(document, index, std::move(node));
    for (const std::size_t m : meshes) {
        MeshInstance& instance = document.meshes[m];
        instance.node = index;
        if (instance.mesh->is_skinned()) continue;
        auto skin = std::make_shared<Skin>(*instance.skin);
        skin->nodes = {index};
        skin->inverse_bind.assign(1, mat4(1.0F));
        instance.skin = std::move(skin);
    }
    for (const std::size_t v : views) put_on(document.viewpoints[v], index);
    for (const std::size_t l : lights) put_on(document.lights[l], index);
}

/// Duplicates the clips' channels and the expression bindings of displacer `from` for `to`.
void move_like(Document& document, int from, int to) {
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        const auto is_it = [from](const Channel& c) {
            return c.path == ChannelPath::weight && c.displacer == from;
        };
        const auto found = std::find_if(clip->channels.begin(), clip->channels.end(), is_it);
        if (found == clip->channels.end()) continue;
        auto copy = std::make_shared<Clip>(*clip);
        Channel channel = *found;
        channel.displacer = to;
        copy->channels.push_back(std::move(channel));
        clip = std::move(copy);
    }
    for (Humanoid& humanoid : document.humanoids) {
        for (Expression& expression : humanoid.expressions) {
            const std::vector<std::pair<int, float>> before = expression.binds;
            for (const auto& [displacer, weight] : before) {
                if (displacer == from) expression.binds.emplace_back(to, weight);
            }
        }
    }
}

}  // namespace

void divide_displacers(Document& document, const Places& places) {
    std::map<std::pair<int, int>, int> own;  // by displacer and node
    std::map<int, int> first_node;
    std::map<int, std::vector<int>> of_node;
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        MeshInstance& instance = document.meshes[m];
        const int node = places.mesh_node[m];
        for (int& displacer : instance.displacers) {
            const bool is_hanim = at(document.displacers, displacer).kind != DisplacerKind::morph;
            if (is_hanim || first_node.try_emplace(displacer, node).first->second == node) continue;
            const auto [entry, is_new] =
                own.try_emplace({displacer, node}, static_cast<int>(document.displacers.size()));
            if (is_new) {
                document.displacers.push_back(at(document.displacers, displacer));
                move_like(document, displacer, entry->second);
            }
            displacer = entry->second;
        }
        std::vector<int>& all = of_node[node];
        if (instance.displacers.size() > all.size()) all = instance.displacers;
    }
    // Each primitive has all targets of its node, including those that do not move it.
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        MeshInstance& instance = document.meshes[m];
        const std::vector<int>& all = of_node[places.mesh_node[m]];
        const bool is_shorter =
            instance.displacers.size() < all.size() &&
            std::equal(instance.displacers.begin(), instance.displacers.end(), all.begin());
        if (!is_shorter) continue;
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        for (std::size_t t = instance.displacers.size(); t < all.size(); ++t)
            mesh->targets.push_back({at(document.displacers, all[t]).name, {}, {}, {}});
        instance.mesh = std::move(mesh);
        instance.displacers = all;
    }
}

std::optional<Document> as_found(const TracedDocument& found, const StructureEdits& edits,
                                 const Places& places, Document document) {
    const Document& like = found.document;
    for (std::size_t n = 0; n < document.nodes.size(); ++n)
        document.nodes[n].source_index = edits.node_numbers()[n];
    for (const StructureEdits::Carrier& carrier : edits.carriers()) {
        const Json& json = at(found.root.at("nodes"), carrier.number);
        add_carrier(document, carrier, places, text_or_empty(json, "name"));
    }
    put_in_order(document.meshes,
                 order_in_file(document.meshes, [&](std::size_t m) { return edits.node_of_mesh(m); }));
    put_in_order(document.viewpoints,
                 order_in_file(document.viewpoints, [&](std::size_t v) { return edits.node_of_camera(v); }));
    put_in_order(document.lights,
                 order_in_file(document.lights, [&](std::size_t l) { return edits.node_of_light(l); }));
    if (like.meshes.size() != document.meshes.size() || like.humanoids.size() != document.humanoids.size() ||
        like.viewpoints.size() != document.viewpoints.size() ||
        like.lights.size() != document.lights.size() || !order_nodes(like, document))
        return std::nullopt;
    for (std::size_t h = 0; h < like.humanoids.size(); ++h) {
        if (!order_figure(like, document, static_cast<int>(h))) return std::nullopt;
    }
    if (!order_displacers(found, document)) return std::nullopt;
    share_clips(like, document);
    return document;
}

}  // namespace vitruvian::gltf
