// Compares weights of vertices with those of their mirror images.
#include "model/check/measure.h"
#include "model/check/skin_checks.h"
#include "model/check/skin_meshes.h"
#include "model/core/counted.h"
#include "model/standard/hanim_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace vitruvian::check {
namespace {

/// Finds the nearest of many points within a fixed distance: a hash grid with cells of twice that size.
class PointFinder {
  public:
    PointFinder(const std::vector<vec3>& points, float radius)
        : points_(points), radius_(radius), next_(points.size(), -1) {
        std::size_t size = 16;
        while (size < 2 * points.size()) size *= 2;
        heads_.assign(size, -1);
        for (int i = 0; i < static_cast<int>(points.size()); ++i) {
            int& head = heads_[slot(cell_of(at(points, i)))];
            at(next_, i) = head;
            head = i;
        }
    }

    /// Calls `take(point, distance)` for all points within the distance, some of them twice (cells with the
    /// same hash).
    template <class Take>
    void for_each_near(const vec3& place, Take take) const {
        const Cell low = cell_of(place - radius_);
        const Cell high = cell_of(place + radius_);
        for (std::int64_t x = low.x; x <= high.x; ++x) {
            for (std::int64_t y = low.y; y <= high.y; ++y) {
                for (std::int64_t z = low.z; z <= high.z; ++z) look_into({x, y, z}, place, take);
            }
        }
    }

    /// Returns -1 if there is none.
    [[nodiscard]] int nearest(const vec3& place) const {
        int found = -1;
        float best = std::numeric_limits<float>::max();
        for_each_near(place, [&](int point, float distance) {
            if (distance >= best) return;
            best = distance;
            found = point;
        });
        return found;
    }

  private:
    struct Cell {
        std::int64_t x, y, z;
    };
    template <class Take>
    void look_into(const Cell& cell, const vec3& place, Take& take) const {
        // A file may put all its vertices at one position: only some are examined.
        int left = 64;
        for (int i = heads_[slot(cell)]; i >= 0 && left > 0; i = at(next_, i), --left) {
            const vec3& point = at(points_, i);
            const vec3 off = point - place;
            const float squared = glm::dot(off, off);
            if (squared <= radius_ * radius_) take(i, std::sqrt(squared));
        }
    }
    [[nodiscard]] Cell cell_of(const vec3& p) const {
        // Far beyond any figure, cell indices would overflow; all points there share a cell.
        const auto along = [this](float v) {
            const float cell = std::floor(v / (2.0F * radius_));
            return std::abs(cell) < 1e9F ? static_cast<std::int64_t>(cell) : 0;
        };
        return {along(p.x), along(p.y), along(p.z)};
    }
    [[nodiscard]] std::size_t slot(const Cell& cell) const {
        const auto mix = static_cast<std::uint64_t>(cell.x) * 0x9E3779B97F4A7C15ULL ^
                         static_cast<std::uint64_t>(cell.y) * 0xC2B2AE3D27D4EB4FULL ^
                         static_cast<std::uint64_t>(cell.z) * 0x165667B19E3779F9ULL;
        return static_cast<std::size_t>((mix ^ (mix >> 29)) & (heads_.size() - 1));
    }

