#include "app/scene/skin_pick.h"

#include "model/core/at.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace vitruvian {
namespace {

struct Hit {
    std::array<std::uint32_t, 3> corners{};
    vec3 shares{0.0F};  // of the corners, barycentric
    float distance = std::numeric_limits<float>::max();
};

/// Moeller and Trumbore: intersects a ray with a triangle, from either side.
void meet(const Ray& ray, const std::vector<vec3>& points, const std::array<std::uint32_t, 3>& corners,
          Hit& nearest) {
    const vec3& a = points[corners[0]];
    const vec3 ab = points[corners[1]] - a;
    const vec3 ac = points[corners[2]] - a;
    const vec3 across = glm::cross(ray.direction, ac);
    const float determinant = glm::dot(ab, across);
    if (determinant == 0.0F) return;
    const vec3 from = ray.origin - a;
    const float u = glm::dot(from, across) / determinant;
    if (u < 0.0F || u > 1.0F) return;
    const vec3 along = glm::cross(from, ab);
    const float v = glm::dot(ray.direction, along) / determinant;
    if (v < 0.0F || u + v > 1.0F) return;
    const float distance = glm::dot(ac, along) / determinant;
    if (distance <= 0.0F || distance >= nearest.distance) return;
    nearest = {corners, vec3(1.0F - u - v, u, v), distance};
}

std::optional<Hit> hit_of(const MeshInstance& instance, const std::vector<vec3>& points, const Ray& ray) {
    const Mesh& mesh = *instance.mesh;
    if (mesh.topology != Topology::triangles) return std::nullopt;
    Hit nearest;
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
        meet(ray, points, {mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]}, nearest);
    if (nearest.distance == std::numeric_limits<float>::max()) return std::nullopt;
    return nearest;
}

/// Per node: the joint that it is or is a descendant of; no item if there is none.
std::vector<Item> joint_of_nodes(const Document& document) {
    std::vector<Item> out(document.nodes.size());
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const std::vector<Joint>& joints = document.humanoids[h].joints;
        for (std::size_t j = 0; j < joints.size(); ++j)
            at(out, joints[j].node) = joint_item(static_cast<int>(h), static_cast<int>(j));
    }
    return out;
}

Item joint_above(const Document& document, const std::vector<Item>& joints, int node) {
    while (node >= 0 && at(joints, node).kind == ItemKind::none) node = at(document.nodes, node).parent;
    return node < 0 ? Item{} : at(joints, node);
}

void add(std::vector<PickTarget>& targets, const Selection& what, float weight) {
    if (what.item.kind == ItemKind::none || weight <= 0.0F) return;
    const auto known = std::find_if(targets.begin(), targets.end(),
                                    [&](const PickTarget& target) { return target.what == what; });
    if (known == targets.end()) {
        targets.push_back({what, weight});
    } else {
        known->weight += weight;
    }
}

std::vector<PickTarget> joints_at(const Figure& figure, const MeshInstance& instance, const Ray& ray) {
    const Document& document = *figure.document;
    const std::vector<Item> joints = joint_of_nodes(document);
    const Mesh& mesh = *instance.mesh;
    const auto joint = [&](int node) { return Selection{figure.id, joint_above(document, joints, node)}; };
    std::vector<PickTarget> targets;
    if (!mesh.is_skinned()) {
        add(targets, joint(instance.skin->nodes.front()), 1.0F);
        return targets;
    }
    const std::vector<vec3> points = skinned_positions(instance, placed_world(figure), figure.pose->weights);
    const std::optional<Hit> hit = hit_of(instance, points, ray);
    if (!hit) return targets;
    for (int corner = 0; corner < 3; ++corner) {
        const std::uint32_t vertex = at(hit->corners, corner);
        for (std::uint32_t row = mesh.influence_begin[vertex]; row < mesh.influence_begin[vertex + 1];
             ++row) {
            add(targets, joint(instance.skin->nodes[mesh.influence_joint[row]]),
                mesh.influence_weight[row] * hit->shares[corner]);
        }
    }
    std::stable_sort(targets.begin(), targets.end(),
                     [](const PickTarget& a, const PickTarget& b) { return a.weight > b.weight; });
    return targets;
}

}  // namespace

std::vector<PickTarget> pick_targets(const Figure& figure, const Selection& picked, const Ray& ray) {
    const Document& document = *figure.document;
    std::vector<PickTarget> targets;
    if (picked.item.kind == ItemKind::mesh) {
        targets = joints_at(figure, at(document.meshes, picked.item.index), ray);
    } else if (picked.item.kind == ItemKind::segment) {
        const Humanoid& humanoid = at(document.humanoids, picked.item.humanoid);
        const int joint = at(humanoid.segments, picked.item.index).joint;
        if (joint >= 0) targets.push_back({{figure.id, joint_item(picked.item.humanoid, joint)}, 1.0F});
    }
    if (targets.empty()) targets.push_back({picked, 1.0F});
    return targets;
}

Selection next_target(const std::vector<PickTarget>& targets, const Selection& now) {
    if (targets.empty()) return {};
    const auto known = std::find_if(targets.begin(), targets.end(),
                                    [&](const PickTarget& target) { return target.what == now; });
    if (known == targets.end() || known + 1 == targets.end()) return targets.front().what;
    return (known + 1)->what;
}

}  // namespace vitruvian
