// CoordinateInterpolator and NormalInterpolator (VRML97 6.12, 6.30): every key becomes a morph target of the
// meshes that use the points, and a clip animates the targets' weights one after the other. Between two keys
// one weight falls as the other rises, so that the shape is exactly the linear interpolation that the
// specification requires.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/built_nodes.h"

#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace vitruvian::vrml {

class KeyedShapes {
  public:
    KeyedShapes(World& world, const BuiltNodes& built, Document& document)
        : world_(&world), built_(&built), document_(&document) {}

    /// Returns one displacer per key, for `keys` keys of values for all points of the Coordinate (or vectors
    /// of the Normal) `target`; empty where no mesh uses it. Later calls return the same displacers.
    [[nodiscard]] const std::vector<int>& displacers(NodeRef interpolator, NodeRef target, std::size_t keys,
                                                     std::span<const vec3> values);

    /// Returns the weight of key `index` over time: it rises from the previous key and falls to the next.
    [[nodiscard]] static Channel weight_channel(const std::vector<float>& times, std::size_t index,
                                                int displacer);

  private:
    /// Instances that show one mesh, and what it was made from.
    struct Use {
        const BuiltShape* shape = nullptr;
        std::vector<std::size_t> instances;
    };
    [[nodiscard]] std::map<const Mesh*, Use> uses_of(NodeRef target, bool normals) const;
    void add_targets(const Use& use, NodeRef interpolator, std::size_t keys, std::span<const vec3> values,
                     bool normals);

    World* world_;
    const BuiltNodes* built_;
    Document* document_;
    std::map<std::tuple<std::uint64_t, std::uint64_t>, std::vector<int>> made_;  // by interpolator and target
};

}  // namespace vitruvian::vrml
