#include "model/formats/vrml/read/walk.h"

#include "model/document/joint_centres.h"
#include "model/formats/vrml/read/groups.h"
#include "model/formats/vrml/read/humanoids.h"
#include "model/formats/vrml/read/joints.h"
#include "model/formats/vrml/read/mesh_instances.h"
#include "model/formats/vrml/read/segments.h"
#include "model/formats/vrml/read/surroundings.h"

#include <utility>

namespace vitruvian::vrml {
namespace {

bool spent(BuildContext& build, NodeRef node) {
    const LoadOptions& options = build.world.options();
    // A long name is copied each time its node is used.
    build.walk.visits += 1 + build.world.syntax(node).def.size() / 256;
    if (options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed))
        build.walk.cancelled = true;
    return build.walk.cancelled || !build.world.allows_nodes(build.walk.visits, 2);
}

void dispatch(BuildContext& build, NodeRef node, WorldNode kind, const WalkPlace& at) {
    switch (kind) {
        case WorldNode::transform:
            if (build.survey.named_joints.contains(node.key())) {
                visit_joint(build, node, at);
            } else {
                visit_transform(build, node, at);
            }
            return;
        case WorldNode::group:
            visit_group(build, node, at);
            return;
        case WorldNode::switch_:
            visit_switch(build, node, at);
            return;
        case WorldNode::lod:
            visit_lod(build, node, at);
            return;
        case WorldNode::inline_:
            visit_inline(build, node, at);
            return;
        case WorldNode::shape:
            visit_shape(build, node, at);
            return;
        case WorldNode::viewpoint:
            visit_viewpoint(build, node, at);
            return;
        case WorldNode::humanoid:
            visit_humanoid(build, node, at);
            return;
        case WorldNode::joint:
            visit_joint(build, node, at);
            return;
        case WorldNode::segment:
            visit_segment(build, node, at);
            return;
        case WorldNode::site:
            visit_site(build, node, at);
            return;
        case WorldNode::motion:
            visit_motion(build, node, at);
            return;
        case WorldNode::light:
            visit_light(build, node, at);
            return;
        case WorldNode::background:
            visit_background(build, node);
            return;
        case WorldNode::unknown:
            visit_instance(build, node, at);
            return;
        case WorldNode::other:
            warn_of_fog(build, node);
            return;
        case WorldNode::time_sensor:
        case WorldNode::interpolator:
        case WorldNode::displacer:
            return;
    }
}

/// Whether X3D 4 hides the node's shapes (X3DBoundedObject, 10.3.1). Before version 4, a CADLayer had a list of such
/// fields.
bool is_hidden(BuildContext& build, NodeRef node, WorldNode kind) {
    if (build.world.syntax(node).type == "CADLayer") return false;
    switch (kind) {
        case WorldNode::transform:
        case WorldNode::group:
        case WorldNode::switch_:
        case WorldNode::lod:
        case WorldNode::inline_:
        case WorldNode::shape:
        case WorldNode::humanoid:
        case WorldNode::joint:
        case WorldNode::segment:
        case WorldNode::site:
            return !read_bool(build.world, node, "visible", true);
        default:
            return false;
    }
}

}  // namespace

void visit(BuildContext& build, NodeRef node, const WalkPlace& at) {
    node = build.world.definition(node);
    if (!node.valid() || spent(build, node)) return;
    if (build.walk.open.size() >= build.world.options().limits.max_depth + shape_levels ||
        !build.walk.open.insert(node.key()).second)
        return;
    const WorldNode kind = build.world.kind(node);
    if (!at.hidden && is_hidden(build, node, kind)) {
        WalkPlace inside = at;
        inside.hidden = true;
        dispatch(build, node, kind, inside);
    } else {
        dispatch(build, node, kind, at);
    }
    build.walk.open.erase(node.key());
}

void visit_all(BuildContext& build, const std::vector<NodeRef>& nodes, const WalkPlace& at) {
    for (const NodeRef node : nodes) visit(build, node, at);
}

std::optional<BuiltNodes> build_world(World& world, const Survey& survey, Document& document,
                                      const Environment& root) {
    BuildContext build(world, survey, document);
    build.walk.open_files.insert(&root);
    visit_all(build, world.roots(root), {});
    adopt_joints_without_humanoid(build);
    visit_joints_outside(build);
    const std::vector<glm::dmat4> world_from_node = world_at_rest(document);
    for (Humanoid& humanoid : document.humanoids) place_joint_centres(document, world_from_node, humanoid);
    if (build.walk.cancelled) return std::nullopt;
    build.built.materials = build.appearance.built();
    return std::move(build.built);
}

}  // namespace vitruvian::vrml
