// VRML97's and X3D's shapes to meshes: triangles with welded vertices. Knows nothing of where a shape stands.
#pragma once

#include "model/document/mesh.h"
#include "model/formats/vrml/world/world.h"

#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

namespace vitruvian::vrml {

/// What an appearance wants of the geometry.
struct GeometryWish {
    bool texture_coordinates = false;  // make them where the file gives none (VRML97 6.23)
    NodeRef texture_transform;         // applied to them; not valid: none
};

struct Geometry {
    std::shared_ptr<const Mesh> mesh;  // null: nothing to draw
    NodeRef coord;                     // the Coordinate node that gives the points, where there is one
    NodeRef normal;                    // the Normal node, where one gives the normals
    std::shared_ptr<const std::vector<std::uint32_t>>
        normal_of_vertex;  // then: which of its vectors each has
    bool double_sided = false;
    bool has_colors = false;
    bool translucent = false;  // some colour is (X3D ColorRGBA)
};

/// Builds each shape once, however often it is used.
class GeometryLibrary {
  public:
    explicit GeometryLibrary(World& world) : world_(&world) {}
    /// The mesh of a concrete geometry node.
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
    /// Spheres and the like are the same wherever their numbers are: type, name and numbers.
    using PrimitiveKey = std::tuple<std::string_view, std::string_view, std::array<float, 6>>;
    [[nodiscard]] std::shared_ptr<const Mesh> primitive(NodeRef node);
    World* world_;
    std::unordered_map<Key, Geometry, Hash> built_;
    std::map<PrimitiveKey, std::shared_ptr<const Mesh>> primitives_;
};

/// How many numbers a mesh holds, about: what World::spend_values is told.
[[nodiscard]] std::size_t value_count(const Mesh& mesh);

/// sRGB, as VRML's colours are taken, to linear, both within 0..1.
[[nodiscard]] vec3 linear_from_srgb(const vec3& srgb);

}  // namespace vitruvian::vrml
