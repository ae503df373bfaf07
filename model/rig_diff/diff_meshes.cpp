// Meshes, their weights, displacers and materials. Vertices are paired by where they are at rest, since formats order and
// split them in different ways.
#include "model/core/at.h"
#include "model/rig_diff/comparing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace vitruvian::rig_diff {
namespace {

std::vector<std::string> names_of_meshes(const Document& document) {
    std::vector<std::string> out;
    for (const MeshInstance& mesh : document.meshes) out.push_back(mesh.name);
    return out;
}

/// Points in cells as wide as the distance within which two are the same place.
class PointGrid {
  public:
    PointGrid(const std::vector<vec3>& points, float width) : points_(points), width_(width) {
        cells_.reserve(points.size());
        for (std::uint32_t i = 0; i < points.size(); ++i) cells_.emplace(key(cell(points[i])), i);
    }

    /// Calls `visit(index)` for every point within the width of `point`.
    template <class Visit>
    void near(const vec3& point, const Visit& visit) const {
        const std::array<std::int64_t, 3> middle = cell(point);
        for (int n = 0; n < 27; ++n) {
            const std::array<std::int64_t, 3> place{middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1,
                                                    middle[2] + n / 9 - 1};
            const auto [begin, end] = cells_.equal_range(key(place));
            for (auto it = begin; it != end; ++it) {
                if (glm::distance(points_[it->second], point) <= width_) visit(it->second);
            }
        }
    }

  private:
    [[nodiscard]] std::array<std::int64_t, 3> cell(const vec3& point) const {
        std::array<std::int64_t, 3> out{};
        for (int k = 0; k < 3; ++k) at(out, k) = std::llround(point[k] / width_);
        return out;
    }
    static std::uint64_t key(const std::array<std::int64_t, 3>& c) {
        std::uint64_t out = 1469598103934665603ULL;
        for (const std::int64_t part : c) out = (out ^ static_cast<std::uint64_t>(part)) * 1099511628211ULL;
        return out;
    }

    const std::vector<vec3>& points_;
    float width_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> cells_;
};

using Weights = std::map<int, float>;  // by joint

/// A vertex's weights by the joint that carries it; -1: none. A rigid mesh is all its one node's.
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

/// Which vertices some face, line or point of the mesh uses; formats differ in whether they keep the others.
std::vector<bool> used_vertices(const Mesh& mesh) {
    std::vector<bool> out(mesh.positions.size(), mesh.indices.empty());
    for (const std::uint32_t index : mesh.indices) out[index] = true;
    return out;
}

/// One of the two meshes: its vertices at rest.
struct MeshSide {
    const std::vector<vec3>& points;
    std::vector<bool> is_used;
};

/// Vertices of one side that have no like on the other.
struct Unlike {
    std::vector<std::uint32_t> moved;             // none is where they are
    std::map<std::uint32_t, Weights> reweighted;  // what the most similar vertex there has otherwise
};

/// `own` and `theirs` give the weights of a vertex of `side` and of the other, whose vertices are in `grid`.
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
            Weights difference = here;
            for (const auto& [node, weight] : theirs(other)) difference[node] -= weight;
            float largest = 0.0F;
            for (const auto& [node, weight] : difference) largest = std::max(largest, std::abs(weight));
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

/// The first few, for people.
std::string list_of(const std::vector<std::uint32_t>& vertices) {
    constexpr std::size_t most = 10;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, vertices.size()); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : " ", vertices[i]);
    return vertices.size() > most ? out + " ..." : out;
}

std::string name_of_material(const Document& document, const MeshInstance& mesh) {
    return mesh.material < 0 ? std::string() : at(document.materials, mesh.material).name;
}

}  // namespace

void Comparison::compare_meshes() {
    figure_ = 0;
    by_name(RigPart::mesh, names_of_meshes(first_.document), names_of_meshes(second_.document),
            [&](int before, int after) { compare_mesh(before, after); });
}

void Comparison::compare_mesh(int before, int after) {
    const MeshInstance& a = at(first_.document.meshes, before);
    const MeshInstance& b = at(second_.document.meshes, after);
    const std::size_t from = changes_.size();
    compare_material_names(a, b);
    if (a.mesh == b.mesh && a.skin == b.skin && from == changes_.size()) return;
    const std::size_t triangles = a.mesh->indices.size() / 3;
    const std::size_t now = b.mesh->indices.size() / 3;
    if (triangles != now) {
        RigChange& change = add(RigPart::mesh, b.name, RigChangeKind::changed, "triangles");
        change.before = static_cast<std::int64_t>(triangles);
        change.after = static_cast<std::int64_t>(now);
        change.magnitude = std::abs(static_cast<double>(now) - static_cast<double>(triangles));
    }
    compare_weights(before, after);
    for (std::size_t i = from; i < changes_.size(); ++i) {
        changes_[i].item_before = {ItemKind::mesh, -1, before};
        changes_[i].item_after = {ItemKind::mesh, -1, after};
    }
}

