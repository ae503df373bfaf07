// Continuous skins (ISO/IEC 19774-1, 6.2 and 6.3): joints name points of the humanoid's skinCoord with weights, and shapes in
// its skin field use those points.
#pragma once

#include "model/formats/vrml/read/build_context.h"
#include "model/formats/vrml/read/segments.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vitruvian::vrml {

/// A joint's share of the skin. `bind` is its node from the skin's points, where that is not by `center`.
struct SkinJoint {
    int node = -1;
    vec3 center{0.0F};
    std::optional<glm::dmat4> bind;
    std::vector<std::int32_t> points;
    std::vector<float> weights;
};

/// What a humanoid's joints say of its skin; in rows by point once a shape asks (indices into `joints`).
struct HumanoidSkin {
    NodeRef humanoid;
    int humanoid_node = -1;
    vec3 center{0.0F};
    NodeRef coord;
    std::vector<vec3> binding_points;   // skinBindingCoords: the skin as it is bound, where the file says
    std::vector<vec3> binding_normals;  // skinBindingNormals
    SegmentDisplacers displacers;
    std::vector<SkinJoint> joints;
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> joint;
    std::vector<float> weight;
    bool is_repaired = false;  // the weights are not the file's own
};

/// What a Humanoid says of its skin before any of its joints does; `inside`: where what is in it stands.
[[nodiscard]] HumanoidSkin humanoid_skin(World& world, NodeRef humanoid, const WalkPlace& inside);
/// A joint's share of the skin, and its own displacers, which move the skin's points too.
void collect_skin(BuildContext& build, NodeRef joint, const WalkPlace& at);
/// The shapes of the skin, once all joints have said their share.
void visit_skin(BuildContext& build, const WalkPlace& inside);
/// Makes `instance` move with the humanoid's joints where its points are those of skinCoord.
void bind_skin(BuildContext& build, MeshInstance& instance, NodeRef shape, const WalkPlace& at,
               const Geometry& geometry);

}  // namespace vitruvian::vrml
