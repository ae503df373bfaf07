// Edits of meshes: points, normals, displacer offsets, and joint weights.
#include "model/core/at.h"
#include "model/formats/vrml/patch/skin_points.h"
#include "model/formats/vrml/patch/world_edits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Numbers that only differ by rounding are kept.
bool is_moved(const vec3& a, const vec3& b) {
    const vec3 size = glm::abs(b);
    const float largest = std::max({1e-3F, size.x, size.y, size.z});
    const vec3 apart = glm::abs(a - b);
    return std::max({apart.x, apart.y, apart.z}) > 2e-6F * largest;
}

bool same_binds(const Skin& a, const Skin& b) {
    return std::equal(a.inverse_bind.begin(), a.inverse_bind.end(), b.inverse_bind.begin(),
                      b.inverse_bind.end(), [](const mat4& x, const mat4& y) {
                          float apart = 0.0F;
                          float size = 1.0F;
                          for (int i = 0; i < 4; ++i) {
                              for (int j = 0; j < 4; ++j) {
                                  apart = std::max(apart, std::abs(x[i][j] - y[i][j]));
                                  size = std::max(size, std::abs(x[i][j]));
                              }
                          }
                          return apart <= 1e-5F * size;
                      });
}

FieldValue vectors_value(const std::vector<vec3>& list) {
    FieldValue out{"MFVec3f", {}, {}};
    for (const vec3& v : list) out.numbers.insert(out.numbers.end(), {v.x, v.y, v.z});
    return out;
}

/// Returns how much of what moves a point a node is.
float share_of(const PointWeights& weights, std::size_t point, int node) {
    const auto row = weights.find(point);
    if (row == weights.end() || !row->second.contains(node)) return 0.0F;
    float sum = 0.0F;
    for (const auto& entry : row->second) sum += entry.second;
    return row->second.at(node) / sum;
}

/// Whether a reader repaired the weights of a humanoid's skin.
bool is_repaired(const Document& document, int humanoid) {
    return std::any_of(document.meshes.begin(), document.meshes.end(), [&](const MeshInstance& instance) {
        return instance.humanoid == humanoid && instance.mesh->influence_repaired;
    });
}

bool same_row(const std::map<int, float>& a, const std::map<int, float>& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
               return x.first == y.first && std::abs(x.second - y.second) <= 1e-6F;
           });
}

}  // namespace

Result<void> WorldEdits::edit_mesh(const Difference& d) {
    const MeshInstance& mesh = at(to_->meshes, d.index);
    const BuiltShape& shape = at(opened_->built.shapes, d.index);
    const bool is_skinned = mesh.mesh->is_skinned() && at(from_->meshes, d.index).mesh->is_skinned();
    if (is_skinned && mesh.humanoid >= 0 && (d.field.starts_with("influence_") || d.field == "skin.nodes"))
        return set_weights(mesh.humanoid);
    // Where a centre is moved, the meshes below it get another bind matrix, and are unchanged in the file.
    if (d.field == "skin.inverse_bind") {
        const bool same = same_binds(*at(from_->meshes, d.index).skin, *mesh.skin);
        return centre_moved_ || is_skinned || same ? Result<void>() : anew(d);
    }
    // A shape without a name of its own is named after its segment, even if it moves to another.
    if (d.field == "name" && mesh.humanoid >= 0) {
        const std::vector<Segment>& segments = at(to_->humanoids, mesh.humanoid).segments;
        const bool is_segments = std::any_of(segments.begin(), segments.end(), [&](const Segment& segment) {
            return segment.name == mesh.name;
        });
        if (is_segments) return {};
    }
    const bool same_count = mesh.mesh->positions.size() == at(from_->meshes, d.index).mesh->positions.size();
    if (d.field == "positions" && shape.coord.valid() && same_count) return set_points(shape.coord);
    if (d.field == "normals" && same_count && !mesh.mesh->normals.empty()) return set_normals(shape);
    if (d.field == "targets.positions" && d.element >= 0) return set_offsets(at(mesh.displacers, d.element));
    return anew(d);
}

Result<void> WorldEdits::set_points(NodeRef coord) {
    if (!geometry_done_.insert(coord.key()).second) return {};
    std::vector<vec3> points = read_vec3s(opened_->world, coord, "point");
    for (std::size_t m = 0; m < to_->meshes.size(); ++m) {
        if (opened_->built.shapes[m].coord != coord) continue;
        const Mesh& before = *from_->meshes[m].mesh;
        const Mesh& after = *to_->meshes[m].mesh;
        for (std::size_t v = 0; v < after.positions.size(); ++v) {
            const std::size_t point = point_of(after, v);
            if (point < points.size() && is_moved(before.positions[v], after.positions[v]))
                points[point] = after.positions[v];
        }
    }
    return fields_.set(coord, "point", vectors_value(points));
}

/// Normals that no node stores follow from the points.
Result<void> WorldEdits::set_normals(const BuiltShape& shape) {
    if (!shape.normal.valid() || !geometry_done_.insert(shape.normal.key()).second) return {};
    std::vector<vec3> vectors = read_vec3s(opened_->world, shape.normal, "vector");
    for (std::size_t m = 0; m < to_->meshes.size(); ++m) {
        const BuiltShape& other = opened_->built.shapes[m];
        if (other.normal != shape.normal || !other.normal_of_vertex) continue;
        const std::vector<vec3>& before = from_->meshes[m].mesh->normals;
        const std::vector<vec3>& after = to_->meshes[m].mesh->normals;
        if (before.size() != after.size()) continue;
        // Vertices without faces have no normals in the file.
        for (const std::uint32_t v : to_->meshes[m].mesh->indices) {
            const std::size_t row = (*other.normal_of_vertex)[v];
            if (row < vectors.size() && is_moved(before[v], after[v])) vectors[row] = after[v];
        }
    }
    return fields_.set(shape.normal, "vector", vectors_value(vectors));
}

