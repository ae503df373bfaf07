// Compares displacers: their weights, and how they move the skin.
#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/rig_diff/comparing.h"
#include "model/rig_diff/point_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

/// What a displacer lists and moves.
struct Reach {
    vec3 farthest{0.0F};
    std::vector<vec3> points;   // at rest, of all that it lists
    std::vector<vec3> offsets;  // per point
    Bounds moved;
    Bounds named;               // at rest
    bool is_elsewhere = false;  // some of what it lists is of a mesh that the other figure does not have
};

namespace {

/// Computes the vertices of a displacer in the pose `world`.
Reach reach_of(const Rig& rig, int displacer, std::span<const mat4> world) {
    Reach out;
    const std::vector<float> none(rig.document.displacers.size(), 0.0F);
    std::vector<float> weights = none;
    at(weights, displacer) = 1.0F;
    for (std::size_t m = 0; m < rig.document.meshes.size(); ++m) {
        const MeshInstance& mesh = rig.document.meshes[m];
        auto place = std::find(mesh.displacers.begin(), mesh.displacers.end(), displacer);
        if (place == mesh.displacers.end()) continue;
        if (rig.is_paired[m] == 0) {
            out.is_elsewhere = true;
            continue;
        }
        const std::vector<vec3> moved = skinned_positions(mesh, world, weights);
        const std::vector<vec3> rest =
            world.data() == rig.world.data() ? rig.vertices[m] : skinned_positions(mesh, world, none);
        for (; place != mesh.displacers.end();
             place = std::find(place + 1, mesh.displacers.end(), displacer)) {
            const auto target = static_cast<std::size_t>(place - mesh.displacers.begin());
            for (const std::uint32_t v : mesh.mesh->targets[target].vertices) {
                // Meshes of one skin have all its points, but each has its own faces.
                if (!rig.used[m][v]) continue;
                out.named.add(rest[v]);
                const vec3 offset = moved[v] - rest[v];
                out.points.push_back(rest[v]);
                out.offsets.push_back(offset);
                if (glm::length(offset) > glm::length(out.farthest)) out.farthest = offset;
                if (glm::length(offset) == 0.0F) continue;
                out.moved.add(moved[v]);
            }
        }
    }
    return out;
}

/// Returns the largest offset; of several with the same length the one most similar to `wanted`.
vec3 farthest_like(const Reach& reach, const vec3& wanted) {
    constexpr float as_far = 0.9999F;
    const float least = glm::length(reach.farthest) * as_far;
    vec3 out = reach.farthest;
    for (const vec3& offset : reach.offsets) {
        if (glm::length(offset) < least) continue;
        if (glm::distance(offset, wanted) < glm::distance(out, wanted)) out = offset;
    }
    return out;
}

/// Returns the vertices at rest of the meshes that a displacer moves.
std::vector<vec3> vertices_of(const Rig& rig, int displacer) {
    std::vector<vec3> out;
    for (std::size_t m = 0; m < rig.document.meshes.size(); ++m) {
        const std::vector<int>& moved_by = rig.document.meshes[m].displacers;
        if (std::find(moved_by.begin(), moved_by.end(), displacer) == moved_by.end()) continue;
        out.insert(out.end(), rig.vertices[m].begin(), rig.vertices[m].end());
    }
    return out;
}

}  // namespace

/// By name, otherwise by effect and region of the skin.
const Pairs& Comparison::displacer_pairs() {
    if (displacer_pairs_) return *displacer_pairs_;
    std::map<std::pair<bool, int>, Reach> known;
    const auto reach = [&](bool is_first, int displacer) -> const Reach& {
        const auto [place, is_new] = known.try_emplace({is_first, displacer});
        if (is_new)
            place->second = is_first ? reach_of(first_, displacer, first_.world)
                                     : reach_of(second_, displacer, second_.world);
        return place->second;
    };
    const Likeness likeness = [&](int i, int j) {
        const Reach& a = reach(true, i);
        const Reach& b = reach(false, j);
        // Displacers that list nothing are matched by their index.
        if (a.named.empty() && b.named.empty())
            return i == j && first_.document.displacers.size() == second_.document.displacers.size() ? 1.0F
                                                                                                     : 0.0F;
        if (a.named.empty() || b.named.empty()) return 0.0F;
        const float size = glm::length(a.named.size()) + glm::length(a.farthest);
        const float apart = glm::distance(a.moved.min, b.moved.min) +
                            glm::distance(a.moved.max, b.moved.max) +
                            std::abs(glm::length(a.farthest) - glm::length(b.farthest));
        constexpr float fifth = 0.2F;
        return size > 0.0F ? std::max(0.0F, 1.0F - 0.5F * apart / (fifth * size)) : 0.0F;
    };
    displacer_pairs_ =
        pair_up(names_of(first_.document.displacers), names_of(second_.document.displacers), likeness);
    return *displacer_pairs_;
}

