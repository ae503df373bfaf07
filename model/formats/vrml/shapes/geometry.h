// Converts shapes of VRML97 and X3D to meshes: triangles with welded vertices. Knows nothing of a shape's
// placement.
#pragma once

#include "model/document/mesh.h"
#include "model/formats/vrml/world/world.h"

#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

namespace vitruvian::vrml {

/// What an appearance requires of the geometry.
struct GeometryWish {
    bool texture_coordinates = false;  // generate them where the file gives none (VRML97 6.23)
    NodeRef texture_transform;         // applied to them; not valid: none
};

struct Geometry {
    std::shared_ptr<const Mesh> mesh;  // null: nothing to draw
    NodeRef coord;                     // the Coordinate node of the points, if there is one
    NodeRef normal;                    // the Normal node of the normals, if there is one
    std::shared_ptr<const std::vector<std::uint32_t>>
        normal_of_vertex;  // then: per vertex, the index of its vector
    bool double_sided = false;
    bool has_colors = false;
    bool translucent = false;  // some colour is (X3D ColorRGBA)
};

/// Builds each shape once, however often it is used.
class GeometryLibrary {
  public:
    explicit GeometryLibrary(World& world) : world_(&world) {}
    /// Returns the mesh of a built-in geometry node.
    [[nodiscard]] Geometry get(NodeRef geometry, const GeometryWish& wish);

  private:
    struct Key {
        std::uint64_t geometry = 0;
        std::uint64_t transform = 0;
        bool texture_coordinates = false;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& k) const {
            return (k.geometry * 0x9E3779B97F4A7C15ULL) ^ (k.transform << 1U) ^
                   (k.texture_coordinates ? 1U : 0U);
        }
    };
    /// Primitives with equal parameters share a mesh: type, name and parameters.
    using PrimitiveKey = std::tuple<std::string_view, std::string_view, std::array<float, 6>>;
    [[nodiscard]] std::shared_ptr<const Mesh> primitive(NodeRef node);
    World* world_;
    std::unordered_map<Key, Geometry, Hash> built_;
    std::map<PrimitiveKey, std::shared_ptr<const Mesh>> primitives_;
};

/// About how many numbers a mesh holds, for World::spend_values.
[[nodiscard]] std::size_t value_count(const Mesh& mesh);

/// Converts sRGB, the space assumed for VRML's colours, to linear, both within 0..1.
[[nodiscard]] vec3 linear_from_srgb(const vec3& srgb);

}  // namespace vitruvian::vrml
