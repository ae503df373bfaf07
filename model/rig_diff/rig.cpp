// A document at rest, prepared for comparison.
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/edit/conform.h"
#include "model/figure/bind_pose.h"
#include "model/figure/reference_pose.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

/// Returns the rest pose, except for figures whose skins are bound in another pose: these are in the bind
/// pose.
Pose bound_pose(const Document& document, const Skeleton& skeleton) {
    Pose out = base_pose(document, skeleton);
    const std::vector<mat4> rest = world_matrices(skeleton, out);
    for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) {
        // H-Anim files define their rest pose.
        if (document.humanoids[static_cast<std::size_t>(h)].kind == HumanoidKind::hanim) continue;
        std::vector<std::size_t> worn;
        for (std::size_t m = 0; m < document.meshes.size(); ++m) {
            if (document.meshes[m].humanoid == h) worn.push_back(m);
        }
        const BindPose bound = find_bind_pose(document, rest, worn);
        for (const auto& [node, world] : bound.world) {
            const auto above = bound.world.find(at(document.nodes, node).parent);
            if (above == bound.world.end()) continue;
            const mat4 local(glm::inverse(above->second) * world);
            if (is_finite(local)) at(out.local, node) = to_transform(local);
        }
    }
    return out;
}

std::vector<vec3> positions_of(const MeshInstance& mesh, const Document& document,
                               const std::vector<mat4>& world) {
    return skinned_positions(mesh, world, std::vector<float>(document.displacers.size(), 0.0F));
}

/// Of H-Anim figures that are bound in a T-pose, the vertices where an H-Anim file binds them.
void place_as_in_hanim(const Document& source, std::vector<std::vector<vec3>>& vertices) {
    if (std::ranges::none_of(source.humanoids,
                             [](const Humanoid& figure) { return figure.kind == HumanoidKind::hanim; }))
        return;
    const Document plain = in_hanim_form(source);
    const Skeleton skeleton = make_skeleton(plain);
    const std::vector<mat4> world = world_matrices(skeleton, base_pose(plain, skeleton));
    for (std::size_t m = 0; m < plain.meshes.size(); ++m) {
        const int h = plain.meshes[m].humanoid;
        if (h >= 0 && at(plain.humanoids, h).kind == HumanoidKind::hanim)
            vertices[m] = positions_of(plain.meshes[m], plain, world);
    }
}

}  // namespace

quat rotation_of(const mat4& frame) {
    mat3 axes(frame);
    const float sign = glm::determinant(axes) < 0.0F ? -1.0F : 1.0F;
    for (int c = 0; c < 3; ++c) {
        const float length = glm::length(axes[c]);
        axes[c] *= length > 0.0F ? sign / length : 0.0F;
    }
    return normalized_or_identity(glm::quat_cast(axes));
}

Rig::Rig(const Document& source, bool as_bound)
    : document(source),
      skeleton(make_skeleton(source)),
      rest(as_bound ? bound_pose(source, skeleton) : base_pose(source, skeleton)),
      world(world_matrices(skeleton, rest)),
      carrier(source.nodes.size(), -1),
      is_paired(source.meshes.size(), 0) {
    for (const MeshInstance& mesh : source.meshes) {
        vertices.push_back(positions_of(mesh, source, world));
        used.push_back(used_vertices(*mesh.mesh));
    }
    if (as_bound) place_as_in_hanim(source, vertices);
    for (const Humanoid& humanoid : source.humanoids) {
        for (const Joint& joint : humanoid.joints) at(carrier, joint.node) = joint.node;
    }
    for (int node = 0; node < static_cast<int>(carrier.size()); ++node) {
        const int parent = at(source.nodes, node).parent;
        if (at(carrier, node) < 0 && parent >= 0) at(carrier, node) = at(carrier, parent);
    }
}

quat Rig::orientation(int node) const {
    return rotation_of(at(world, node));
}

Transform Rig::stored(int node) const {
    const Transform& neutral = at(rest.local, node);
    const Node& own = at(document.nodes, node);
    if (neutral == own.rest) return own.delta;
    return to_transform(affine_inverse(to_matrix(neutral)) * to_matrix(compose(own.rest, own.delta)));
}

bool Rig::rests_where_motion_begins(int node) const {
    if (document.format != FileFormat::bvh || at(document.nodes, node).parent >= 0) return false;
    const vec3& rest_place = at(document.nodes, node).rest.translation;
    return std::any_of(document.clips.begin(), document.clips.end(), [&](const auto& clip) {
        return std::any_of(clip->channels.begin(), clip->channels.end(), [&](const Channel& channel) {
            return channel.node == node && channel.path == ChannelPath::translation &&
                   channel.values.size() >= 3 &&
                   vec3(channel.values[0], channel.values[1], channel.values[2]) == rest_place;
        });
    });
}

}  // namespace vitruvian::rig_diff