/// Meshes that are removed or added are reported as such, and are so with the displacers that only move them.
void Comparison::report_unpaired_displacers(const Rig& rig, const std::set<int>& paired, RigChangeKind kind) {
    for (int i = 0; i < static_cast<int>(rig.document.displacers.size()); ++i) {
        if (paired.contains(i)) continue;
        const Reach reach = reach_of(rig, i, rig.world);
        if (reach.is_elsewhere && reach.points.empty()) continue;
        RigChange& change = add(RigPart::displacer, at(rig.document.displacers, i).name, kind);
        (kind == RigChangeKind::added ? change.item_after : change.item_before) = displacer_item(i);
    }
}

void Comparison::compare_displacers() {
    figure_ = 0;
    const Pairs& pairs = displacer_pairs();
    std::set<int> before;
    std::set<int> after;
    for (const auto& [i, j] : pairs) {
        before.insert(i);
        after.insert(j);
    }
    report_unpaired_displacers(first_, before, RigChangeKind::removed);
    report_unpaired_displacers(second_, after, RigChangeKind::added);
    for (const auto& [i, j] : pairs) {
        const Displacer& a = at(first_.document.displacers, i);
        const Displacer& b = at(second_.document.displacers, j);
        const std::size_t from = changes_.size();
        renamed(RigPart::displacer, a.name, b.name);
        number(RigPart::displacer, b.name, "weight", static_cast<double>(a.weight),
               static_cast<double>(b.weight), "", tolerance_);
        compare_offsets(i, j);
        set_items(from, displacer_item(i), displacer_item(j));
    }
}

/// Compares vertex by vertex, where both meshes have one at the same position.
void Comparison::compare_points(int before, int after, const Reach& a, const Reach& b) {
    const double apart = tolerance_ * length_;
    // Formats differ in whether they list vertices that do not move.
    const bool is_feature = a.moved.empty() && b.moved.empty();
    if (is_feature && (a.points.empty() || b.points.empty())) return;
    const float width = point_width();
    double largest = 0.0;
    const auto unlike = [&](const Reach& own, const Reach& other, const std::vector<vec3>& skin) {
        const PointGrid named(other.points, width);
        const PointGrid all(skin, width);
        std::size_t count = 0;
        for (std::size_t p = 0; p < own.points.size(); ++p) {
            const auto length = static_cast<double>(glm::length(own.offsets[p]));
            bool is_named = false;
            double least = length;
            named.near(own.points[p], [&](std::uint32_t o) {
                const auto distance = static_cast<double>(glm::distance(own.offsets[p], other.offsets[o]));
                least = is_named ? std::min(least, distance) : distance;
                is_named = true;
            });
            if (is_named ? least <= apart : !is_feature && length <= apart) continue;
            // Where the other has no vertex at all, its mesh differs.
            bool is_there = is_named;
            if (!is_there) all.near(own.points[p], [&](std::uint32_t) { is_there = true; });
            if (!is_there) continue;
            ++count;
            largest = std::max(largest, least);
        }
        return count;
    };
    const std::size_t count =
        std::max(unlike(a, b, vertices_of(second_, after)), unlike(b, a, vertices_of(first_, before)));
    if (count == 0) return;
    RigChange& change = add(RigPart::displacer, at(second_.document.displacers, after).name,
                            RigChangeKind::changed, is_feature ? "vertices" : "offsets");
    change.before = static_cast<std::int64_t>(a.points.size());
    change.after = static_cast<std::int64_t>(b.points.size());
    change.magnitude = is_feature ? static_cast<double>(count) : largest;
    change.unit = is_feature ? "" : "m";
    change.detail = is_feature ? counted(count, "vertex is another", "vertices are others")
                               : counted(count, "vertex moves otherwise", "vertices move otherwise");
}

/// The number of vertices that a displacer moves depends on how vertices are split; the largest offset and
/// its place do not.
void Comparison::compare_offsets(int before, int after) {
    const Reach b = reach_of(second_, after, second_.world);
    const auto same = [&](const Reach& a) {
        const double apart = tolerance_ * length_;
        const auto near = [apart](const vec3& x, const vec3& y) {
            return static_cast<double>(glm::distance(x, y)) <= apart;
        };
        return near(a.farthest, farthest_like(b, a.farthest)) && a.moved.empty() == b.moved.empty() &&
               (a.moved.empty() || (near(a.moved.min, b.moved.min) && near(a.moved.max, b.moved.max)));
    };
    const Reach a = reach_of(first_, before, first_.world);
    // Meshes that are removed or added are reported as such.
    const auto is_away = [](const Reach& reach) { return reach.is_elsewhere && reach.points.empty(); };
    if (is_away(a) || is_away(b)) return;
    if (same(a)) return compare_points(before, after, a, b);
    if (has_same_axes() && same(reach_of(first_, before, world_along()))) return;
    const std::string& name = at(second_.document.displacers, after).name;
    const std::size_t from = changes_.size();
    numbers(RigPart::displacer, name, "farthest_offset", a.farthest, farthest_like(b, a.farthest), "m",
            length_);
    // Another offset also has another place where it ends.
    if (changes_.size() != from || a.moved.empty() || b.moved.empty()) return;
    numbers(RigPart::displacer, name, "lowest_corner", a.moved.min, b.moved.min, "m", length_);
    numbers(RigPart::displacer, name, "highest_corner", a.moved.max, b.moved.max, "m", length_);
}

}  // namespace vitruvian::rig_diff
