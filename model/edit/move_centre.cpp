#include "model/edit/move_centre.h"

#include "model/core/at.h"

#include <algorithm>
#include <unordered_map>

namespace vitruvian {
namespace {

Transform moved_by(const vec3& d) {
    Transform out;
    out.translation = d;
    return out;
}

/// Returns the node's rest frame relative to its ancestor `root` (-1: the world).
mat4 rest_from(const Document& document, int node, int root) {
    mat4 out(1.0F);
    for (int n = node; n >= 0 && n != root; n = at(document.nodes, n).parent) {
        out = to_matrix(at(document.nodes, n).rest) * out;
    }
    return out;
}

void move_skins(Document& document, int node, const vec3& d) {
    mat4 back(1.0F);
    back[3] = vec4(-d, 1.0F);
    std::unordered_map<const Skin*, std::shared_ptr<const Skin>> moved;
    for (MeshInstance& instance : document.meshes) {
        const auto [entry, is_new] = moved.try_emplace(instance.skin.get(), instance.skin);
        const Skin& old = *instance.skin;
        if (is_new && std::find(old.nodes.begin(), old.nodes.end(), node) != old.nodes.end()) {
            auto skin = std::make_shared<Skin>(old);
            for (std::size_t i = 0; i < skin->nodes.size(); ++i) {
                if (skin->nodes[i] == node) skin->inverse_bind[i] = back * skin->inverse_bind[i];
            }
            entry->second = std::move(skin);
        }
        instance.skin = entry->second;
    }
}

}  // namespace

Result<void> move_centre(Document& document, std::size_t humanoid, std::size_t joint, const vec3& centre) {
    Humanoid& owner = document.humanoids[humanoid];
    Joint& moved = owner.joints[joint];
    Node& node = at(document.nodes, moved.node);
    const vec3 in_humanoid = centre - moved.centre;
    const mat4 humanoid_from_joint = rest_from(document, moved.node, owner.node);
    const vec3 d = mat3(affine_inverse(humanoid_from_joint)) * in_humanoid;
    const vec3 reached = mat3(humanoid_from_joint) * d;
    const float error = glm::length(reached - in_humanoid);
    if (!is_finite(d) || !(error <= 1e-4F * glm::length(in_humanoid))) {
        return fail("edit-flat-frame", "The joint's frame is scaled to zero, so its centre cannot be moved.");
    }
    node.rest = compose(node.rest, moved_by(d));
    // The centre that a file says is in the humanoid's axes also if the joint has axes of its own.
    const bool is_said =
        owner.kind == HumanoidKind::hanim &&
        glm::distance(node.frame_offset, moved.centre) <= 1e-5F * (1.0F + glm::length(moved.centre));
    node.frame_offset = is_said ? centre : node.frame_offset + d;
    for (Node& child : document.nodes) {
        if (child.parent == moved.node) child.rest.translation -= d;
    }
    for (Viewpoint& view : document.viewpoints) {
        if (view.node == moved.node) view.position -= d;
    }
    move_skins(document, moved.node, d);
    moved.centre = centre;
    return {};
}

}  // namespace vitruvian
