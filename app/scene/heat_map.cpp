#include "app/scene/heat_map.h"

#include "model/core/at.h"
#include "model/core/srgb.h"
#include "model/document/item.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace vitruvian {
namespace {

constexpr vec3 unweighted{1.0F, 0.0F, 1.0F};

/// Returns distinct hues for consecutive numbers.
vec3 node_color(int node) {
    const float hue = 6.0F * std::fmod(static_cast<float>(node) * 0.61803399F, 1.0F);
    const auto channel = [&](float from) {
        return 0.35F + 0.55F * std::clamp(std::abs(std::fmod(hue + from, 6.0F) - 3.0F) - 1.0F, 0.0F, 1.0F);
    };
    return {channel(0.0F), channel(4.0F), channel(2.0F)};
}

vec3 vertex_color(const Mesh& mesh, const Skin& skin, std::size_t vertex, int node) {
    if (!mesh.is_skinned()) {
        if (node < 0) return node_color(skin.nodes.front());
        return heat_color(skin.nodes.front() == node ? 1.0F : 0.0F);
    }
    const std::uint32_t begin = mesh.influence_begin[vertex];
    const std::uint32_t end = mesh.influence_begin[vertex + 1];
    if (begin == end) return unweighted;
    float weight = 0.0F;
    std::uint32_t leading = begin;
    for (std::uint32_t row = begin; row < end; ++row) {
        if (skin.nodes[mesh.influence_joint[row]] == node) weight += mesh.influence_weight[row];
        if (mesh.influence_weight[row] > mesh.influence_weight[leading]) leading = row;
    }
    return node >= 0 ? heat_color(weight) : node_color(skin.nodes[mesh.influence_joint[leading]]);
}

std::shared_ptr<const Mesh> paint_weights(const MeshInstance& instance, int node) {
    auto painted = std::make_shared<Mesh>(*instance.mesh);
    painted->colors.clear();
    painted->colors.reserve(painted->positions.size());
    for (std::size_t v = 0; v < painted->positions.size(); ++v) {
        painted->colors.emplace_back(linear_from_srgb(vertex_color(*instance.mesh, *instance.skin, v, node)),
                                     1.0F);
    }
    return painted;
}

}  // namespace

vec3 heat_color(float t) {
    // Nine evenly spaced samples of viridis.
    constexpr std::array<vec3, 9> scale = {{{0.267F, 0.005F, 0.329F},
                                            {0.279F, 0.175F, 0.483F},
                                            {0.230F, 0.322F, 0.546F},
                                            {0.173F, 0.449F, 0.558F},
                                            {0.128F, 0.567F, 0.551F},
                                            {0.158F, 0.684F, 0.502F},
                                            {0.369F, 0.789F, 0.383F},
                                            {0.678F, 0.864F, 0.190F},
                                            {0.993F, 0.906F, 0.144F}}};
    const float at = std::clamp(t, 0.0F, 1.0F) * static_cast<float>(scale.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), scale.size() - 2);
    return glm::mix(scale.at(low), scale.at(low + 1), at - static_cast<float>(low));
}

int weighed_node(const Document& document, const MeshInstance& instance, int selected) {
    if (selected < 0 || instance.mesh->is_skinned()) return selected;
    const int own = instance.skin->nodes.front();
    const auto is_joint = [&document](int node) {
        return std::any_of(document.humanoids.begin(), document.humanoids.end(),
                           [node](const Humanoid& humanoid) { return joint_at(humanoid, node) >= 0; });
    };
    for (int node = own; node >= 0; node = at(document.nodes, node).parent) {
        if (node == selected) return own;
        if (is_joint(node)) break;
    }
    return selected;
}

std::shared_ptr<const Mesh> weight_colored(const MeshInstance& instance, int node) {
    // While a figure plays, the same mesh is requested in every picture: it is only uploaded once.
    struct Painted {
        std::weak_ptr<const Mesh> mesh;
        std::weak_ptr<const Skin> skin;
        int node = -1;
        std::shared_ptr<const Mesh> result;
    };
    thread_local std::map<std::pair<const Mesh*, const Skin*>, Painted> known;
    Painted& entry = known[{instance.mesh.get(), instance.skin.get()}];
    if (entry.result != nullptr && entry.node == node && !entry.mesh.expired() && !entry.skin.expired())
        return entry.result;
    entry = {instance.mesh, instance.skin, node, paint_weights(instance, node)};
    const std::shared_ptr<const Mesh> result = entry.result;
    std::erase_if(known,
                  [](const auto& one) { return one.second.mesh.expired() || one.second.skin.expired(); });
    return result;
}

std::shared_ptr<const Mesh> heat_colored(const Mesh& mesh, std::span<const float> values) {
    auto painted = std::make_shared<Mesh>(mesh);
    painted->colors.clear();
    painted->colors.reserve(values.size());
    for (const float value : values) painted->colors.emplace_back(linear_from_srgb(heat_color(value)), 1.0F);
    return painted;
}

Material heat_map_material() {
    Material material;
    material.name = "weights";
    material.roughness = 1.0F;
    material.double_sided = true;
    return material;
}

}  // namespace vitruvian
