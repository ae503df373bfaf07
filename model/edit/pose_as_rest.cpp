#include "model/edit/pose_as_rest.h"

#include "model/core/at.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"
#include "model/edit/rebind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// Returns which nodes are joints of the humanoid.
std::vector<bool> joints_of(const Document& document, const Humanoid& humanoid) {
    std::vector<bool> out(document.nodes.size(), false);
    for (const Joint& joint : humanoid.joints) at(out, joint.node) = true;
    return out;
}

void put_deltas_into_rests(Document& document, const std::vector<bool>& is_joint) {
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        Node& node = document.nodes[n];
        if (!is_joint[n] || node.delta == Transform{}) continue;
        change_keys(document, static_cast<int>(n), ChannelSpace::delta, affine_inverse(to_matrix(node.delta)),
                    identity_quat);
        node.rest = compose(node.rest, node.delta);
        node.delta = Transform{};
    }
}

/// The rest of H-Anim's joints is a position only: their frames are rotated to the humanoid's axes. `before`:
/// the posed nodes.
Result<void> straighten(Document& document, const Humanoid& humanoid, const std::vector<bool>& is_joint,
                        const std::vector<Node>& before) {
    const std::vector<mat4> world = worlds_at_rest(document);
    const quat upright = humanoid.node < 0 ? identity_quat : rotation_part(at(world, humanoid.node));
    std::vector<quat> turn(document.nodes.size(), identity_quat);
    for (std::size_t n = 0; n < turn.size(); ++n) {
        if (is_joint[n]) turn[n] = plain_rotation(glm::conjugate(rotation_part(world[n])) * upright);
    }
    turn_frames(document, turn);
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        Node& node = document.nodes[n];
        if (node.parent < 0) continue;
        const vec3 above =
            at(document.nodes, node.parent).frame_offset - at(before, node.parent).frame_offset;
        if (is_joint[n]) {
            const quat& q = node.rest.rotation;
            if (glm::length(vec3(q.x, q.y, q.z)) > 1e-4F) {
                return fail(
                    "edit-turned-frame",
                    fmt::format("{} is below a rotated frame, so H-Anim cannot store its rest.", node.name));
            }
            node.rest.rotation = identity_quat;
            node.frame_offset += node.rest.translation - before[n].rest.translation + above;
        } else if (at(is_joint, node.parent)) {
            const Transform local = compose(node.rest, node.delta);
            node.rest = before[n].rest;
            node.rest.translation = before[n].rest.translation - above;
            if (const auto delta = delta_to(node.rest, local)) node.delta = *delta;
        }
    }
    return {};
}

Bounds moved_box(const Bounds& box, const mat4& by) {
    Bounds out;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const vec3 point((corner & 1U) != 0 ? box.max.x : box.min.x,
                         (corner & 2U) != 0 ? box.max.y : box.min.y,
                         (corner & 4U) != 0 ? box.max.z : box.min.z);
        out.add(vec3(by * vec4(point, 1.0F)));
    }
    return out;
}

/// H-Anim's segment data is in the humanoid's frame at rest.
void move_segment(Segment& segment, const mat4& by) {
    segment.centre_of_mass = vec3(by * vec4(segment.centre_of_mass, 1.0F));
    if (segment.bounding_box) segment.bounding_box = moved_box(*segment.bounding_box, by);
    auto& rows = segment.moments_of_inertia;
    const mat3 inertia(rows[0], rows[3], rows[6], rows[1], rows[4], rows[7], rows[2], rows[5], rows[8]);
    const mat3 turn = glm::mat3_cast(rotation_part(by));
    const mat3 turned = turn * inertia * glm::transpose(turn);
    for (int i = 0; i < 9; ++i) at(rows, i) = turned[i % 3][i / 3];
}

}  // namespace

Result<void> pose_as_rest(Document& document, int index) {
    const bool unturned = rests_unturned(document, index);
    Humanoid& humanoid = at(document.humanoids, index);
    const std::vector<bool> is_joint = joints_of(document, humanoid);
    for (std::size_t n = 0; n < is_joint.size(); ++n) {
        const vec3 off = glm::abs(document.nodes[n].delta.scale - vec3(1.0F));
        if (!unturned || !is_joint[n] || std::max({off.x, off.y, off.z}) < 1e-5F) continue;
        return fail("edit-scaled-pose",
                    fmt::format("{} is scaled in this pose, which H-Anim's rest cannot store: "
                                "remove the scale first.",
                                document.nodes[n].name));
    }
    const std::vector<mat4> old_world = worlds_at_rest(document);
    const std::vector<mat4> placed = world_from_meshes(document, old_world);
    const std::vector<Node> before = document.nodes;
    put_deltas_into_rests(document, is_joint);
    const std::vector<mat4> posed = worlds_at_rest(document);
    if (unturned) {
        if (const Result<void> done = straighten(document, humanoid, is_joint, before); !done) return done;
    }
    const std::vector<mat4> world = worlds_at_rest(document);
    rebind(document, world, placed, [&](const MeshInstance& instance) {
        const auto& nodes = instance.skin->nodes;
        return (unturned || instance.mesh->is_skinned()) &&
               std::any_of(nodes.begin(), nodes.end(), [&](int node) { return at(is_joint, node); });
    });
    const mat4 from_world = humanoid.node < 0 ? mat4(1.0F) : affine_inverse(at(world, humanoid.node));
    for (std::size_t s = 0; unturned && s < humanoid.segments.size(); ++s) {
        Segment& segment = humanoid.segments[s];
        const int node = at(humanoid.joints, segment.joint).node;
        if (at(posed, node) == at(old_world, node)) continue;
        move_segment(segment, from_world * at(posed, node) * affine_inverse(at(old_world, node)) *
                                  affine_inverse(from_world));
    }
    for (Joint& joint : humanoid.joints) joint.centre = vec3(from_world * at(world, joint.node)[3]);
    return {};
}

}  // namespace vitruvian
