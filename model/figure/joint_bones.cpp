#include "model/figure/joint_bones.h"

#include "model/core/at.h"

namespace vitruvian {

std::vector<int> joints_of_nodes(const Document& document, const Humanoid& humanoid) {
    std::vector<int> out(document.nodes.size(), -1);
    for (int j = static_cast<int>(humanoid.joints.size()) - 1; j >= 0; --j)
        at(out, at(humanoid.joints, j).node) = j;
    return out;
}

int parent_joint(const Document& document, const std::vector<int>& joint_of, int node) {
    for (int up = at(document.nodes, node).parent; up >= 0; up = at(document.nodes, up).parent) {
        if (at(joint_of, up) >= 0) return at(joint_of, up);
    }
    return -1;
}

bool ends_bone(const Node& site) {
    return site.name.ends_with("_tip") || site.name.ends_with("_end");
}

std::vector<vec3> bone_directions(const Document& document, std::span<const mat4> world,
                                  const Humanoid& humanoid) {
    const auto position = [world](int node) { return vec3(at(world, node)[3]); };
    const std::vector<int> joint_of = joints_of_nodes(document, humanoid);
    // Per node the joint that it is or whose descendant it is; parents come first.
    std::vector<int> nearest = joint_of;
    const auto joint_above = [&](int node) {
        const int parent = at(document.nodes, node).parent;
        return parent < 0 ? -1 : at(nearest, parent);
    };
    for (int n = 0; n < static_cast<int>(nearest.size()); ++n) {
        if (at(nearest, n) < 0) at(nearest, n) = joint_above(n);
    }
    std::vector<vec3> out(humanoid.joints.size(), vec3(0.0F));
    for (const Joint& joint : humanoid.joints) {
        const int above = joint_above(joint.node);
        if (above >= 0) at(out, above) += position(joint.node) - position(at(humanoid.joints, above).node);
    }
    for (const Site& site : humanoid.sites) {
        const Node& tip = at(document.nodes, site.node);
        const int joint = tip.parent < 0 ? -1 : at(joint_of, tip.parent);
        if (joint >= 0 && ends_bone(tip)) at(out, joint) += position(site.node) - position(tip.parent);
    }
    for (std::size_t j = 0; j < out.size(); ++j) {
        const int node = humanoid.joints[j].node;
        const int above = joint_above(node);
        if (glm::length(out[j]) < 1e-6F && above >= 0)
            out[j] = position(node) - position(at(humanoid.joints, above).node);
        const float length = glm::length(out[j]);
        out[j] = length > 1e-6F ? out[j] / length : vec3(0.0F);
    }
    return out;
}

}  // namespace vitruvian
