// The points of meshes as in a Coordinate node: the file's vertices where the mesh knows them, with their
// influences. Meshes that use the same points share them. Knows nothing of nodes.
#pragma once

#include "model/document/document.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// One mesh's points. A point that no vertex uses has no position.
struct MeshPoints {
    std::vector<std::uint32_t> of_vertex;
    std::vector<vec3> places;
    std::vector<char> used;
    std::vector<std::vector<std::pair<int, float>>> influences;  // node, weight; empty for rigid meshes
    /// Per displacer (index into Document::displacers): the points that it moves. Where `moves` is false it
    /// only lists them.
    struct Offsets {
        bool moves = false;
        std::map<std::uint32_t, vec3> by_point;
    };
    std::map<int, Offsets> displacers;
};

/// `places` and `offsets` are those of the mesh, transformed to the file's frame by the caller. Vertices with
/// the same source point but different data become separate points.
[[nodiscard]] MeshPoints make_points(const MeshInstance& instance, const std::vector<vec3>& places,
                                     const glm::dmat3& offset_turn,
                                     const std::vector<std::vector<std::pair<int, float>>>& influences);

/// The points of several meshes in one list.
class PointPool {
  public:
    /// Adds a mesh's points, or finds them if already added; returns the index of the mesh's first point.
    std::uint32_t add(const MeshPoints& points);
    [[nodiscard]] const MeshPoints& all() const { return all_; }
    [[nodiscard]] bool empty() const { return all_.places.empty(); }

  private:
    [[nodiscard]] bool fits(const MeshPoints& points, std::uint32_t base) const;
    void merge(const MeshPoints& points, std::uint32_t base);
    MeshPoints all_;
    std::vector<std::pair<std::uint32_t, std::size_t>> blocks_;  // first point, count
};

}  // namespace vitruvian::vrml