    const std::vector<vec3>& points_;
    float radius_;
    std::vector<int> heads_;
    std::vector<int> next_;
};

/// A figure's mirror plane.
struct Mirror {
    vec3 left;
    float middle;
    [[nodiscard]] vec3 of(const vec3& point) const {
        return point - left * (2.0F * (glm::dot(point, left) - middle));
    }
};

/// For each entry of the skin the one of the other side: by bone, otherwise by H-Anim's name, otherwise by
/// position; itself if there is none.
std::vector<std::uint32_t> mirrored_entries(const Subject& subject, const Figure& figure, const Skin& skin,
                                            const Mirror& mirror, float radius) {
    const Document& document = subject.document();
    std::vector<int> entry_of(document.nodes.size(), -1);
    std::vector<vec3> places;
    for (int i = 0; i < static_cast<int>(skin.nodes.size()); ++i) {
        at(entry_of, at(skin.nodes, i)) = i;
        places.push_back(figure.position(at(skin.nodes, i)));
    }
    const PointFinder finder(places, radius);
    std::vector<std::uint32_t> out;
    for (int i = 0; i < static_cast<int>(skin.nodes.size()); ++i) {
        int other = -1;
        if (const auto bone = figure.humanoid->bones.bone_of(at(skin.nodes, i))) {
            const int node = figure.humanoid->bones[mirrored(*bone)];
            other = node >= 0 ? at(entry_of, node) : -1;
        }
        if (other < 0) other = finder.nearest(mirror.of(at(places, i)));
        out.push_back(static_cast<std::uint32_t>(other < 0 ? i : other));
    }
    return out;
}

/// Half the sum over joints of |w - w of the mirror image|: 0 is equal, 1 means no common joints.
float difference(const Mesh& mesh, const std::vector<std::uint32_t>& mirrored, std::size_t a, std::size_t b) {
    float common = 0.0F;
    float sum_a = 0.0F;
    float sum_b = 0.0F;
    for (std::uint32_t j = mesh.influence_begin[b]; j < mesh.influence_begin[b + 1]; ++j)
        sum_b += mesh.influence_weight[j];
    for (std::uint32_t i = mesh.influence_begin[a]; i < mesh.influence_begin[a + 1]; ++i) {
        sum_a += mesh.influence_weight[i];
        const std::uint32_t wanted = mirrored[mesh.influence_joint[i]];
        for (std::uint32_t j = mesh.influence_begin[b]; j < mesh.influence_begin[b + 1]; ++j) {
            if (mesh.influence_joint[j] == wanted)
                common += std::min(mesh.influence_weight[i], mesh.influence_weight[j]);
        }
    }
    return std::max((sum_a + sum_b) * 0.5F - common, 0.0F);
}

struct Tally {
    std::size_t vertices = 0;
    std::size_t pairs = 0;
    double sum = 0.0;
    float worst = 0.0F;
    vec3 worst_at{0.0F};
};

void compare(const Subject& subject, const Figure& figure, const MeshInstance& instance,
             const std::vector<vec3>& points, Tally& tally) {
    const float radius = 1e-3F * figure.height;
    const Mirror mirror{figure.left, figure.hanim || !figure.has(Bone::hips)
                                         ? 0.0F
                                         : glm::dot(figure.position(Bone::hips), figure.left)};
    const auto mirrored = mirrored_entries(subject, figure, *instance.skin, mirror, radius);
    const PointFinder finder(points, radius);
    tally.vertices += points.size();
    // Of vertices at one position (seams, layers of clothes) the most similar one is used.
    const float same_place = 0.01F * radius;
    for (std::size_t v = 0; v < points.size(); ++v) {
        float best = radius;
        float d = -1.0F;
        finder.for_each_near(mirror.of(points[v]), [&](int other, float distance) {
            if (d >= 0.0F && distance > best + same_place) return;
            const float found = difference(*instance.mesh, mirrored, v, static_cast<std::size_t>(other));
            d = d < 0.0F || distance < best - same_place ? found : std::min(d, found);
            best = std::min(best, distance);
        });
        if (d < 0.0F) continue;
        ++tally.pairs;
        tally.sum += static_cast<double>(d);
        if (d <= tally.worst) continue;
        tally.worst = d;
        tally.worst_at = points[v];
    }
}

}  // namespace

void check_weight_symmetry(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const MeshGroup& group : skinned_groups(subject)) {
        if (group.figure < 0) continue;
        const Figure& figure = at(subject.figures(), group.figure);
        Tally tally;
        for (int i = 0; i < static_cast<int>(group.meshes.size()); ++i) {
            compare(subject, figure, at(subject.document().meshes, at(group.meshes, i)),
                    at(figure.posed, at(group.posed, i)), tally);
        }
        if (tally.pairs == 0 || 2 * tally.pairs < tally.vertices) continue;
        const double mean = tally.sum / static_cast<double>(tally.pairs);
        if (mean <= findings.threshold()) continue;
        Finding& finding = findings.add(
            group.object,
            fmt::format("the weights of mirrored vertices differ by {:.3f} on "
                        "average over {} of {}, by up to {:.2f}",
                        mean, tally.pairs, counted(tally.vertices, "vertex", "vertices"), tally.worst),
            "mirror the weights of one side onto the other", mean);
        finding.where = subject.where(at(subject.document().meshes, group.meshes.front()).node);
        finding.marks.points = {tally.worst_at};
    }
}

}  // namespace vitruvian::check
