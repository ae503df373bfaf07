#include "model/vrml/patch_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

using Difference = std::optional<std::string>;

constexpr float tolerance = 1e-5F;

bool near(float a, float b, float scale) {
    return std::abs(a - b) <= tolerance * std::max(1.0F, scale);
}

bool near(const vec3& a, const vec3& b) {
    const float scale = std::max(glm::length(a), glm::length(b));
    return near(a.x, b.x, scale) && near(a.y, b.y, scale) && near(a.z, b.z, scale);
}

bool near(const std::optional<vec3>& a, const std::optional<vec3>& b) {
    return a.has_value() == b.has_value() && (!a || near(*a, *b));
}

bool near(const mat4& a, const mat4& b) {
    for (int column = 0; column < 4; ++column) {
        if (!near(vec3(a[column]), vec3(b[column]))) return false;
    }
    return true;
}

/// Both limits 0 0 0 read as not given.
bool frozen(const Joint& joint) {
    return joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F);
}

Difference joint_difference(const Joint& found, const Joint& expected) {
    const bool limits = frozen(expected) ? !found.lower_limit && !found.upper_limit
                                         : near(found.lower_limit, expected.lower_limit) &&
                                               near(found.upper_limit, expected.upper_limit);
    if (!limits) return "its limits";
    if (!near(found.stiffness, expected.stiffness)) return "its stiffness";
    return std::nullopt;
}

Difference humanoid_difference(const Humanoid& found, const Humanoid& expected, const Document& document) {
    if (found.name != expected.name) return "the name " + expected.name;
    if (found.joints.size() != expected.joints.size() || found.segments.size() != expected.segments.size() ||
        found.sites.size() != expected.sites.size()) {
        return "how many parts there are";
    }
    for (std::size_t i = 0; i < expected.joints.size(); ++i) {
        if (const Difference d = joint_difference(found.joints[i], expected.joints[i])) {
            const auto node = static_cast<std::size_t>(expected.joints[i].node);
            return fmt::format("joint {}, {}", document.nodes[node].name, *d);
        }
    }
    for (std::size_t i = 0; i < expected.segments.size(); ++i) {
        if (found.segments[i].name != expected.segments[i].name) {
            return "the name " + expected.segments[i].name;
        }
    }
    return std::nullopt;
}

Difference node_difference(const Node& found, const Node& expected) {
    // A humanoid's own name counts, not that of its frame.
    if (expected.kind != NodeKind::humanoid && found.name != expected.name)
        return "the name " + expected.name;
    if (!near(found.frame_offset, expected.frame_offset)) return "the centre of " + expected.name;
    if (!near(to_matrix(compose(found.rest, found.delta)),
              to_matrix(compose(expected.rest, expected.delta)))) {
        return "the frame of " + expected.name;
    }
    return std::nullopt;
}

Difference skin_difference(const MeshInstance& found, const MeshInstance& expected) {
    const std::vector<mat4>& a = found.skin->inverse_bind;
    const std::vector<mat4>& b = expected.skin->inverse_bind;
    const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end(),
                                 [](const mat4& x, const mat4& y) { return near(x, y); });
    return same ? std::nullopt : Difference("where the mesh " + expected.name + " is bound");
}

}  // namespace

std::optional<std::string> patch_difference(const Document& found, const Document& expected) {
    if (found.nodes.size() != expected.nodes.size() || found.meshes.size() != expected.meshes.size() ||
        found.humanoids.size() != expected.humanoids.size() ||
        found.displacers.size() != expected.displacers.size()) {
        return "how many nodes there are";
    }
    for (std::size_t i = 0; i < expected.humanoids.size(); ++i) {
        if (Difference d = humanoid_difference(found.humanoids[i], expected.humanoids[i], expected)) return d;
    }
    for (std::size_t i = 0; i < expected.nodes.size(); ++i) {
        if (Difference d = node_difference(found.nodes[i], expected.nodes[i])) return d;
    }
    for (std::size_t i = 0; i < expected.displacers.size(); ++i) {
        const Displacer& a = found.displacers[i];
        const Displacer& b = expected.displacers[i];
        if (a.name != b.name || !near(a.weight, b.weight, std::abs(b.weight)))
            return "the displacer " + b.name;
    }
    for (std::size_t i = 0; i < expected.meshes.size(); ++i) {
        if (Difference d = skin_difference(found.meshes[i], expected.meshes[i])) return d;
    }
    return std::nullopt;
}

}  // namespace vitruvian::vrml
