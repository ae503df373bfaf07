#include "model/formats/vrml/write/scene_context.h"

#include "model/core/at.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace vitruvian::vrml {
namespace {

HanimVersion usual_version(const SaveOptions& options) {
    return options.format == FileFormat::vrml97 ? HanimVersion::v1_1 : HanimVersion::v2_0;
}

void sort_meshes(SceneContext& scene) {
    scene.meshes_of_humanoid.resize(scene.document.humanoids.size());
    for (std::size_t m = 0; m < scene.document.meshes.size(); ++m) {
        const MeshInstance& instance = scene.document.meshes[m];
        if (instance.humanoid >= 0) at(scene.meshes_of_humanoid, instance.humanoid).push_back(m);
        if (!instance.mesh->is_skinned()) {
            const std::size_t carrier = static_cast<std::size_t>(instance.skin->nodes.front());
            scene.rigid[carrier].push_back(&instance);
            if (scene.first_mesh[carrier] < 0) scene.first_mesh[carrier] = scene.number_of(instance);
            if (instance.segment >= 0)
                scene.rigid_of_segment[{instance.humanoid, instance.segment}].push_back(&instance);
        } else if (instance.humanoid < 0 || !at(scene.frames.humanoids, instance.humanoid).written) {
            scene.adrift.push_back(&instance);
        }
    }
}

void sort_viewpoints_and_lights(SceneContext& scene) {
    for (std::size_t v = 0; v < scene.document.viewpoints.size(); ++v) {
        if (scene.document.viewpoints[v].node >= 0)
            at(scene.viewpoints, scene.document.viewpoints[v].node).push_back(static_cast<int>(v));
    }
    for (std::size_t l = 0; l < scene.document.lights.size(); ++l) {
        if (scene.document.lights[l].node >= 0)
            at(scene.lights, scene.document.lights[l].node).push_back(static_cast<int>(l));
    }
}

void sort_joints_and_segments(SceneContext& scene) {
    for (std::size_t h = 0; h < scene.document.humanoids.size(); ++h) {
        const Humanoid& figure = scene.document.humanoids[h];
        for (std::size_t j = 0; j < figure.joints.size(); ++j) {
            if (scene.plan(figure.joints[j].node).humanoid == static_cast<int>(h))
                at(scene.joint_index, figure.joints[j].node) = static_cast<int>(j);
        }
        for (std::size_t k = 0; k < figure.segments.size(); ++k) {
            const int joint = at(figure.joints, figure.segments[k].joint).node;
            int& first = at(scene.first_segment, joint);
            first = std::min(first, static_cast<int>(k));
            if (scene.plan(joint).humanoid == static_cast<int>(h))
                scene.segments_of_joint[joint].push_back(static_cast<int>(k));
        }
    }
}

/// Humanoids without a node of their own are written below the parent of their roots.
void sort_humanoids(SceneContext& scene) {
    for (std::size_t h = 0; h < scene.document.humanoids.size(); ++h) {
        if (scene.document.humanoids[h].node >= 0) continue;
        const HumanoidPlan& figure = scene.frames.humanoids[h];
        scene.humanoids_below[figure.anchor].push_back(static_cast<int>(h));
        int n = figure.roots.empty() ? -1 : figure.roots.front();
        while (n >= 0 && scene.node(n).parent != figure.anchor) n = scene.node(n).parent;
        if (n >= 0) scene.humanoids_at[n].push_back(static_cast<int>(h));
    }
}

/// Requires joints and segments to be sorted.
void sort_displacers_and_sites(SceneContext& scene) {
    for (std::size_t d = 0; d < scene.document.displacers.size(); ++d) {
        const Displacer& displacer = scene.document.displacers[d];
        scene.displacers_of_segment[{displacer.humanoid, std::max(displacer.segment, -1)}].push_back(
            static_cast<int>(d));
    }
    for (std::size_t h = 0; h < scene.document.humanoids.size(); ++h) {
        for (const Site& site : scene.document.humanoids[h].sites) {
            const int joint = written_as(scene, scene.node(site.node).parent);
            scene.sites_of_segment[{static_cast<int>(h), site.segment}].push_back(site.node);
            at(scene.in_segment, site.node) =
                segment_at(scene, joint, static_cast<int>(h), site.segment) >= 0;
        }
    }
}

/// A node's first segment and mesh include those of its descendants.
void gather_firsts(SceneContext& scene) {
    for (std::size_t i = scene.document.nodes.size(); i-- > 0;) {
        const int parent = scene.document.nodes[i].parent;
        if (parent < 0) continue;
        at(scene.first_segment, parent) = std::min(at(scene.first_segment, parent), scene.first_segment[i]);
        int& first = at(scene.first_mesh, parent);
        if (scene.first_mesh[i] >= 0)
            first = first < 0 ? scene.first_mesh[i] : std::min(first, scene.first_mesh[i]);
    }
}

/// Collects the contents of each node, and the segments below it.
void sort_content(SceneContext& scene) {
    const std::size_t count = scene.document.nodes.size();
    scene.rigid.resize(count);
    scene.viewpoints.resize(count);
    scene.lights.resize(count);
    scene.joint_index.assign(count, -1);
    scene.first_segment.assign(count, std::numeric_limits<int>::max());
    scene.next_rigid.assign(count, 0);
    scene.first_mesh.assign(count, -1);
    scene.in_segment.assign(count, false);
    sort_meshes(scene);
    sort_viewpoints_and_lights(scene);
    sort_joints_and_segments(scene);
    sort_humanoids(scene);
    sort_displacers_and_sites(scene);
    gather_firsts(scene);
}

}  // namespace

SceneContext::SceneContext(const Document& document, FramePlan plan_of_frames, const SaveOptions& options,
                           EncodedDocument& encoded)
    : document(document),
      options(options),
      encoded(encoded),
      vrml97(options.format == FileFormat::vrml97),
      frames(std::move(plan_of_frames)),
      appearances(document, options, names, encoded),
      shapes(document, appearances, names, encoded.notes, vrml97),
      naming(name_humanoids(document, options, usual_version(options), encoded.notes)),
      humanoid_done(document.humanoids.size(), false),
      viewpoint_done(document.viewpoints.size(), false) {
    const Skeleton skeleton = make_skeleton(document);
    world = world_matrices(skeleton, file_pose(skeleton));
    def_of_node.resize(document.nodes.size());
    def_of_displacer.resize(document.displacers.size());
    sort_content(*this);
}

int written_as(const SceneContext& scene, int index) {
    while (index >= 0 && scene.plan(index).role == Role::hoisted) index = scene.node(index).parent;
    return index;
}

int segment_at(const SceneContext& scene, int joint, int h, int segment) {
    if (h < 0 || segment < 0 || joint < 0) return -1;
    const Segment& part = at(scene.humanoid(h).segments, segment);
    return at(scene.humanoid(h).joints, part.joint).node == joint && scene.plan(joint).humanoid == h ? segment
                                                                                                     : -1;
}

bool is_strict(const SceneContext& scene, int humanoid) {
    return scene.humanoid(humanoid).kind != HumanoidKind::hanim ||
           at(scene.frames.humanoids, humanoid).brought;
}

std::string define(SceneContext& scene, int node, const std::string& wanted) {
    return at(scene.def_of_node, node) = scene.names.make(wanted);
}

}  // namespace vitruvian::vrml