/// Names that only one of them has are no difference: formats that need some make them up.
void Comparison::compare_material_names(const MeshInstance& before, const MeshInstance& after) {
    const std::string old = name_of_material(first_.document, before);
    const std::string now = name_of_material(second_.document, after);
    if (before.material >= 0 && after.material >= 0 && old.empty() != now.empty()) {
        if (old.empty()) {
            names_in_first_.emplace(before.material, now);
        } else {
            names_in_second_.emplace(after.material, old);
        }
        return;
    }
    words(RigPart::mesh, after.name, "material", old, now);
}

/// Where vertices of one are not in the other, and per joint whose weights changed. Both ways, since vertices of one place
/// (those of a seam) hide each other.
void Comparison::compare_weights(int before, int after) {
    const MeshInstance& a = at(first_.document.meshes, before);
    const MeshInstance& b = at(second_.document.meshes, after);
    // Skinning in float32 is exact to about this much of a figure's size; farther away lie other vertices.
    constexpr double nearest = 5e-5;
    constexpr double farthest = 1e-3;
    const auto width = static_cast<float>(std::clamp(tolerance_, nearest, farthest) * length_);
    // Files round weights to a 255th.
    const float finest = std::max(static_cast<float>(tolerance_), 0.004F);
    // Joints of the second document, or minus two minus those of the first that it has not.
    const auto weights_of_first = [&](std::uint32_t v) {
        Weights out;
        for (const auto& [node, weight] : weights_of(first_, a, v)) {
            const int now = second_node(node);
            out[now >= 0 || node < 0 ? now : -2 - node] += weight;
        }
        return out;
    };
    const auto weights_of_second = [&](std::uint32_t v) { return weights_of(second_, b, v); };
    const MeshSide first{at(first_.vertices, before), used_vertices(*a.mesh)};
    const MeshSide second{at(second_.vertices, after), used_vertices(*b.mesh)};
    const PointGrid grid_of_first(first.points, width);
    const PointGrid grid_of_second(second.points, width);
    Unlike unlike = unlike_vertices(first, weights_of_first, grid_of_second, weights_of_second, finest);
    Unlike back = unlike_vertices(second, weights_of_second, grid_of_first, weights_of_first, finest);
    for (auto& [v, difference] : back.reweighted) {
        bool is_told = false;
        grid_of_first.near(second.points[v], [&](std::uint32_t other) {
            is_told = is_told || unlike.reweighted.contains(other);
        });
        if (!is_told) unlike.reweighted.emplace(v, std::move(difference));
    }
    const std::vector<std::uint32_t>& moved =
        back.moved.size() > unlike.moved.size() ? back.moved : unlike.moved;
    if (!moved.empty() && tolerance_ <= farthest) {
        RigChange& change = add(RigPart::mesh, b.name, RigChangeKind::changed, "vertices");
        change.before =
            static_cast<std::int64_t>(std::count(first.is_used.begin(), first.is_used.end(), true));
        change.after =
            static_cast<std::int64_t>(std::count(second.is_used.begin(), second.is_used.end(), true));
        change.magnitude = static_cast<double>(moved.size());
        change.detail = fmt::format("{} vertices are elsewhere: {}", moved.size(), list_of(moved));
    }
    struct Change {
        std::vector<std::uint32_t> vertices;
        float largest = 0.0F;
    };
    std::map<int, Change> by_node;
    for (const auto& [v, difference] : unlike.reweighted) {
        for (const auto& [node, weight] : difference) {
            if (std::abs(weight) <= finest) continue;
            Change& change = by_node[node];
            change.vertices.push_back(v);
            change.largest = std::max(change.largest, std::abs(weight));
        }
    }
    for (const auto& [node, change] : by_node) {
        const std::string joint = node >= 0    ? at(second_.document.nodes, node).name
                                  : node == -1 ? std::string("(no joint)")
                                               : at(first_.document.nodes, -2 - node).name;
        RigChange& out = add(RigPart::weights, joint, RigChangeKind::changed, b.name);
        out.magnitude = change.largest;
        out.after = static_cast<std::int64_t>(change.vertices.size());
        out.detail = fmt::format("{} vertices: {}", change.vertices.size(), list_of(change.vertices));
    }
}

void Comparison::compare_displacers() {
    const auto names = [](const Document& document) {
        std::vector<std::string> out;
        for (const Displacer& displacer : document.displacers) out.push_back(displacer.name);
        return out;
    };
    by_name(RigPart::displacer, names(first_.document), names(second_.document), [&](int i, int j) {
        const Displacer& a = at(first_.document.displacers, i);
        const Displacer& b = at(second_.document.displacers, j);
        const std::size_t from = changes_.size();
        if (std::abs(a.weight - b.weight) > tolerance_) {
            RigChange& change = add(RigPart::displacer, b.name, RigChangeKind::changed, "weight");
            change.before = static_cast<double>(a.weight);
            change.after = static_cast<double>(b.weight);
            change.magnitude = std::abs(static_cast<double>(b.weight) - static_cast<double>(a.weight));
        }
        compare_offsets(i, j);
        for (std::size_t k = from; k < changes_.size(); ++k) {
            changes_[k].item_before = displacer_item(i);
            changes_[k].item_after = displacer_item(j);
        }
    });
}

