// Commands that paint skin weights: one joint's weight on selected vertices.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/influences.h"
#include "model/edit/skin_brush.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace vitruvian {
namespace {

/// Returns the skin's entry for the nearest ancestor of `node` that has another entry; -1: none.
int entry_above(const Document& document, const Skin& skin, int node) {
    for (int up = at(document.nodes, node).parent; up >= 0; up = at(document.nodes, up).parent) {
        if (const int entry = skin_entry(skin, up); entry >= 0) return entry;
    }
    return -1;
}

/// Returns how many influences painting may give to a vertex: four, as games have, or as many as some already have.
std::size_t most_influences(const Mesh& mesh) {
    std::uint32_t most = 4;
    for (std::size_t v = 0; v + 1 < mesh.influence_begin.size(); ++v)
        most = std::max(most, mesh.influence_begin[v + 1] - mesh.influence_begin[v]);
    return most;
}

/// Sets the weight of `entry`; the rest is distributed to the others in proportion, or to `spare` if there
/// are none (-1: nobody). Of more than `most` influences the smallest of the others goes.
void set_weight(std::vector<Influence>& row, int entry, float weight, int spare, std::size_t most) {
    merge_influences(row);
    const auto is_own = [entry](const Influence& influence) {
        return static_cast<int>(influence.joint) == entry;
    };
    if (weight > 0.0F && row.size() >= most && std::none_of(row.begin(), row.end(), is_own)) {
        row.erase(std::min_element(row.begin(), row.end(), [](const Influence& a, const Influence& b) {
            return a.weight < b.weight;
        }));
    }
    double others = 0.0;
    for (const Influence& influence : row) {
        if (!is_own(influence)) others += static_cast<double>(influence.weight);
    }
    if (!(others > 0.0)) {
        row = {{static_cast<std::uint32_t>(entry), spare < 0 ? 1.0F : weight}};
        if (spare >= 0) row.push_back({static_cast<std::uint32_t>(spare), 1.0F - weight});
    } else {
        const double factor = (1.0 - static_cast<double>(weight)) / others;
        bool has_entry = false;
        for (Influence& influence : row) {
            const bool own = is_own(influence);
            has_entry = has_entry || own;
            influence.weight =
                own ? weight : static_cast<float>(static_cast<double>(influence.weight) * factor);
        }
        if (!has_entry) row.push_back({static_cast<std::uint32_t>(entry), weight});
    }
    std::erase_if(row, [](const Influence& influence) { return influence.weight <= 0.0F; });
}

/// Rows without influences may get some, so every row is processed. `weights`: per vertex of the file; below
/// 0: unchanged.
std::shared_ptr<const Mesh> painted(const Mesh& mesh, const std::vector<float>& weights, int entry, int spare,
                                    std::size_t most) {
    auto out = std::make_shared<Mesh>(mesh);
    out->influence_begin.assign(1, 0);
    out->influence_joint.clear();
    out->influence_weight.clear();
    std::vector<Influence> row;
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        const std::uint32_t begin = mesh.influence_begin[v];
        const std::uint32_t end = mesh.influence_begin[v + 1];
        const float weight = weights[file_vertex(mesh, v)];
        row.clear();
        for (std::uint32_t i = begin; i < end; ++i)
            row.push_back({mesh.influence_joint[i], mesh.influence_weight[i]});
        if (weight >= 0.0F) set_weight(row, entry, weight, spare, most);
        for (const Influence& influence : row) {
            out->influence_joint.push_back(influence.joint);
            out->influence_weight.push_back(influence.weight);
        }
        out->influence_begin.push_back(static_cast<std::uint32_t>(out->influence_joint.size()));
    }
    return out;
}

/// Per vertex of the file; -1 where the edit does not change it.
Result<std::vector<float>> checked_weights(const PaintWeights& edit, const Mesh& mesh) {
    std::vector<float> out(file_vertex_count(mesh), -1.0F);
    for (const auto& [vertex, weight] : edit.weights) {
        if (vertex < 0 || static_cast<std::size_t>(vertex) >= file_vertex_count(mesh))
            return fail("edit-no-such-vertex", fmt::format("The mesh has {} vertices; there is no vertex {}.",
                                                           file_vertex_count(mesh), vertex));
        if (!(weight >= 0.0F && weight <= 1.0F))
            return fail("edit-bad-weight", "A vertex's weight must be between 0 and 1.");
        at(out, vertex) = weight;
    }
    return out;
}

Result<void> paint(const PaintWeights& edit, Document& document) {
    if (!is_there(document, edit.mesh, ItemKind::mesh)) return no_such_thing(edit.mesh, ItemKind::mesh);
    if (!is_there(document, edit.joint, ItemKind::joint)) return no_such_thing(edit.joint, ItemKind::joint);
    const MeshInstance instance = at(document.meshes, edit.mesh.index);
    if (!instance.mesh->is_skinned())
        return fail("edit-no-skin", "The mesh has no skin weights: it moves with one frame.");
    const int node = node_of(document, edit.joint);
    const int entry = skin_entry(*instance.skin, node);
    if (entry < 0)
        return fail("edit-not-in-skin",
                    fmt::format("{} is not one of the {} joints that move this mesh.",
                                name_of(document, edit.joint), instance.skin->nodes.size()));
    const auto weights = checked_weights(edit, *instance.mesh);
    if (!weights) return tl::unexpected(weights.error());
    Document changed = document;
    const int spare = entry_above(document, *instance.skin, node);
    std::unordered_map<const Mesh*, std::shared_ptr<const Mesh>> made;
    std::size_t most = 0;
    for (const MeshInstance& other : document.meshes) {
        if (share_vertices(document, instance, other)) most = std::max(most, most_influences(*other.mesh));
    }
    for (MeshInstance& other : changed.meshes) {
        if (!share_vertices(document, instance, other)) continue;
        std::shared_ptr<const Mesh>& mesh = made[other.mesh.get()];
        if (!mesh) mesh = painted(*other.mesh, *weights, entry, spare, most);
        other.mesh = mesh;
    }
    document = std::move(changed);
    return {};
}

}  // namespace

std::vector<CommandKind> paint_commands() {
    return {command_kind<PaintWeights, paint>(
        "paint-weights", "Paint weights of {joint}",
        "Sets the skin weights of a joint; the other joints share the rest in the same proportions; a "
        "vertex keeps at most four, or as many as the mesh has.",
        {command_field<&PaintWeights::mesh>("mesh", "", "the skinned mesh", {ItemKind::mesh}),
         command_field<&PaintWeights::joint>("joint", "", "one of the joints that move it",
                                             {ItemKind::joint}),
         command_field<&PaintWeights::weights>(
             "weights", "",
             "a list of pairs [VERTEX, WEIGHT]: the file's number of the vertex, and 0 to 1")})};
}

}  // namespace vitruvian
