// Commands on figures' position in the world and their size.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"
#include "model/edit/scale_document.h"
#include "model/figure/reference_pose.h"
#include "model/figure/stance.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

Result<void> scale(const Scale& edit, Document& document) {
    if (!(edit.factor > 0.0F) || !std::isfinite(edit.factor))
        return fail("edit-bad-factor", "The factor must be finite and above 0.");
    Document changed = document;
    scale_document(changed, edit.factor);
    return keep_if_valid(std::move(changed), document, MeshNumbers::unproved);
}

bool is_at_or_below(const Document& document, int node, int ancestor) {
    while (node >= 0 && node != ancestor) node = at(document.nodes, node).parent;
    return node == ancestor;
}

/// Returns the nodes that contain only this figure: the humanoid's own, otherwise the topmost ones that do.
std::vector<int> carriers(const Document& document, int index) {
    const Humanoid& humanoid = at(document.humanoids, index);
    if (humanoid.node >= 0) return {humanoid.node};
    const auto carries_another = [&](int node) {
        for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
            const auto& joints = document.humanoids[h].joints;
            const bool is_other = static_cast<int>(h) != index;
            if (is_other && std::any_of(joints.begin(), joints.end(), [&](const Joint& joint) {
                    return is_at_or_below(document, joint.node, node);
                }))
                return true;
        }
        return false;
    };
    std::vector<int> out;
    for (const Joint& joint : humanoid.joints) {
        int top = joint.node;
        for (int up = at(document.nodes, top).parent; up >= 0 && !carries_another(up);
             up = at(document.nodes, up).parent)
            top = up;
        const bool is_new = std::none_of(out.begin(), out.end(),
                                         [&](int known) { return is_at_or_below(document, top, known); });
        if (is_new) out.push_back(top);
    }
    return out;
}

bool is_identity(const mat4& matrix) {
    for (int c = 0; c < 4; ++c) {
        if (glm::any(glm::greaterThan(glm::abs(matrix[c] - mat4(1.0F)[c]), vec4(1e-6F)))) return false;
    }
    return true;
}

/// glTF's skinned meshes are placed by their joints, independently of their nodes. Nodes whose world matrix
/// was the identity before the carrier moved keep it. `before`: all world matrices then.
void keep_nodes_of_skins(Document& document, int carrier, const std::vector<mat4>& before) {
    std::vector<mat4> now;
    for (const MeshInstance& mesh : document.meshes) {
        const int node = mesh.node;
        if (!mesh.mesh->is_skinned() || node < 0 || node == carrier || !is_identity(at(before, node)) ||
            !is_at_or_below(document, node, carrier))
            continue;
        const bool carries = std::any_of(document.nodes.begin(), document.nodes.end(),
                                         [node](const Node& other) { return other.parent == node; });
        if (carries) continue;
        if (now.empty()) now = worlds_at_rest(document);
        at(document.nodes, node).rest =
            plain_transform(affine_inverse(at(now, at(document.nodes, node).parent)));
    }
}

/// Moves the figure in the world. H-Anim files store its position as a transform from rest.
void move_figure(Document& document, int index, const mat4& move) {
    const bool keeps_rest = rests_unturned(document, index);
    for (const int carrier : carriers(document, index)) {
        Node& node = at(document.nodes, carrier);
        const std::vector<mat4> world = worlds_at_rest(document);
        const mat4 above = node.parent < 0 ? mat4(1.0F) : at(world, node.parent);
        const mat4 moved = affine_inverse(above) * move * above;
        change_keys(document, carrier, ChannelSpace::local, moved, identity_quat);
        const mat4 rest = to_matrix(node.rest);
        const std::optional<Transform> delta =
            keeps_rest
                ? delta_to(node.rest, plain_transform(moved * to_matrix(compose(node.rest, node.delta))))
                : std::nullopt;
        if (delta) {
            change_keys(document, carrier, ChannelSpace::delta, affine_inverse(rest) * moved * rest,
                        identity_quat);
            node.delta = *delta;
        } else {
            node.rest = plain_transform(moved * rest);
        }
        if (at(document.humanoids, index).kind != HumanoidKind::hanim)
            keep_nodes_of_skins(document, carrier, world);
        for (Humanoid& humanoid : document.humanoids) {
            if (humanoid.node >= 0) continue;  // otherwise centres are in its frame
            for (Joint& joint : humanoid.joints) {
                if (is_at_or_below(document, joint.node, carrier))
                    joint.centre = vec3(move * vec4(joint.centre, 1.0F));
            }
        }
    }
}

Result<Stance> stance_at_rest(const Document& document, const Item& humanoid) {
    if (!is_there(document, humanoid, ItemKind::humanoid)) return no_such_thing(humanoid, ItemKind::humanoid);
    const Skeleton skeleton = make_skeleton(document);
    const Pose pose = base_pose(document, skeleton);
    return find_stance(document, world_matrices(skeleton, pose),
                       std::vector<float>(pose.weights.size(), 0.0F), humanoid.index);
}

Result<void> stand_on_ground(const StandOnGround& edit, Document& document) {
    const Result<Stance> stance = stance_at_rest(document, edit.humanoid);
    if (!stance) return tl::unexpected(stance.error());
    const float lowest = stance->bounds.min.y;
    if (stance->bounds.empty() || !std::isfinite(lowest))
        return fail("edit-no-extent", "The humanoid has neither a mesh nor joints to place on the ground.");
    Document changed = document;
    mat4 move(1.0F);
    move[3].y = -lowest;
    move_figure(changed, edit.humanoid.index, move);
    return keep_if_valid(std::move(changed), document);
}

Result<void> face_forward(const FaceForward& edit, Document& document) {
    const Result<Stance> stance = stance_at_rest(document, edit.humanoid);
    if (!stance) return tl::unexpected(stance.error());
    if (!stance->found)
        return fail("edit-no-front",
                    "Its front is unknown: map the hips, the head, and both legs or "
                    "arms, first.");
    const mat3 axes(stance->left, stance->up, stance->front);
    const mat3 turn = glm::transpose(axes);
    const vec3 pivot = stance->ground;
    mat4 move(turn);
    move[3] = vec4(pivot - turn * pivot, 1.0F);
    // Where the front is only off by rounding, nothing is changed.
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            if (std::abs(move[c][r] - std::round(move[c][r])) < 1e-6F) move[c][r] = std::round(move[c][r]);
        }
    }
    Document changed = document;
    move_figure(changed, edit.humanoid.index, move);
    return keep_if_valid(std::move(changed), document);
}

}  // namespace

std::vector<CommandKind> placing_commands() {
    const std::vector<ItemKind> humanoids{ItemKind::humanoid};
    return {
        command_kind<Scale, scale>(
            "scale", "Scale", "Scales everything in the file: figures, meshes, clips and surroundings.",
            {command_field<&Scale::factor>("factor", "",
                                           "the scale factor; 0.01 converts centimetres to metres")}),
        command_kind<StandOnGround, stand_on_ground>(
            "stand-on-ground", "Stand {humanoid} on the ground",
            "Moves a figure up or down until the lowest point of its rest is at Y = 0.",
            {command_field<&StandOnGround::humanoid>("humanoid", "", "which", humanoids)}),
        command_kind<FaceForward, face_forward>(
            "face-forward", "Face {humanoid} forward",
            "Rotates a figure in place until its front is +Z, and up is +Y.",
            {command_field<&FaceForward::humanoid>("humanoid", "", "which", humanoids)}),
    };
}

}  // namespace vitruvian