Result<void> WorldEdits::set_offsets(int displacer) {
    if (!displacers_done_.insert(displacer).second) return {};
    if (displacer < 0 || static_cast<std::size_t>(displacer) >= opened_->built.displacer_nodes.size()) {
        return fail("save-structure", "a shape of a clip has no Displacer that could be changed",
                    {to_->file, 0, 0, ""});
    }
    const std::map<std::uint32_t, vec3> before = displacer_offsets(*from_, displacer).by_point;
    std::map<std::uint32_t, vec3> changed = displacer_offsets(*to_, displacer).by_point;
    std::erase_if(changed, [&](const auto& entry) {
        const auto old = before.find(entry.first);
        return old != before.end() && !is_moved(old->second, entry.second);
    });
    const std::span<const BuiltDisplacerPart> parts = parts_of_displacer(opened_->built, displacer);
    const PointWeights weights =
        parts.empty() ? PointWeights() : point_weights(*to_, at(to_->displacers, displacer).humanoid);
    std::map<std::uint32_t, vec3> of_first = changed;
    for (const BuiltDisplacerPart& part : parts) {
        Result<void> done = set_displacements(part.node, [&](std::uint32_t point, vec3& offset) {
            const auto wanted = changed.find(point);
            const auto old = before.find(point);
            if (wanted == changed.end() || old == before.end()) return;
            offset += share_of(weights, point, part.joint) * (wanted->second - old->second);
            of_first[point] -= offset;
        });
        if (!done) return done;
    }
    return set_displacements(at(opened_->built.displacer_nodes, displacer),
                             [&](std::uint32_t point, vec3& offset) {
                                 const auto found = of_first.find(point);
                                 if (found != of_first.end()) offset = found->second;
                             });
}

/// Changes the displacements of a node by `change`, which gets each with its point.
Result<void> WorldEdits::set_displacements(NodeRef node,
                                           const std::function<void(std::uint32_t, vec3&)>& change) {
    const std::vector<std::int32_t> points = read_ints(opened_->world, node, "coordIndex");
    std::vector<vec3> offsets = read_vec3s(opened_->world, node, "displacements");
    for (std::size_t i = 0; i < std::min(points.size(), offsets.size()); ++i)
        change(static_cast<std::uint32_t>(points[i]), offsets[i]);
    return fields_.set(node, "displacements", vectors_value(offsets));
}

/// Returns the number of points of the skinCoord that a humanoid's shapes share; 0 if they share none.
std::size_t WorldEdits::skin_points(int humanoid) const {
    for (std::size_t m = 0; m < to_->meshes.size(); ++m) {
        const MeshInstance& instance = to_->meshes[m];
        if (instance.humanoid == humanoid && instance.mesh->is_skinned())
            return read_vec3s(opened_->world, opened_->built.shapes[m].coord, "point").size();
    }
    return 0;
}

/// Points with unchanged weights keep their numbers, which need not sum to 1 in the file. Where the file's
/// weights were repaired and have to be stored so, all points are checked.
Result<void> WorldEdits::set_weights(int humanoid) {
    if (!skins_done_.insert(humanoid).second) return {};
    const bool is_remade = is_repaired(*from_, humanoid) && !is_repaired(*to_, humanoid);
    const PointWeights before = is_remade ? PointWeights() : point_weights(*from_, humanoid);
    PointWeights changed = point_weights(*to_, humanoid);
    std::erase_if(changed, [&](const auto& row) {
        const auto old = before.find(row.first);
        return old != before.end() && same_row(old->second, row.second);
    });
    const std::size_t points_in_skin = is_remade ? skin_points(humanoid) : 0;
    std::map<int, std::map<std::size_t, float>> wanted;  // by node
    for (const auto& [point, row] : changed) {
        for (const auto& [node, weight] : row) wanted[node][point] = weight;
    }
    for (const Joint& joint : at(to_->humanoids, humanoid).joints) {
        const NodeRef ref = node_of(joint.node);
        if (!ref.valid()) continue;
        std::map<std::size_t, float>& fresh = wanted[joint.node];
        const std::vector<std::int32_t> points = read_ints(opened_->world, ref, "skinCoordIndex");
        std::vector<float> weights = read_floats(opened_->world, ref, "skinCoordWeight");
        bool same = !is_remade || weights.size() == points.size();
        weights.resize(points.size(), 1.0F);
        FieldValue new_points{"MFInt32", {}, {}};
        FieldValue new_weights{"MFFloat", {}, {}};
        const auto put = [&](std::size_t point, float weight) {
            new_points.numbers.push_back(static_cast<float>(point));
            new_weights.numbers.push_back(weight);
        };
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto point = static_cast<std::size_t>(points[i]);
            if (is_remade && (points[i] < 0 || point >= points_in_skin)) {
                same = false;
                continue;
            }
            if (!changed.contains(point)) {
                put(point, weights[i]);
                continue;
            }
            const auto found = fresh.find(point);
            const bool stays = found != fresh.end() && std::abs(found->second - weights[i]) <= 1e-6F;
            same = same && stays;
            if (found == fresh.end()) continue;
            put(point, stays ? weights[i] : found->second);
            fresh.erase(found);
        }
        if (same && fresh.empty()) continue;
        for (const auto& [point, weight] : fresh) put(point, weight);
        if (is_transform(ref)) return no_joint(ref);
        Result<void> done = fields_.set(ref, "skinCoordIndex", new_points);
        if (done) done = fields_.set(ref, "skinCoordWeight", new_weights);
        if (!done) return done;
    }
    return {};
}

}  // namespace vitruvian::vrml
