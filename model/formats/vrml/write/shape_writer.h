// Converts meshes to Shape nodes: IndexedFaceSet, IndexedLineSet and PointSet (VRML97 6.23, 6.24, 6.35).
// Knows nothing of a shape's placement.
#pragma once

#include "model/formats/vrml/write/appearance_writer.h"
#include "model/formats/vrml/write/moving_points.h"
#include "model/formats/vrml/write/points.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vitruvian::vrml {

/// A Coordinate node for several shapes, or one that others refer to. It is written with the first shape that
/// needs it, unless it is already written elsewhere.
struct SharedCoordinate {
    std::string def;
    const MeshPoints* points = nullptr;
    bool written = false;
};

/// A Normal node of several shapes, in the frame of their Coordinate.
struct SharedNormal {
    std::string def;
    std::vector<vec3> vectors;
    bool written = false;
};

/// How one mesh uses a shared Coordinate.
struct CoordinateUse {
    SharedCoordinate* coordinate = nullptr;
    SharedNormal* normal = nullptr;  // null: the mesh has its own
    std::uint32_t first_normal = 0;
    std::vector<std::uint32_t> point_of_vertex;
    glm::dmat3 turn{1.0};  // applied to the normals
    bool mirrored = false;
};

/// Returns the normals rotated by `turn` and normalized.
[[nodiscard]] std::vector<vec3> turned(const std::vector<vec3>& normals, const glm::dmat3& turn);

class ShapeWriter {
  public:
    ShapeWriter(const Document& document, AppearanceWriter& appearances, DefNames& names, Diagnostics& notes,
                bool vrml97);

    /// Returns the Shape of a mesh, in the mesh's own frame, or where `use` puts its points.
    [[nodiscard]] OutputNode shape(const MeshInstance& instance, const CoordinateUse* use = nullptr);

    std::vector<std::pair<std::string, std::string>> renamed;  // DEF name, exact name
    std::vector<MovingPoints> moving;                          // of shapes without `use` that clips deform

  private:
    /// A mesh as faces, lines or points with one material.
    struct Job {
        const MeshInstance* instance = nullptr;
        const Mesh* mesh = nullptr;
        const Material* material = nullptr;
        const CoordinateUse* use = nullptr;
        MeshPoints own;
        bool one_to_one = false;     // points are vertices
        std::string coordinate_def;  // empty: none
        [[nodiscard]] std::uint32_t point(std::uint32_t vertex) const {
            return use != nullptr ? use->point_of_vertex[vertex] : own.of_vertex[vertex];
        }
    };
    using Key = std::tuple<const Mesh*, bool, int>;

    [[nodiscard]] OutputNode geometry(const Job& job);
    [[nodiscard]] OutputNode faces(const Job& job);
    [[nodiscard]] OutputNode lines(const Job& job);
    [[nodiscard]] OutputNode points(const Job& job);
    [[nodiscard]] OutputNode coordinate(const Job& job) const;
    /// Applies the displacers' weights to the job's own points, and names those that clips move.
    void displace(Job& job);
    static void add_normals(const Job& job, const std::vector<std::uint32_t>& corners,
                            const std::vector<std::int32_t>& index, OutputNode& out);
    void add_texture_coordinates(const Job& job, const std::vector<std::int32_t>& index, OutputNode& out);
    [[nodiscard]] OutputNode color_node(const Job& job, const std::vector<std::uint32_t>& vertices);
    [[nodiscard]] Key key_of(const Job& job) const;
    /// Returns the texture transform of the instance that replaces the job's Appearance; null if there is
    /// none.
    [[nodiscard]] const TextureMove* move_of(const Job& job) const;

    const Document* document_;
    AppearanceWriter* appearances_;
    DefNames* names_;
    Diagnostics* notes_;
    bool vrml97_;
    std::unordered_map<const Mesh*, int> uses_;
    std::unordered_set<int> animated_;  // displacers
    std::map<Key, std::string> written_;
};

}  // namespace vitruvian::vrml
