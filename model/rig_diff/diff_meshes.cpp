// Compares meshes and their weights. Vertices are matched by their positions at rest, since formats order and
// split them differently.
#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/document/segment_name.h"
#include "model/rig_diff/comparing.h"
#include "model/rig_diff/point_grid.h"
#include "model/rig_diff/unnamed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

namespace vitruvian::rig_diff {
namespace {

constexpr double farthest = 1e-3;  // between two vertices at one position, relative to the figure's size

using Weights = std::map<int, float>;  // by joint

/// Returns a vertex's weights by joint; -1: none. A rigid mesh has weight 1 for its node.
Weights weights_of(const Rig& rig, const MeshInstance& mesh, std::uint32_t vertex) {
    const auto carrier = [&rig](int node) { return node < 0 ? -1 : at(rig.carrier, node); };
    Weights out;
    if (!mesh.mesh->is_skinned()) {
        if (!mesh.skin->nodes.empty()) out[carrier(mesh.skin->nodes.front())] = 1.0F;
        return out;
    }
    for (std::uint32_t i = mesh.mesh->influence_begin[vertex]; i < mesh.mesh->influence_begin[vertex + 1];
         ++i)
        out[carrier(mesh.skin->nodes[mesh.mesh->influence_joint[i]])] += mesh.mesh->influence_weight[i];
    return out;
}

Weights difference_of(Weights weights, const Weights& others) {
    for (const auto& [node, weight] : others) weights[node] -= weight;
    return weights;
}

float largest_of(const Weights& weights) {
    float out = 0.0F;
    for (const auto& [node, weight] : weights) out = std::max(out, std::abs(weight));
    return out;
}

/// Compares bind positions, vertex by vertex.
bool has_same_places(const Mesh& a, const Mesh& b, float width) {
    return std::equal(a.positions.begin(), a.positions.end(), b.positions.begin(), b.positions.end(),
                      [width](const vec3& x, const vec3& y) { return glm::distance(x, y) <= width; });
}

/// One of the two meshes, with its vertices at rest.
struct MeshSide {
    const std::vector<vec3>& points;
    const std::vector<bool>& is_used;
};

/// Vertices of one mesh without a match in the other.
struct Unlike {
    std::vector<std::uint32_t> moved;             // there is none at their position
    std::map<std::uint32_t, Weights> reweighted;  // the weight differences to the most similar vertex there
};

/// `own` and `theirs` return the weights of a vertex of `side` and of the other mesh, whose vertices are in
/// `grid`.
template <class Own, class Theirs>
Unlike unlike_vertices(const MeshSide& side, const Own& own, const PointGrid& grid, const Theirs& theirs,
                       float finest) {
    Unlike out;
    for (std::uint32_t v = 0; v < side.points.size(); ++v) {
        if (!side.is_used[v]) continue;
        const Weights here = own(v);
        float least = 2.0F;
        Weights closest;
        bool found = false;
        grid.near(side.points[v], [&](std::uint32_t other) {
            found = true;
            if (least == 0.0F) return;
            Weights difference = difference_of(here, theirs(other));
            const float largest = largest_of(difference);
            if (largest >= least) return;
            least = largest;
            closest = std::move(difference);
        });
        if (!found) {
            out.moved.push_back(v);
        } else if (least > finest) {
            out.reweighted.emplace(v, std::move(closest));
        }
    }
    return out;
}

/// Lists the first few, for display.
std::string list_of(const std::vector<std::uint32_t>& vertices) {
    constexpr std::size_t most = 10;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, vertices.size()); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : " ", vertices[i]);
    return vertices.size() > most ? out + " ..." : out;
}

/// ", by up to 0.02 m"; empty where the vertices of both sides have other indices.
std::string farthest_in_words(const MeshSide& first, const MeshSide& second,
                              const std::vector<std::uint32_t>& vertices) {
    if (first.points.size() != second.points.size()) return {};
    float farthest_move = 0.0F;
    for (const std::uint32_t v : vertices)
        farthest_move = std::max(farthest_move, glm::distance(first.points[v], second.points[v]));
    return fmt::format(", by up to {:.4g} m", farthest_move);
}

/// Triangles with two equal corners are not faces, and not all formats keep them.
bool is_face(const Mesh& mesh, std::size_t first) {
    if (first + 2 >= mesh.indices.size()) return false;
    const std::uint32_t a = mesh.indices[first];
    const std::uint32_t b = mesh.indices[first + 1];
    const std::uint32_t c = mesh.indices[first + 2];
    return a != b && b != c && a != c;
}

std::size_t triangles_of(const Mesh& mesh, bool with_flat) {
    const std::size_t all = mesh.indices.size() / 3;
    if (with_flat || mesh.topology != Topology::triangles) return all;
    std::size_t out = 0;
    for (std::size_t t = 0; t < all; ++t) out += is_face(mesh, 3 * t) ? 1U : 0U;
    return out;
}

}  // namespace

