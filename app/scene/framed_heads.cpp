#include "app/scene/framed_heads.h"

#include "model/core/at.h"

#include <algorithm>
#include <array>
#include <limits>

namespace vitruvian {
namespace {

/// How far above or below the head a thing that is one unit away from it may be to hide it from a front view.
constexpr float slope = 0.35F;

/// The ball within the box of the vertices that the head's branch leads, and for each mesh which those are.
FramedHead head_of(std::span<const PosedMesh> meshes, const std::vector<int>& branch, const vec3& up,
                   std::vector<std::vector<bool>>& is_head) {
    Bounds box;
    for (const PosedMesh& mesh : meshes) {
        std::vector<bool>& mine = is_head.emplace_back(mesh.positions.size());
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const int node = leading_node(*mesh.instance, v);
            mine[v] = node >= 0 && at(branch, node) >= 0;
            if (mine[v]) box.add(mesh.positions[v]);
        }
    }
    if (box.empty()) return {};
    // Hair may reach far to the sides or back.
    return {box.centre(),
            0.5F * std::min(glm::dot(glm::abs(up), box.size()), glm::length(box.size()) / 1.5F),
            {}};
}

/// True if the triangle may be in front of the head in a view that is nearly level.
bool is_about_as_high(const std::array<vec3, 3>& triangle, const FramedHead& head, const vec3& up) {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    float away = 0.0F;
    for (const vec3& corner : triangle) {
        const vec3 from = corner - head.centre;
        const float height = glm::dot(from, up);
        low = std::min(low, height);
        high = std::max(high, height);
        away = std::max(away, glm::length(from - height * up));
    }
    const float reach = head.radius + slope * away;
    return low < reach && high > -reach && away > head.radius;
}

}  // namespace

int leading_node(const MeshInstance& instance, std::size_t vertex) {
    const Mesh& mesh = *instance.mesh;
    if (!mesh.is_skinned()) return instance.skin->nodes.front();
    int out = -1;
    float most = 0.0F;
    for (std::uint32_t row = mesh.influence_begin[vertex]; row < mesh.influence_begin[vertex + 1]; ++row) {
        if (mesh.influence_weight[row] <= most) continue;
        most = mesh.influence_weight[row];
        out = instance.skin->nodes[mesh.influence_joint[row]];
    }
    return out;
}

std::vector<int> branches_of(const Document& document, std::span<const int> bones) {
    std::vector<int> out(document.nodes.size(), -1);
    for (const int node : bones)
        if (node >= 0) at(out, node) = node;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int parent = document.nodes[i].parent;
        if (out[i] < 0 && parent >= 0) out[i] = at(out, parent);
    }
    return out;
}

void add_head(const Document& document, const Humanoid& humanoid, std::span<const PosedMesh> meshes,
              const vec3& up, const vec3& face, FramedPoints& out) {
    const std::array bones{humanoid.bones[Bone::head]};
    if (bones[0] < 0) return;
    std::vector<std::vector<bool>> is_head;
    FramedHead head = head_of(meshes, branches_of(document, bones), up, is_head);
    if (!(head.radius > 0.0F)) return;
    head.front = face;
    out.heads.push_back(head);
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const Mesh& mesh = *meshes[m].instance->mesh;
        if (mesh.topology != Topology::triangles) continue;
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            const std::array corners{mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]};
            if (is_head[m][corners[0]]) continue;
            const std::vector<vec3>& points = meshes[m].positions;
            const std::array triangle{points[corners[0]], points[corners[1]], points[corners[2]]};
            if (is_about_as_high(triangle, head, up)) out.around_heads.push_back(triangle);
        }
    }
}

}  // namespace vitruvian
