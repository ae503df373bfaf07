// Puts a document's lists into the order of a world.
#include "model/core/at.h"
#include "model/document/list_order.h"
#include "model/formats/vrml/patch/structure_match.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Matches in rounds from the strictest to the loosest comparison; nullopt where something is left over.
template <class... Same>
std::optional<Order> order_by(std::size_t found, std::size_t size, const Same&... same) {
    if (found != size) return std::nullopt;
    Order out(size, -1);
    std::vector<bool> taken(size, false);
    const auto round = [&](const auto& is_same) {
        std::size_t first = 0;
        for (std::size_t i = 0; i < size; ++i) {
            if (out[i] >= 0) continue;
            while (first < size && taken[first]) ++first;
            // Most elements are at the same index.
            for (std::size_t k = 0; k <= size && out[i] < 0; ++k) {
                const std::size_t j = k == 0 ? i : k - 1;
                if (taken[j] || j < first || !is_same(i, j)) continue;
                out[i] = static_cast<int>(j);
                taken[j] = true;
            }
        }
    };
    (round(same), ...);
    if (std::find(out.begin(), out.end(), -1) != out.end()) return std::nullopt;
    return out;
}

/// Matches children of the same parents; parents come first in both.
std::optional<Order> order_of_nodes(const Document& found, const Document& document) {
    if (found.nodes.size() != document.nodes.size()) return std::nullopt;
    std::map<int, std::vector<int>> found_below;
    std::map<int, std::vector<int>> below;
    for (std::size_t n = 0; n < found.nodes.size(); ++n) {
        found_below[found.nodes[n].parent].push_back(static_cast<int>(n));
        below[document.nodes[n].parent].push_back(static_cast<int>(n));
    }
    Order out(found.nodes.size(), -1);
    for (const auto& family : found_below) {
        const int parent = family.first;
        const std::vector<int>& children = family.second;
        const std::vector<int>& candidates = below[parent < 0 ? -1 : at(out, parent)];
        const auto same_kind = [&](std::size_t i, std::size_t j) {
            return at(found.nodes, children[i]).kind == at(document.nodes, candidates[j]).kind;
        };
        const auto same_name = [&](std::size_t i, std::size_t j) {
            return same_kind(i, j) &&
                   at(found.nodes, children[i]).name == at(document.nodes, candidates[j]).name;
        };
        const std::optional<Order> order = order_by(children.size(), candidates.size(), same_name, same_kind);
        if (!order) return std::nullopt;
        for (std::size_t i = 0; i < children.size(); ++i) at(out, children[i]) = at(candidates, (*order)[i]);
    }
    return out;
}

/// Matches joints and sites by their nodes.
template <class Thing>
std::optional<Order> order_by_node(const std::vector<Thing>& found, const std::vector<Thing>& list) {
    return order_by(found.size(), list.size(),
                    [&](std::size_t i, std::size_t j) { return found[i].node == list[j].node; });
}

bool order_humanoid(const Document& found, Document& document, int h) {
    const Humanoid& as_found = at(found.humanoids, h);
    Humanoid& humanoid = at(document.humanoids, h);
    const std::optional<Order> joints = order_by_node(as_found.joints, humanoid.joints);
    const std::optional<Order> sites = order_by_node(as_found.sites, humanoid.sites);
    if (!joints || !sites) return false;
    put_in_order(document, humanoid.joints, {ListKind::joints, h}, *joints);
    put_in_order(humanoid.sites, *sites);
    const auto same_joint = [&](std::size_t i, std::size_t j) {
        return as_found.segments[i].joint == humanoid.segments[j].joint;
    };
    const std::optional<Order> segments = order_by(
        as_found.segments.size(), humanoid.segments.size(),
        [&](std::size_t i, std::size_t j) {
            return same_joint(i, j) && as_found.segments[i].name == humanoid.segments[j].name;
        },
        same_joint);
    if (!segments) return false;
    put_in_order(document, humanoid.segments, {ListKind::segments, h}, *segments);
    return true;
}

bool order_displacers(const Document& found, Document& document) {
    const auto same_owner = [&](std::size_t i, std::size_t j) {
        const Displacer& a = found.displacers[i];
        const Displacer& b = document.displacers[j];
        return a.humanoid == b.humanoid && a.segment == b.segment && a.keyed_shape == b.keyed_shape;
    };
    const std::optional<Order> order = order_by(
        found.displacers.size(), document.displacers.size(),
        [&](std::size_t i, std::size_t j) {
            return same_owner(i, j) && found.displacers[i].name == document.displacers[j].name;
        },
        same_owner);
    if (!order) return false;
    put_in_order(document, document.displacers, {ListKind::displacers, -1}, *order);
    return true;
}