/// How many vertices a displacer moves is a matter of splitting; how far it moves them at most, and where, is not.
void Comparison::compare_offsets(int before, int after) {
    struct Reach {
        vec3 farthest{0.0F};
        std::vector<vec3> offsets;
        Bounds moved;
    };
    const auto reach_of = [](const Rig& rig, int displacer) {
        Reach out;
        std::vector<float> weights(rig.document.displacers.size(), 0.0F);
        at(weights, displacer) = 1.0F;
        for (std::size_t m = 0; m < rig.document.meshes.size(); ++m) {
            const MeshInstance& mesh = rig.document.meshes[m];
            auto place = std::find(mesh.displacers.begin(), mesh.displacers.end(), displacer);
            if (place == mesh.displacers.end()) continue;
            const std::vector<vec3> moved = skinned_positions(mesh, rig.world, weights);
            for (; place != mesh.displacers.end();
                 place = std::find(place + 1, mesh.displacers.end(), displacer)) {
                const auto target = static_cast<std::size_t>(place - mesh.displacers.begin());
                for (const std::uint32_t v : mesh.mesh->targets[target].vertices) {
                    const vec3 offset = moved[v] - rig.vertices[m][v];
                    if (glm::length(offset) > glm::length(out.farthest)) out.farthest = offset;
                    if (glm::length(offset) == 0.0F) continue;
                    out.offsets.push_back(offset);
                    out.moved.add(moved[v]);
                }
            }
        }
        return out;
    };
    const Reach a = reach_of(first_, before);
    Reach b = reach_of(second_, after);
    // Of several that are as far, in other directions, the same one.
    constexpr float as_far = 0.9999F;
    const float least = glm::length(b.farthest) * as_far;
    for (const vec3& offset : b.offsets) {
        if (glm::length(offset) < least) continue;
        if (glm::distance(offset, a.farthest) < glm::distance(b.farthest, a.farthest)) b.farthest = offset;
    }
    const std::string& name = at(second_.document.displacers, after).name;
    numbers(RigPart::displacer, name, "farthest_offset", a.farthest, b.farthest, "m", length_);
    if (a.moved.empty() || b.moved.empty()) return;
    numbers(RigPart::displacer, name, "lowest_corner", a.moved.min, b.moved.min, "m", length_);
    numbers(RigPart::displacer, name, "highest_corner", a.moved.max, b.moved.max, "m", length_);
}

void Comparison::compare_materials() {
    figure_ = 0;
    const auto names = [](const Document& document, const std::map<int, std::string>& others) {
        std::vector<std::string> out;
        for (int i = 0; i < static_cast<int>(document.materials.size()); ++i) {
            const auto other = others.find(i);
            out.push_back(other == others.end() ? at(document.materials, i).name : other->second);
        }
        return out;
    };
    const std::vector<std::string> before = names(first_.document, names_in_first_);
    const std::vector<std::string> after = names(second_.document, names_in_second_);
    by_name(RigPart::material, before, after, [&](int i, int j) {
        const Material& a = at(first_.document.materials, i);
        const Material& b = at(second_.document.materials, j);
        // A 255th is as finely as pictures and pickers tell colours.
        constexpr double colour = 40.0;
        numbers(RigPart::material, b.name, "base_color", vec3(a.base_color), vec3(b.base_color), "", colour);
        numbers(RigPart::material, b.name, "emissive", a.emissive, b.emissive, "", colour);
        numbers(RigPart::material, b.name, "alpha_metallic_roughness",
                vec3(a.base_color.a, a.metallic, a.roughness), vec3(b.base_color.a, b.metallic, b.roughness),
                "", colour);
        const auto picture = [](const Document& document, const TextureUse& use) {
            return use.present() ? at(document.images, use.image) : nullptr;
        };
        const auto compare_picture = [&](std::string_view field, const TextureUse& before,
                                         const TextureUse& after) {
            const auto old = picture(first_.document, before);
            const auto now = picture(second_.document, after);
            if (old == now || (old && now && old->encoded == now->encoded)) return;
            RigChange& change = add(RigPart::material, b.name, RigChangeKind::changed, std::string(field));
            if (old) change.before = old->name;
            if (now) change.after = now->name;
        };
        compare_picture("base_color_texture", a.base_color_texture, b.base_color_texture);
        compare_picture("normal_texture", a.normal_texture, b.normal_texture);
        compare_picture("metallic_roughness_texture", a.metallic_roughness_texture,
                        b.metallic_roughness_texture);
        compare_picture("occlusion_texture", a.occlusion_texture, b.occlusion_texture);
        compare_picture("emissive_texture", a.emissive_texture, b.emissive_texture);
    });
}

}  // namespace vitruvian::rig_diff
