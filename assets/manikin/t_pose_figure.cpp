#include "assets/manikin/t_pose_figure.h"

#include "model/figure/bone_frames.h"
#include "model/figure/t_pose.h"
#include "model/pose/pose.h"

#include "assets/manikin/skeleton.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <set>

namespace vitruvian::manikin {
namespace {

quat turn_of(const mat4& world) {
    return glm::normalize(glm::quat_cast(mat3(world)));
}

/// The same to so many parts of 1, whatever the machine's rounding of sums.
vec3 decimals(const vec3& v, float parts) {
    return glm::round(v * parts) / parts;
}

/// Points that no face uses are left out.
Mesh with_used_points(const Mesh& mesh) {
    constexpr std::uint32_t unused = 0xFFFFFFFFU;
    std::vector<std::uint32_t> number(mesh.positions.size(), unused);
    Mesh out;
    out.name = mesh.name;
    out.influence_begin.push_back(0);
    for (const std::uint32_t v : mesh.indices) {
        if (number[v] == unused) {
            number[v] = static_cast<std::uint32_t>(out.positions.size());
            out.positions.push_back(mesh.positions[v]);
            out.normals.push_back(mesh.normals[v]);
            for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
                out.influence_joint.push_back(mesh.influence_joint[i]);
                out.influence_weight.push_back(mesh.influence_weight[i]);
            }
            out.influence_begin.push_back(static_cast<std::uint32_t>(out.influence_joint.size()));
        }
        out.indices.push_back(number[v]);
    }
    for (const MorphTarget& target : mesh.targets) {
        MorphTarget kept;
        kept.name = target.name;
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            if (number[target.vertices[i]] == unused) continue;
            kept.vertices.push_back(number[target.vertices[i]]);
            if (!target.positions.empty()) kept.positions.push_back(target.positions[i]);
        }
        out.targets.push_back(std::move(kept));
    }
    return out;
}

class Turner {
  public:
    explicit Turner(const Document& figure) : out_(figure), skeleton_(make_skeleton(figure)) {
        const Humanoid& humanoid = figure.humanoids.front();
        const Pose neutral = rest_pose(skeleton_);
        const std::vector<mat4> world = world_matrices(skeleton_, neutral);
        pose_ = turned_into_t_pose(figure, humanoid, neutral, world, find_body_frame(humanoid, world));
        world_ = world_matrices(skeleton_, pose_);
        put_on_ground();
        find_axes();
    }

    Document turn() {
        for (MeshInstance& instance : out_.meshes) bind(instance);
        for (std::size_t i = 0; i < out_.nodes.size(); ++i) turn_node(i);
        for (Joint& joint : out_.humanoids.front().joints)
            joint.limit_orientation = back(joint.node) * joint.limit_orientation;
        for (std::shared_ptr<const Clip>& clip : out_.clips) clip = turned(*clip);
        return std::move(out_);
    }

  private:
    /// Straight legs are longer than those of the default pose.
    void put_on_ground() {
        const float lowest = posed_bounds(out_, world_, pose_.weights, 0).min.y;
        const int hips = out_.humanoids.front().bones[Bone::hips];
        pose_.local[at(hips)].translation.y -= lowest;
        world_ = world_matrices(skeleton_, pose_);
    }

    /// Of each node the turn from its new axes to the humanoid's, in the default pose. Joints between bones
    /// have the axes of the bone above.
    void find_axes() {
        std::vector<quat> frame(out_.nodes.size(), identity_quat);  // in the T-pose
        const BoneMap& bones = out_.humanoids.front().bones;
        axes_.assign(out_.nodes.size(), identity_quat);
        for (std::size_t i = 0; i < out_.nodes.size(); ++i) {
            const Node& node = out_.nodes[i];
            if (node.kind != NodeKind::joint) continue;
            frame[i] = frame[at(node.parent)];
            for (std::size_t b = 0; b < bone_count; ++b) {
                if (bones.node[b] == static_cast<int>(i)) frame[i] = t_pose_frame(static_cast<Bone>(b));
            }
            axes_[i] = glm::normalize(glm::conjugate(turn_of(world_[i])) * frame[i]);
        }
    }