/// Puts the entries of a skin into the order of the world's joints.
void order_skin(const MeshInstance& found, MeshInstance& instance) {
    const Skin& skin = *instance.skin;
    const std::optional<Order> order =
        order_by(found.skin->nodes.size(), skin.nodes.size(),
                 [&](std::size_t i, std::size_t j) { return found.skin->nodes[i] == skin.nodes[j]; });
    if (!order || !instance.mesh->is_skinned()) return;
    auto ordered = std::make_shared<Skin>(skin);
    put_in_order(ordered->nodes, *order);
    put_in_order(ordered->inverse_bind, *order);
    const Order place = inverse_of(*order);
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    for (std::uint32_t& joint : mesh->influence_joint)
        joint = static_cast<std::uint32_t>(at(place, static_cast<int>(joint)));
    // Worlds list points per joint, so a point's joints are in the joints' order.
    for (std::size_t v = 0; v + 1 < mesh->influence_begin.size(); ++v) {
        std::vector<std::pair<std::uint32_t, float>> row;
        for (std::uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; ++i)
            row.emplace_back(mesh->influence_joint[i], mesh->influence_weight[i]);
        std::sort(row.begin(), row.end());
        for (std::size_t i = 0; i < row.size(); ++i) {
            mesh->influence_joint[mesh->influence_begin[v] + i] = row[i].first;
            mesh->influence_weight[mesh->influence_begin[v] + i] = row[i].second;
        }
    }
    instance.skin = std::move(ordered);
    instance.mesh = std::move(mesh);
}

/// Puts the morph targets of a mesh into the order of the world's displacers.
void order_targets(const MeshInstance& found, MeshInstance& instance) {
    const std::vector<int>& wanted = found.displacers;
    if (wanted == instance.displacers || instance.mesh->targets.size() != instance.displacers.size()) return;
    const std::optional<Order> order =
        order_by(wanted.size(), instance.displacers.size(),
                 [&](std::size_t i, std::size_t j) { return wanted[i] == instance.displacers[j]; });
    if (!order) return;
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    put_in_order(mesh->targets, *order);
    put_in_order(instance.displacers, *order);
    instance.mesh = std::move(mesh);
}

bool order_meshes(const Document& found, Document& document) {
    const auto same_place = [&](std::size_t i, std::size_t j) {
        const MeshInstance& a = found.meshes[i];
        const MeshInstance& b = document.meshes[j];
        return a.node == b.node && a.humanoid == b.humanoid && a.segment == b.segment &&
               a.mesh->positions.size() == b.mesh->positions.size();
    };
    const std::optional<Order> order = order_by(
        found.meshes.size(), document.meshes.size(),
        [&](std::size_t i, std::size_t j) {
            return same_place(i, j) && found.meshes[i].name == document.meshes[j].name;
        },
        same_place);
    if (!order) return false;
    put_in_order(document.meshes, *order);
    for (std::size_t m = 0; m < found.meshes.size(); ++m) {
        order_skin(found.meshes[m], document.meshes[m]);
        order_targets(found.meshes[m], document.meshes[m]);
    }
    return true;
}

/// Materials and images are in the order of the shapes that use them.
bool order_looks(const Document& found, Document& document) {
    const auto order = order_by(
        found.materials.size(), document.materials.size(),
        [&](std::size_t i, std::size_t j) {
            for (std::size_t m = 0; m < found.meshes.size(); ++m) {
                if (found.meshes[m].material == static_cast<int>(i))
                    return document.meshes[m].material == static_cast<int>(j);
            }
            return i == j;
        },
        [](std::size_t, std::size_t) { return true; });
    if (!order) return false;
    put_in_order(document, document.materials, {ListKind::materials, -1}, *order);
    const auto images = order_by(
        found.images.size(), document.images.size(),
        [&](std::size_t i, std::size_t j) {
            return found.images[i]->name == document.images[j]->name &&
                   found.images[i]->encoded == document.images[j]->encoded;
        },
        [](std::size_t, std::size_t) { return true; });
    if (!images) return false;
    put_in_order(document, document.images, {ListKind::images, -1}, *images);
    return true;
}

template <class Thing>
bool order_placed(const std::vector<Thing>& found, std::vector<Thing>& list) {
    const auto same_node = [&](std::size_t i, std::size_t j) { return found[i].node == list[j].node; };
    const std::optional<Order> order = order_by(
        found.size(), list.size(),
        [&](std::size_t i, std::size_t j) { return same_node(i, j) && found[i].name == list[j].name; },
        same_node);
    if (order) put_in_order(list, *order);
    return order.has_value();
}

}  // namespace

std::optional<Document> in_order_of(const Document& found, const Document& document) {
    Document out = document;
    if (found.humanoids.size() != out.humanoids.size()) return std::nullopt;
    const std::optional<Order> nodes = order_of_nodes(found, out);
    if (!nodes) return std::nullopt;
    put_in_order(out, out.nodes, {ListKind::nodes, -1}, *nodes);
    for (std::size_t h = 0; h < found.humanoids.size(); ++h) {
        if (!order_humanoid(found, out, static_cast<int>(h))) return std::nullopt;
    }
    const bool ordered = order_displacers(found, out) && order_meshes(found, out) &&
                         order_looks(found, out) && order_placed(found.viewpoints, out.viewpoints) &&
                         order_placed(found.lights, out.lights);
    if (!ordered) return std::nullopt;
    const ListMatch clips = match_clips(found, out);
    if (std::find(clips.to.begin(), clips.to.end(), -1) != clips.to.end() ||
        std::find(clips.from.begin(), clips.from.end(), -1) != clips.from.end())
        return std::nullopt;
    put_in_order(out.clips, clips.to);
    return out;
}

}  // namespace vitruvian::vrml
