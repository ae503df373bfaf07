#include "model/core/at.h"
#include "model/rig_diff/comparing.h"
#include "model/rig_diff/point_grid.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace vitruvian::rig_diff {
namespace {

/// A mesh at rest, without unused vertices.
struct Shape {
    std::vector<vec3> points;
    Bounds bounds;
    std::unique_ptr<PointGrid> grid;  // created on first use
};

class MeshShapes {
  public:
    MeshShapes(const Rig& rig, float width) : rig_(&rig), width_(width) {
        for (std::size_t m = 0; m < rig.document.meshes.size(); ++m) {
            const std::vector<bool>& used = rig.used[m];
            Shape& shape = shapes_.emplace_back();
            for (std::size_t v = 0; v < used.size(); ++v) {
                if (!used[v]) continue;
                shape.points.push_back(rig.vertices[m][v]);
                shape.bounds.add(shape.points.back());
            }
        }
    }

    [[nodiscard]] const MeshInstance& instance(int mesh) const { return at(rig_->document.meshes, mesh); }
    [[nodiscard]] const Shape& of(int mesh) const { return at(shapes_, mesh); }
    /// The joint that carries a rigid mesh; -1: none, or it is skinned.
    [[nodiscard]] int carrier(int mesh) const {
        const MeshInstance& own = instance(mesh);
        if (own.mesh->is_skinned() || own.skin->nodes.empty()) return -1;
        return at(rig_->carrier, own.skin->nodes.front());
    }
    [[nodiscard]] std::string material(int mesh) const {
        return name_of_material(rig_->document, instance(mesh));
    }

    /// Returns the share of the points that are near to a point of mesh `mesh`; samples some hundreds of
    /// many.
    [[nodiscard]] float share_of(const std::vector<vec3>& points, int mesh) {
        Shape& shape = at(shapes_, mesh);
        if (!shape.grid) shape.grid = std::make_unique<PointGrid>(shape.points, width_);
        constexpr std::size_t looks = 300;
        const std::size_t step = std::max<std::size_t>(points.size() / looks, 1);
        float met = 0.0F;
        float asked = 0.0F;
        for (std::size_t p = 0; p < points.size(); p += step) {
            bool is_near = false;
            shape.grid->near(points[p], [&](std::uint32_t) { is_near = true; });
            met += is_near ? 1.0F : 0.0F;
            asked += 1.0F;
        }
        return asked > 0.0F ? met / asked : 0.0F;
    }

  private:
    const Rig* rig_;
    float width_;
    std::vector<Shape> shapes_;
};

bool overlap(const Bounds& a, const Bounds& b, float width) {
    for (int k = 0; k < 3; ++k) {
        if (a.min[k] > b.max[k] + width || b.min[k] > a.max[k] + width) return false;
    }
    return true;
}

/// Whether both have the same faces, as many points, and a bounding box of the same size.
bool is_of_one_make(const Mesh& a, const Mesh& b, const Shape& shape_a, const Shape& shape_b) {
    constexpr float alike = 0.01F;
    return a.indices == b.indices && shape_a.points.size() == shape_b.points.size() &&
           glm::distance(shape_a.bounds.size(), shape_b.bounds.size()) <=
               alike * glm::length(shape_a.bounds.size());
}

float likeness_of(MeshShapes& first, int i, MeshShapes& second, int j, float width) {
    const MeshInstance& a = first.instance(i);
    const MeshInstance& b = second.instance(j);
    if (a.mesh->topology != b.mesh->topology) return 0.0F;
    const Shape& shape_a = first.of(i);
    const Shape& shape_b = second.of(j);
    if (shape_a.points.empty() || shape_b.points.empty())
        return shape_a.points.empty() && shape_b.points.empty() ? 1.0F : 0.0F;
    float out = 0.0F;
    if (a.mesh == b.mesh && shape_a.bounds.min == shape_b.bounds.min &&
        shape_a.bounds.max == shape_b.bounds.max) {
        out = 1.0F;
    } else if (overlap(shape_a.bounds, shape_b.bounds, width)) {
        out = std::min(second.share_of(shape_a.points, j), first.share_of(shape_b.points, i));
    }
    constexpr float half = 0.5F;
    if (out < half && is_of_one_make(*a.mesh, *b.mesh, shape_a, shape_b)) return half;
    return out;
}

/// Less where something else than the shape tells meshes of one place apart.
float hinted(float likeness, bool has_same_material, bool has_same_carrier) {
    constexpr float least = 0.54F;
    constexpr float of_material = 0.02F;
    constexpr float of_carrier = 0.01F;
    if (likeness <= least) return likeness;
    return likeness - (has_same_material ? 0.0F : of_material) - (has_same_carrier ? 0.0F : of_carrier);
}

}  // namespace

Pairs match_meshes(const Rig& first, const Rig& second, const std::vector<int>& second_of_node, float width) {
    MeshShapes shapes_of_first(first, width);
    MeshShapes shapes_of_second(second, width);
    const Likeness likeness = [&](int i, int j) {
        const int carrier = shapes_of_first.carrier(i);
        const int expected = carrier < 0 ? -1 : at(second_of_node, carrier);
        return hinted(likeness_of(shapes_of_first, i, shapes_of_second, j, width),
                      shapes_of_first.material(i) == shapes_of_second.material(j),
                      expected == shapes_of_second.carrier(j));
    };
    return pair_up(names_of(first.document.meshes), names_of(second.document.meshes), likeness, Names::guess);
}

}  // namespace vitruvian::rig_diff