    /// The skin's points as the T-pose has them, and its joints' new frames there.
    void bind(MeshInstance& instance) {
        auto skin = std::make_shared<Skin>(*instance.skin);
        const bool bends = instance.mesh->is_skinned();
        auto mesh = std::make_shared<Mesh>(bends ? with_used_points(*instance.mesh) : *instance.mesh);
        for (vec3& normal : mesh->normals) normal = glm::normalize(normal);
        if (bends) move_points(instance, *mesh);
        instance.mesh = std::move(mesh);
        for (std::size_t e = 0; e < skin->nodes.size(); ++e) {
            const std::size_t node = at(skin->nodes[e]);
            const mat4 back = glm::mat4_cast(glm::conjugate(axes_[node]));
            skin->inverse_bind[e] = back * (bends ? affine_inverse(world_[node]) : skin->inverse_bind[e]);
        }
        instance.skin = std::move(skin);
    }

    void move_points(const MeshInstance& instance, Mesh& mesh) const {
        std::vector<mat4> matrices(instance.skin->nodes.size());
        skin_matrices(*instance.skin, world_, matrices);
        const auto matrix = [&](std::size_t v) {
            mat4 sum(0.0F);
            for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i)
                sum += matrices[mesh.influence_joint[i]] * mesh.influence_weight[i];
            return sum;
        };
        for (MorphTarget& target : mesh.targets) {
            for (std::size_t i = 0; i < target.positions.size(); ++i)
                target.positions[i] = mat3(matrix(target.vertices[i])) * target.positions[i];
        }
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const mat4 m = matrix(v);
            mesh.positions[v] = decimals(vec3(m * vec4(mesh.positions[v], 1.0F)), 1e5F);
            mesh.normals[v] = glm::normalize(decimals(glm::normalize(mat3(m) * mesh.normals[v]), 1e3F));
        }
    }

    void turn_node(std::size_t i) {
        Node& node = out_.nodes[i];
        if (node.parent < 0) return;
        const quat up = glm::conjugate(axes_[at(node.parent)]);
        const Transform before = node.rest;
        node.rest.translation = up * before.translation;
        node.rest.rotation = glm::normalize(up * before.rotation * axes_[i]);
        if (node.kind != NodeKind::joint) return;
        const quat turn = glm::conjugate(before.rotation) * pose_.local[i].rotation;
        node.delta.rotation = glm::normalize(glm::conjugate(axes_[i]) * turn * axes_[i]);
        node.delta.translation = glm::conjugate(axes_[i]) * (pose_.local[i].translation - before.translation);
    }

    [[nodiscard]] std::shared_ptr<const Clip> turned(const Clip& clip) const {
        auto out = std::make_shared<Clip>(clip);
        std::set<int> moved;
        for (Channel& channel : out->channels) {
            const quat to = back(channel.node);
            const bool turns = channel.path == ChannelPath::rotation;
            if (turns) moved.insert(channel.node);
            const std::size_t size = turns ? 4 : 3;
            for (std::size_t k = 0; k < channel.values.size(); k += size) {
                float* v = &channel.values[k];
                if (turns) {
                    const quat q = to * quat(v[3], v[0], v[1], v[2]) * glm::conjugate(to);
                    v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
                } else {
                    const vec3 p = to * vec3(v[0], v[1], v[2]);
                    v[0] = p.x, v[1] = p.y, v[2] = p.z;
                }
            }
        }
        // What the clip leaves alone is to be in the default pose, not in the T-pose that the file shows.
        for (const Joint& joint : out_.humanoids.front().joints) {
            if (moved.contains(joint.node) || out_.nodes[at(joint.node)].delta.rotation == identity_quat)
                continue;
            out->channels.push_back(
                held_channel(joint.node, ChannelPath::rotation, {0.0F, 0.0F, 0.0F, 1.0F}));
            out->channels.back().space = ChannelSpace::delta;
        }
        return out;
    }

    [[nodiscard]] static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] quat back(int node) const { return glm::conjugate(axes_[at(node)]); }

    Document out_;
    vitruvian::Skeleton skeleton_;
    Pose pose_;
    std::vector<mat4> world_;  // in the T-pose, the figure's own axes
    std::vector<quat> axes_;
};

}  // namespace

Document t_pose_figure(const Document& figure) {
    return Turner(figure).turn();
}

}  // namespace vitruvian::manikin
