// Continuous skins (ISO/IEC 19774-1, 6.2 and 6.3): joints list points of the humanoid's skinCoord with
// weights, and shapes in its skin field use those points.
#pragma once

#include "model/formats/vrml/read/build_context.h"
#include "model/formats/vrml/read/segments.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vitruvian::vrml {

/// A joint's part of the skin. `bind` maps the skin's points to its node, where that is not given by
/// `center`.
struct SkinJoint {
    int node = -1;
    vec3 center{0.0F};
    std::optional<glm::dmat4> bind;
    std::vector<std::int32_t> points;
    std::vector<float> weights;
};

/// The skin data of a humanoid's joints; converted to rows per point when a shape needs it (indices into
/// `joints`).
struct HumanoidSkin {
    NodeRef humanoid;
    int humanoid_node = -1;
    vec3 center{0.0F};
    NodeRef coord;
    std::vector<vec3> binding_points;   // skinBindingCoords: the skin in its bind pose, if the file gives it
    std::vector<vec3> binding_normals;  // skinBindingNormals
    SegmentDisplacers displacers;
    std::vector<SkinJoint> joints;
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> joint;
    std::vector<float> weight;
    bool is_repaired = false;  // the weights differ from the file's
};

/// Reads the skin data of a Humanoid itself, before any of its joints; `inside`: the place of its contents.
[[nodiscard]] HumanoidSkin humanoid_skin(World& world, NodeRef humanoid, const WalkPlace& inside);
/// Adds a joint's part of the skin, and its own displacers, which also move the skin's points.
void collect_skin(BuildContext& build, NodeRef joint, const WalkPlace& at);
/// Builds the shapes of the skin, after all joints have been collected.
void visit_skin(BuildContext& build, const WalkPlace& inside);
/// Binds `instance` to the humanoid's joints where its points are those of skinCoord.
void bind_skin(BuildContext& build, MeshInstance& instance, NodeRef shape, const WalkPlace& at,
               const Geometry& geometry);

}  // namespace vitruvian::vrml