std::vector<bool> used_vertices(const Mesh& mesh) {
    std::vector<bool> out(mesh.positions.size(), mesh.indices.empty());
    const bool faces = mesh.topology == Topology::triangles;
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
        if (!faces || is_face(mesh, i / 3 * 3)) out[mesh.indices[i]] = true;
    }
    return out;
}

float Comparison::point_width() const {
    // The precision of skinning in float32, relative to a figure's size; other vertices are farther away.
    constexpr double nearest = 5e-5;
    return static_cast<float>(std::clamp(tolerance_, nearest, farthest) * length_);
}

void Comparison::pair_meshes() {
    mesh_pairs_ = match_meshes(first_, second_, second_of_node_, point_width());
    for (const auto& [before, after] : mesh_pairs_) {
        at(first_.is_paired, before) = 1;
        at(second_.is_paired, after) = 1;
    }
}

void Comparison::compare_meshes() {
    figure_ = 0;
    material_pairs_ = match_materials();
    for (const auto& [before, after] : paired(RigPart::mesh, names_of(first_.document.meshes),
                                              names_of(second_.document.meshes), mesh_pairs_))
        compare_mesh(before, after);
}

void Comparison::compare_mesh(int before, int after) {
    const MeshInstance& a = at(first_.document.meshes, before);
    const MeshInstance& b = at(second_.document.meshes, after);
    const std::size_t from = changes_.size();
    // Formats that require a name generate one, and differences of a segment's name include its meshes.
    const bool is_segments =
        is_called_after_segment(first_.document, a) && is_called_after_segment(second_.document, b);
    if (!a.name.empty() && !b.name.empty() && !is_segments) renamed(RigPart::mesh, a.name, b.name);
    compare_material_names(a, b);
    if (a.mesh == b.mesh && a.skin == b.skin && from == changes_.size()) return;
    const std::size_t triangles = triangles_of(*a.mesh, is_one_family());
    const std::size_t now = triangles_of(*b.mesh, is_one_family());
    if (triangles != now) {
        RigChange& change = add(RigPart::mesh, b.name, RigChangeKind::changed, "triangles");
        change.before = static_cast<std::int64_t>(triangles);
        change.after = static_cast<std::int64_t>(now);
        change.magnitude = std::abs(static_cast<double>(now) - static_cast<double>(triangles));
    }
    compare_weights(before, after);
    if (a.mesh != b.mesh) compare_attributes(before, after);
    set_items(from, item_of(RigPart::mesh, before), item_of(RigPart::mesh, after));
}

/// Names that only one of them has are not a difference: formats that require names generate them.
void Comparison::compare_material_names(const MeshInstance& before, const MeshInstance& after) {
    const std::string old = name_of_material(first_.document, before);
    const std::string now = name_of_material(second_.document, after);
    if (before.material >= 0 && after.material >= 0) {
        const bool is_same = std::find(material_pairs_.begin(), material_pairs_.end(),
                                       std::pair(before.material, after.material)) != material_pairs_.end();
        if (is_same || old.empty() != now.empty()) return;
    }
    words(RigPart::mesh, after.name, "material", old, now);
}

std::vector<vec3> Comparison::vertices_along(int before, int after) const {
    const std::vector<vec3>& plain = at(first_.vertices, before);
    const std::vector<vec3>& theirs = at(second_.vertices, after);
    const float width = point_width();
    const auto is_there = [&](const std::vector<vec3>& own) {
        return own.size() == theirs.size() &&
               std::equal(own.begin(), own.end(), theirs.begin(),
                          [width](const vec3& a, const vec3& b) { return glm::distance(a, b) <= width; });
    };
    if (!has_same_axes() || plain.size() != theirs.size() || is_there(plain)) return plain;
    const std::vector<float> still(first_.document.displacers.size(), 0.0F);
    std::vector<vec3> along = skinned_positions(at(first_.document.meshes, before), world_along(), still);
    return is_there(along) ? along : plain;
}

std::vector<mat4> Comparison::world_along() const {
    const bool same_tree = first_.document.nodes.size() == second_.document.nodes.size();
    std::vector<mat4> world = first_.world;
    for (int n = 0; n < static_cast<int>(world.size()); ++n) {
        const int parent = at(first_.document.nodes, n).parent;
        const int same = second_node(n) < 0 && same_tree ? n : second_node(n);
        if (same >= 0) {
            at(world, n) = at(second_.world, same);
        } else if (parent >= 0) {
            at(world, n) = at(world, parent) * affine_inverse(at(first_.world, parent)) * at(first_.world, n);
        }
    }
    return world;
}

