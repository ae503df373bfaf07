#include "model/edit/blend_deviation.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/edit/frames.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace vitruvian {
namespace {

/// A mesh before and after, and those of its vertices that several joints move.
struct ReboundMesh {
    const MeshInstance* was;
    const MeshInstance* is;
    std::vector<std::size_t> vertices;
};

std::vector<ReboundMesh> rebound_meshes(const Document& before, const Document& after, int humanoid) {
    VT_CHECK(before.meshes.size() == after.meshes.size());
    std::vector<ReboundMesh> out;
    std::size_t count = 0;
    for (std::size_t m = 0; m < before.meshes.size(); ++m) {
        ReboundMesh pair{&before.meshes[m], &after.meshes[m], {}};
        const Mesh& mesh = *pair.was->mesh;
        if (pair.was->humanoid != humanoid || !mesh.is_skinned() || pair.was->mesh == pair.is->mesh) continue;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            if (mesh.influence_begin[v + 1] > mesh.influence_begin[v] + 1) pair.vertices.push_back(v);
        }
        count += pair.vertices.size();
        out.push_back(std::move(pair));
    }
    constexpr std::size_t enough = 20'000;
    const std::size_t step = count / enough + 1;
    for (ReboundMesh& pair : out) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < pair.vertices.size(); i += step) pair.vertices[kept++] = pair.vertices[i];
        pair.vertices.resize(kept);
    }
    return out;
}

/// The matrices that the entries of a mesh's skin contribute to its vertices.
template <class WorldOfNode>
std::vector<mat4> entries_of(const MeshInstance& instance, const WorldOfNode& world) {
    std::vector<mat4> out;
    for (std::size_t i = 0; i < instance.skin->nodes.size(); ++i)
        out.push_back(world(instance.skin->nodes[i]) * instance.skin->inverse_bind[i]);
    return out;
}

vec3 skinned(const Mesh& mesh, std::size_t vertex, std::span<const mat4> entries) {
    const vec4 point(mesh.positions[vertex], 1.0F);
    vec3 out(0.0F);
    for (std::uint32_t i = mesh.influence_begin[vertex]; i < mesh.influence_begin[vertex + 1]; ++i)
        out += mesh.influence_weight[i] * vec3(entries[mesh.influence_joint[i]] * point);
    return out;
}

float deviation(const ReboundMesh& pair, std::span<const mat4> was, std::span<const mat4> is) {
    float out = 0.0F;
    for (const std::size_t v : pair.vertices)
        out = std::max(out, glm::distance(skinned(*pair.was->mesh, v, was), skinned(*pair.is->mesh, v, is)));
    return out;
}

float deviation_in_clips(const Document& before, const Document& after, std::span<const ReboundMesh> meshes) {
    constexpr std::size_t all_moments = 48;
    const std::size_t clips = std::min(before.clips.size(), after.clips.size());
    const std::size_t moments = std::clamp<std::size_t>(all_moments / std::max<std::size_t>(clips, 1), 2, 12);
    const Skeleton old_skeleton = make_skeleton(before);
    const Skeleton new_skeleton = make_skeleton(after);
    const auto world_in = [](const Clip& clip, double time, const Skeleton& skeleton) {
        Pose pose = file_pose(skeleton);
        sample(clip, time, skeleton, pose);
        return world_matrices(skeleton, pose);
    };
    float out = 0.0F;
    for (std::size_t c = 0; c < clips; ++c) {
        for (std::size_t i = 0; i < moments; ++i) {
            const double time =
                before.clips[c]->duration * static_cast<double>(i) / static_cast<double>(moments - 1);
            const std::vector<mat4> was = world_in(*before.clips[c], time, old_skeleton);
            const std::vector<mat4> is = world_in(*after.clips[c], time, new_skeleton);
            for (const ReboundMesh& pair : meshes) {
                out = std::max(out,
                               deviation(pair, entries_of(*pair.was, [&](int node) { return at(was, node); }),
                                         entries_of(*pair.is, [&](int node) { return at(is, node); })));
            }
        }
    }
    return out;
}

/// In the new bind pose. A frame of `before` stands to that of `after` there as it does at rest.
float deviation_at_bind(const Document& before, const Document& after,
                        std::span<const std::optional<mat4>> bind, std::span<const ReboundMesh> meshes) {
    const std::vector<mat4> was = worlds_at_rest(before);
    const std::vector<mat4> is = worlds_at_rest(after);
    float out = 0.0F;
    for (const ReboundMesh& pair : meshes) {
        std::vector<mat4> old_entries;
        std::vector<mat4> new_entries;
        bool is_known = true;
        for (std::size_t i = 0; i < pair.was->skin->nodes.size(); ++i) {
            const int node = pair.is->skin->nodes[i];
            is_known = is_known && at(bind, node).has_value();
            if (!is_known) break;
            const mat4& bound = *at(bind, node);
            old_entries.push_back(bound * affine_inverse(at(is, node)) * at(was, pair.was->skin->nodes[i]) *
                                  pair.was->skin->inverse_bind[i]);
            new_entries.push_back(bound * pair.is->skin->inverse_bind[i]);
        }
        if (is_known) out = std::max(out, deviation(pair, old_entries, new_entries));
    }
    return out;
}

/// The longest side of the box around a figure's joints.
float size_of(const Document& document, const Humanoid& humanoid) {
    const std::vector<mat4> world = worlds_at_rest(document);
    Bounds box;
    for (const Joint& joint : humanoid.joints) box.add(vec3(at(world, joint.node)[3]));
    const vec3 sides = humanoid.joints.empty() ? vec3(0.0F) : box.max - box.min;
    return std::max({sides.x, sides.y, sides.z});
}

}  // namespace

float blend_deviation(const Document& before, const Document& after, int humanoid,
                      std::span<const std::optional<mat4>> bind) {
    const std::vector<ReboundMesh> meshes = rebound_meshes(before, after, humanoid);
    if (meshes.empty()) return 0.0F;
    const float in_clips = deviation_in_clips(before, after, meshes);
    return bind.empty() ? in_clips : std::max(in_clips, deviation_at_bind(before, after, bind, meshes));
}

void note_blend_deviation(const Document& before, const Document& after,
                          std::span<const std::optional<mat4>> bind, std::string_view advice,
                          Diagnostics& notes) {
    for (std::size_t h = 0; h < before.humanoids.size(); ++h) {
        const Humanoid& humanoid = before.humanoids[h];
        const float farthest = blend_deviation(before, after, static_cast<int>(h), bind);
        constexpr float noteworthy = 1e-5F;
        const float size = size_of(before, humanoid);
        if (!(farthest > noteworthy * size)) continue;
        notes.warn("blend-deviates",
                   fmt::format("'{}' gets a new bind pose: skin that is blended between joints moves "
                               "differently with them, by up to {:.2g} % of the figure's size{}",
                               humanoid.name, 100.0F * farthest / std::max(size, 1e-30F), advice),
                   {before.file, 0, 0, {}});
    }
}

}  // namespace vitruvian
