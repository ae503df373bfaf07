#include "model/figure/bind_pose.h"

#include "model/core/at.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace vitruvian {
namespace {

/// Returns the entries of a skin that some vertex uses, parents before children.
std::vector<std::size_t> used_entries(const MeshInstance& instance) {
    const std::set<std::uint32_t> used(instance.mesh->influence_joint.begin(),
                                       instance.mesh->influence_joint.end());
    std::vector<std::size_t> out(used.begin(), used.end());
    std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
        return instance.skin->nodes[a] < instance.skin->nodes[b];
    });
    return out;
}

double size_of(const Mesh& mesh) {
    double out = 0.0;
    for (const vec3& p : mesh.positions) out = std::max(out, static_cast<double>(glm::length(p)));
    return out;
}

}  // namespace

std::vector<char> silent_entries(const Document& document, const Skin& skin) {
    std::vector<char> out;
    for (const mat4& bind : skin.inverse_bind) out.push_back(bind == mat4(1.0F) ? 1 : 0);
    if (std::find(out.begin(), out.end(), 1) == out.end()) return out;
    for (const MeshInstance& instance : document.meshes) {
        if (!instance.mesh->is_skinned() || (instance.skin.get() != &skin && *instance.skin != skin))
            continue;
        for (const std::uint32_t entry : instance.mesh->influence_joint) at(out, static_cast<int>(entry)) = 0;
    }
    return out;
}

bool nearly_equal(const glm::dmat4& a, const glm::dmat4& b, double size) {
    const double reach = std::max(size, 1e-6);
    double error = 0.0;
    double extent = 1e-30;
    for (int c = 0; c < 4; ++c) {
        const double weight = c == 3 ? 1.0 : reach;
        for (int r = 0; r < 3; ++r) {
            error = std::max(error, std::abs(a[c][r] - b[c][r]) * weight);
            extent = std::max(extent, std::abs(a[c][r]) * weight);
        }
    }
    return error <= 1e-5 * extent;
}

BindPose find_bind_pose(const Document& document, std::span<const mat4> rest,
                        std::span<const std::size_t> meshes) {
    BindPose out;
    std::unordered_map<int, glm::dmat4> bound;
    bool all_rest = true;
    for (const std::size_t m : meshes) {
        const MeshInstance& instance = document.meshes[m];
        if (!instance.mesh->is_skinned()) continue;
        const std::vector<std::size_t> used = used_entries(instance);
        if (used.empty()) continue;
        const Skin& skin = *instance.skin;
        const double size = size_of(*instance.mesh);
        glm::dmat4 world_from_mesh =
            glm::dmat4(at(rest, skin.nodes[used.front()])) * glm::dmat4(skin.inverse_bind[used.front()]);
        for (const std::size_t entry : used) {
            const auto known = bound.find(skin.nodes[entry]);
            if (known == bound.end()) continue;
            world_from_mesh = known->second * glm::dmat4(skin.inverse_bind[entry]);
            break;
        }
        for (const std::size_t entry : used) {
            const int node = skin.nodes[entry];
            const glm::dmat4 bind(skin.inverse_bind[entry]);
            out.skinned.insert(node);
            if (!nearly_equal(glm::dmat4(at(rest, node)) * bind, world_from_mesh, size)) all_rest = false;
            if (std::abs(glm::determinant(bind)) < 1e-30) continue;
            const auto [known, fresh] = bound.try_emplace(node, world_from_mesh * glm::inverse(bind));
            if (!fresh && !nearly_equal(known->second * bind, world_from_mesh, size)) out.exact = false;
        }
    }
    if (all_rest) return out;
    std::set<int> bound_or_above;
    for (const auto& [node, matrix] : bound) {
        for (int n = node; n >= 0 && bound_or_above.insert(n).second; n = at(document.nodes, n).parent) {
        }
    }
    // Nodes that no skin binds rest relative to the nearest ancestor that one does.
    for (const int i : bound_or_above) {
        const auto known = bound.find(i);
        if (known != bound.end()) {
            out.world[i] = known->second;
            continue;
        }
        const int parent = at(document.nodes, i).parent;
        const glm::dmat4 local(to_matrix(at(document.nodes, i).rest));
        out.world[i] = parent < 0 ? local : out.world[parent] * local;
    }
    return out;
}

}  // namespace vitruvian
