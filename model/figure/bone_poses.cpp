#include "model/figure/bone_poses.h"

#include "model/core/at.h"
#include "model/figure/bind_pose.h"
#include "model/figure/bone_hierarchy.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian {
namespace {

/// Returns the joints and the node above all of them; empty where one of them is, or there is none.
std::vector<int> with_common_root(const Document& document, const std::vector<int>& joints) {
    int root = joints.front();
    for (const int joint : joints) root = common_ancestor(document, root, joint);
    if (root < 0 || root == joints.front()) return {};
    std::vector<int> out{root};
    out.insert(out.end(), joints.begin(), joints.end());
    return out;
}

/// Compares the bones that determine how a figure stands.
bool have_same_limbs(const BoneMap& a, const BoneMap& b) {
    static constexpr std::array<Bone, 6> bones{Bone::hips,           Bone::head,
                                               Bone::left_upper_arm, Bone::right_upper_arm,
                                               Bone::left_upper_leg, Bone::right_upper_leg};
    return std::all_of(bones.begin(), bones.end(), [&](Bone bone) { return a[bone] == b[bone]; });
}

/// Finds bones by shape where the zero pose of motion data is not usable: from the sampled times that agree
/// most.
std::optional<BoneFindings> find_in_motion(const Document& document, const std::vector<int>& candidates) {
    if (document.format != FileFormat::bvh || document.clips.empty()) return std::nullopt;
    constexpr int moments = 7;
    constexpr std::ptrdiff_t enough = 4;
    const Skeleton skeleton = make_skeleton(document);
    const Clip& clip = *document.clips.front();
    std::vector<BoneFindings> all;
    for (int i = 0; i < moments; ++i) {
        Pose pose = rest_pose(skeleton);
        sample(clip, clip.duration * i / moments, skeleton, pose);
        BoneFindings found = find_bones(document, candidates, world_matrices(skeleton, pose));
        if (!is_empty(found.shaped.map)) all.push_back(std::move(found));
    }
    const auto agreeing = [&all](const BoneFindings& found) {
        return std::count_if(all.begin(), all.end(), [&found](const BoneFindings& other) {
            return have_same_limbs(found.shaped.map, other.shaped.map);
        });
    };
    const auto best = std::max_element(
        all.begin(), all.end(), [&](const auto& a, const auto& b) { return agreeing(a) < agreeing(b); });
    if (best == all.end() || agreeing(*best) < enough) return std::nullopt;
    return std::move(*best);
}

}  // namespace

std::vector<mat4> bound_world(const Document& document, std::span<const int> joints,
                              std::span<const mat4> rest) {
    std::vector<std::size_t> meshes;
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const MeshInstance& instance = document.meshes[m];
        if (instance.skin == nullptr) continue;
        const bool is_its = std::any_of(
            instance.skin->nodes.begin(), instance.skin->nodes.end(),
            [joints](int node) { return std::binary_search(joints.begin(), joints.end(), node); });
        if (is_its) meshes.push_back(m);
    }
    const BindPose bound = find_bind_pose(document, rest, meshes);
    if (bound.world.empty()) return {};
    std::vector<mat4> out(rest.begin(), rest.end());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Node& node = document.nodes[i];
        const auto known = bound.world.find(static_cast<int>(i));
        if (known != bound.world.end()) {
            out[i] = mat4(known->second);
        } else if (node.parent >= 0) {
            out[i] = at(out, node.parent) * to_matrix(node.rest);
        }
    }
    return out;
}

std::optional<BoneFindings> find_otherwise(const Document& document, const std::vector<int>& candidates,
                                           std::span<const mat4> rest, std::span<const mat4> bound) {
    if (!bound.empty()) {
        BoneFindings found = find_bones(document, candidates, bound);
        if (!is_empty(found)) return found;
    }
    const std::vector<int> joints = with_common_root(document, candidates);
    if (!joints.empty()) {
        BoneFindings found = find_bones(document, joints, bound.empty() ? rest : bound);
        if (!is_empty(found)) return found;
    }
    return find_in_motion(document, candidates);
}

}  // namespace vitruvian