/// Compares vertices without a match, and per joint changed weights. In both directions, since vertices at
/// the same position (of a seam) hide each other.
void Comparison::compare_weights(int before, int after) {
    const MeshInstance& a = at(first_.document.meshes, before);
    const MeshInstance& b = at(second_.document.meshes, after);
    const float width = point_width();
    // Files round weights to a 255th.
    const float finest = std::max(static_cast<float>(tolerance_), 0.004F);
    // Joints of the second document, or -2 minus the index for joints that only the first has.
    const auto weights_of_first = [&](std::uint32_t v) {
        Weights out;
        for (const auto& [node, weight] : weights_of(first_, a, v)) {
            const int now = second_node(node);
            out[now >= 0 || node < 0 ? now : -2 - node] += weight;
        }
        return out;
    };
    const auto weights_of_second = [&](std::uint32_t v) { return weights_of(second_, b, v); };
    const std::vector<vec3> vertices = vertices_along(before, after);
    const MeshSide first{vertices, at(first_.used, before)};
    const MeshSide second{at(second_.vertices, after), at(second_.used, after)};
    const PointGrid grid_of_first(first.points, width);
    const PointGrid grid_of_second(second.points, width);
    Unlike unlike = unlike_vertices(first, weights_of_first, grid_of_second, weights_of_second, finest);
    Unlike back = unlike_vertices(second, weights_of_second, grid_of_first, weights_of_first, finest);
    // Different weights move a vertex where rest differs from the bind pose.
    if (has_same_places(*a.mesh, *b.mesh, width)) {
        const auto is_reweighted = [&](std::uint32_t v) {
            Weights difference = difference_of(weights_of_first(v), weights_of_second(v));
            if (largest_of(difference) <= finest) return false;
            unlike.reweighted.emplace(v, std::move(difference));
            return true;
        };
        // At a seam, the other vertex hides from one side that this one left.
        std::erase_if(unlike.moved, is_reweighted);
        std::erase_if(back.moved, is_reweighted);
    }
    for (auto& [v, difference] : back.reweighted) {
        bool is_reported = false;
        grid_of_first.near(second.points[v], [&](std::uint32_t other) {
            is_reported = is_reported || unlike.reweighted.contains(other);
        });
        if (!is_reported) unlike.reweighted.emplace(v, std::move(difference));
    }
    const std::vector<std::uint32_t>& moved =
        back.moved.size() > unlike.moved.size() ? back.moved : unlike.moved;
    const auto used = [](const MeshSide& side) {
        return static_cast<std::int64_t>(std::count(side.is_used.begin(), side.is_used.end(), true));
    };
    if (!moved.empty() && tolerance_ <= farthest) {
        RigChange& change = add(RigPart::mesh, b.name, RigChangeKind::changed, "vertices");
        change.before = used(first);
        change.after = used(second);
        change.magnitude = static_cast<double>(moved.size());
        change.detail = fmt::format("{} elsewhere{}: {}", counted(moved.size(), "vertex is", "vertices are"),
                                    farthest_in_words(first, second, moved), list_of(moved));
    }
    const std::string mesh =
        b.name.empty() ? unnamed_in_words(second_.document, item_of(RigPart::mesh, after)) : b.name;
    report_weights(mesh, unlike.reweighted, finest);
}

/// Reports weights joint by joint. `reweighted`: per vertex the differences, for nodes of the second document
/// or -2 minus the index for those that only the first has.
void Comparison::report_weights(const std::string& mesh,
                                const std::map<std::uint32_t, std::map<int, float>>& reweighted,
                                float finest) {
    struct Change {
        std::vector<std::uint32_t> vertices;
        float largest = 0.0F;
    };
    std::map<int, Change> by_node;
    for (const auto& [v, difference] : reweighted) {
        for (const auto& [node, weight] : difference) {
            if (std::abs(weight) <= finest) continue;
            Change& change = by_node[node];
            change.vertices.push_back(v);
            change.largest = std::max(change.largest, std::abs(weight));
        }
    }
    for (const auto& [node, change] : by_node) {
        // Joints of the first rig alone have numbers below -1.
        const Document& of = node >= 0 ? second_.document : first_.document;
        const int there = node >= 0 ? node : -2 - node;
        const std::string joint = node == -1 ? std::string("(no joint)") : at(of.nodes, there).name;
        RigChange& out = add(RigPart::weights, joint, RigChangeKind::changed, mesh);
        if (joint.empty()) out.place = unnamed_in_words(of, there);
        out.magnitude = change.largest;
        out.after = static_cast<std::int64_t>(change.vertices.size());
        out.detail = fmt::format("{}: {}", counted(change.vertices.size(), "vertex", "vertices"),
                                 list_of(change.vertices));
    }
}

}  // namespace vitruvian::rig_diff
