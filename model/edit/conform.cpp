#include "model/edit/conform.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/rearrange.h"
#include "model/edit/edit_parts.h"
#include "model/edit/even_scales.h"
#include "model/edit/frames.h"
#include "model/edit/separate_scale.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"
#include "model/figure/reference_rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace vitruvian {
namespace {

/// Closer than this, in radians, an axis or a limb is correct.
constexpr float close_enough = 0.0035F;  // 0.2 degrees

/// World matrices in the pose that the file shows: joints of H-Anim may be turned where their skin is not bound.
std::vector<glm::dmat4> shown_worlds(const Document& document) {
    return exact_worlds(document, [&document](std::size_t n) {
        return compose(document.nodes[n].rest, document.nodes[n].delta);
    });
}

/// Per node, the bone whose axes it gets: its own, or for joints between bones that of the bone above. -1:
/// none.
std::vector<int> bones_of_nodes(const Document& document, const Humanoid& humanoid) {
    std::vector<int> bone(document.nodes.size(), -1);
    std::vector<bool> leads_to_bone(document.nodes.size(), false);
    for (std::size_t b = 0; b < bone_count; ++b) {
        const int node = humanoid.bones.node[b];
        if (node < 0) continue;
        at(bone, node) = static_cast<int>(b);
        for (int n = node; n >= 0 && !at(leads_to_bone, n); n = at(document.nodes, n).parent)
            at(leads_to_bone, n) = true;
    }
    std::set<int> joints;
    for (const Joint& joint : humanoid.joints) joints.insert(joint.node);
    for (const int node : joints) {
        int& own = at(bone, node);
        if (own >= 0 || !at(leads_to_bone, node)) continue;
        int up = at(document.nodes, node).parent;
        while (up >= 0 && at(bone, up) < 0) up = at(document.nodes, up).parent;
        if (up >= 0) own = at(bone, up);
    }
    return bone;
}

/// Whether it is a robot or similar: an H-Anim figure whose file has joints rotated at rest, instead of
/// centers.
bool is_placed_by_turns(const Document& document, int h) {
    const Humanoid& figure = at(document.humanoids, h);
    if (figure.kind != HumanoidKind::hanim || rests_unturned(document, h)) return false;
    return !is_gltf(document.format) ||
           std::all_of(figure.joints.begin(), figure.joints.end(), [&](const Joint& joint) {
               return at(document.nodes, joint.node).frame_offset == vec3(0.0F);
           });
}

/// Whether keys scale non-uniformly.
bool is_stretched(const Channel& channel) {
    if (channel.path != ChannelPath::scale) return false;
    const bool cubic = channel.interpolation == Interpolation::cubic;
    for (std::size_t i = 0; i + 2 < channel.values.size(); i += 3) {
        const vec3 scale(channel.values[i], channel.values[i + 1], channel.values[i + 2]);
        const bool is_value = !cubic || i / 3 % 3 == 1;
        if (is_value && unevenness(scale) > rounded_scale) return true;
    }
    return false;
}

/// Nodes that cannot be rotated: a non-uniform scale would then be along another axis.
std::vector<bool> stretched_nodes(const Document& document) {
    std::vector<bool> out(document.nodes.size(), false);
    for (std::size_t n = 0; n < out.size(); ++n) {
        const Node& node = document.nodes[n];
        out[n] = unevenness(node.rest.scale) > rounded_scale || unevenness(node.delta.scale) > rounded_scale;
    }
    for (const auto& clip : document.clips) {
        for (const Channel& channel : clip->channels) {
            if (channel.node < 0) continue;
            const auto n = static_cast<std::size_t>(channel.node);
            out[n] = out[n] || channel.path == ChannelPath::scale_orientation || is_stretched(channel);
        }
    }
    return out;
}

class Conformer {
  public:
    Conformer(const Document& document, const std::vector<bool>& wanted) : wanted_(wanted) {
        out_.document = document;
        out_.figures.assign(document.humanoids.size(), false);
        out_.also_joints.resize(document.humanoids.size());
    }

    Conformed run() {
        for (std::size_t h = 0; h < wanted_.size(); ++h) {
            if (wanted_[h] && can_conform(static_cast<int>(h))) figures_.push_back(static_cast<int>(h));
        }
        if (figures_.empty()) return std::move(out_);
        even_out();
        std::erase_if(figures_, [this](int h) { return !find_pose(h); });
        if (figures_.empty()) return std::move(out_);
        t_world_ = exact_worlds(document(), [this](std::size_t n) { return pose_.local[n]; });
        turn_frames(document(), turn_);
        const std::vector<glm::dmat4> shown = shown_worlds(document());
        out_.bind.resize(document().nodes.size());
        for (const int h : figures_) {
            find_binds(h);
            rebind(h, shown);
            at(out_.figures, h) = true;
        }
        return std::move(out_);
    }

  private:
    [[nodiscard]] Document& document() { return out_.document; }
    [[nodiscard]] const Humanoid& humanoid(int h) const { return at(out_.document.humanoids, h); }

    /// Whether there is something to do, and it is possible.
    bool can_conform(int h) {
        const Humanoid& figure = humanoid(h);
        if (figure.bones[Bone::hips] < 0 || is_placed_by_turns(document(), h)) return false;
        const ReferenceFaults faults = reference_faults(document(), h);
        if (faults.mirrored) return false;
        if (faults.has_front && faults.worst() <= close_enough && has_joints_above_bones(figure))
            return false;
        const int hips = figure.bones[Bone::hips];
        const bool may_turn = !faults.has_front || faults.facing > close_enough;
        if (at(document().nodes, hips).parent < 0 && may_turn) put_above(hips);
        return true;
    }

    /// Whether the formula finds a joint above each bone except the hips.
    [[nodiscard]] bool has_joints_above_bones(const Humanoid& figure) const {
        std::set<int> joints;
        for (const Joint& joint : figure.joints) joints.insert(joint.node);
        return std::all_of(figure.bones.node.begin(), figure.bones.node.end(), [&](int node) {
            return node < 0 || node == figure.bones[Bone::hips] ||
                   joints.contains(at(out_.document.nodes, node).parent);
        });
    }

    /// Adds a joint above the hips, so that the figure may face another way in the scene than in its bind
    /// pose.
    void put_above(int hips) {
        Node above;
        above.name = at(document().nodes, hips).name + " placing";
        insert_node(document(), hips, above);
        at(document().nodes, hips + 1).parent = hips;
    }

    /// Takes the scales out of bones that are stretched; those of which it cannot stay as they are.
    void separate_scales() {
        const std::vector<bool> stretched = stretched_nodes(document());
        std::vector<std::pair<int, Bone>> bones;
        for (const int h : figures_) {
            for (std::size_t b = 0; b < bone_count; ++b) {
                const int node = humanoid(h).bones.node[b];
                if (node >= 0 && stretched[static_cast<std::size_t>(node)])
                    bones.emplace_back(h, static_cast<Bone>(b));
            }
        }
        for (const auto& [h, bone] : bones) (void)separate_scale(document(), h, bone);
    }

    void even_out() {
        separate_scales();
        bone_of_.assign(document().nodes.size(), -1);
        const std::vector<bool> stretched = stretched_nodes(document());
        for (const int h : figures_) {
            const std::vector<int> bones = bones_of_nodes(document(), humanoid(h));
            for (std::size_t n = 0; n < bones.size(); ++n) {
                if (bones[n] < 0) continue;
                if (!stretched[n])
                    bone_of_[n] = bones[n];
                else if (humanoid(h).bones[static_cast<Bone>(bones[n])] == static_cast<int>(n))
                    out_.left_as_is.push_back(static_cast<Bone>(bones[n]));
            }
        }
        even_scales(document(), [this](int node) { return at(bone_of_, node) >= 0; });
        const Skeleton skeleton = make_skeleton(document());
        pose_ = base_pose(document(), skeleton);
        turn_.assign(document().nodes.size(), identity_quat);
        body_.assign(document().humanoids.size(), identity_quat);
    }

    /// Finds the figure's T-pose, and the rotations of its frames in it. Only rotations differ from rest: the
    /// extension's formula also writes the bind pose's translations, which must not move anything.
    bool find_pose(int h) {
        const Humanoid& figure = humanoid(h);
        const ReferencePose reference = make_reference_pose(document(), h, ReferenceKind::automatic);
        const Skeleton skeleton = make_skeleton(document());
        Pose start = base_pose(document(), skeleton);
        for (const Joint& joint : figure.joints)
            at(start.local, joint.node).rotation = at(reference.pose.local, joint.node).rotation;
        const std::vector<mat4> world = world_matrices(skeleton, start);
        const BodyFrame body = find_body_frame(figure, world);
        if (!body.found || body.mirrored) return false;
        const Pose posed = turned_into_t_pose(document(), figure, start, world, body);
        const std::vector<mat4> stands = world_matrices(skeleton, posed);
        at(body_, h) = body.world_from_body;
        for (const Joint& joint : figure.joints) {
            at(pose_.local, joint.node).rotation = at(posed.local, joint.node).rotation;
            const int bone = at(bone_of_, joint.node);
            if (bone < 0) continue;
            const quat wanted = body.world_from_body * t_pose_frame(static_cast<Bone>(bone));
            at(turn_, joint.node) =
                plain_rotation(glm::conjugate(rotation_part(at(stands, joint.node))) * wanted);
        }
        return true;
    }

    [[nodiscard]] glm::dmat4 bind_of(int h, int node) const {
        const glm::dmat4 to_front = glm::mat4_cast(glm::conjugate(glm::dquat(at(body_, h))));
        return to_front * at(t_world_, node) * glm::mat4_cast(glm::dquat(at(turn_, node)));
    }

    /// Whether another figure is below the node too: as a joint of both it would join them.
    [[nodiscard]] bool is_shared(int node, int h) const {
        const std::vector<Humanoid>& all = out_.document.humanoids;
        for (int other = 0; other < static_cast<int>(all.size()); ++other) {
            if (other == h) continue;
            const int hips = at(all, other).bones[Bone::hips];
            if (hips >= 0 && at(out_.document.nodes, hips).parent == node) return true;
        }
        return false;
    }

    void find_binds(int h) {
        const Humanoid& figure = humanoid(h);
        std::set<int> joints;
        for (const Joint& joint : figure.joints) joints.insert(joint.node);
        for (const int node : figure.bones.node) {
            const int parent = node < 0 ? -1 : at(document().nodes, node).parent;
            if (parent < 0 || joints.contains(parent)) continue;
            if (node == figure.bones[Bone::hips] && (is_shared(parent, h) || !needs_joint_above(h, node)))
                continue;
            joints.insert(parent);
            at(out_.also_joints, h).push_back(parent);
        }
        for (const int node : joints) at(out_.bind, node) = mat4(bind_of(h, node));
    }

    /// Whether the formula places the hips elsewhere than their node is, when it takes the world as their
    /// parent.
    [[nodiscard]] bool needs_joint_above(int h, int hips) const {
        const glm::dmat4 formula = bind_of(h, hips);
        const glm::dmat4 placed = glm::inverse(bind_of(h, at(out_.document.nodes, hips).parent)) * formula;
        double off = 0.0;
        for (int c = 0; c < 4; ++c) off = std::max(off, glm::length(placed[c] - formula[c]));
        return off > 1e-5 * std::max(1.0, glm::length(glm::dvec3(formula[3])));
    }

    /// Returns the skin bound in the T-pose, with the ancestors of its bones among its joints.
    [[nodiscard]] std::shared_ptr<const Skin> bound(const Skin& skin, int h) const {
        auto out = std::make_shared<Skin>(skin);
        std::set<int> known(skin.nodes.begin(), skin.nodes.end());
        const int hips = humanoid(h).bones[Bone::hips];
        for (std::size_t i = 0; i < out->nodes.size(); ++i) {
            const int node = out->nodes[i];
            if (at(bone_of_, node) < 0 && !humanoid(h).bones.bone_of(node)) continue;
            const int above = at(out_.document.nodes, node).parent;
            const std::vector<int>& more = at(out_.also_joints, h);
            const bool is_meant = node != hips || std::find(more.begin(), more.end(), above) != more.end();
            if (above >= 0 && is_meant && known.insert(above).second) out->nodes.push_back(above);
        }
        out->inverse_bind.clear();
        for (const int node : out->nodes) out->inverse_bind.push_back(mat4(glm::inverse(bind_of(h, node))));
        return out;
    }

    void rebind(int h, const std::vector<glm::dmat4>& shown) {
        std::map<const Skin*, std::shared_ptr<const Skin>> skins;
        std::map<std::pair<const Mesh*, const Skin*>, MeshInstance> made;
        for (MeshInstance& instance : document().meshes) {
            if (instance.humanoid != h || !instance.mesh->is_skinned()) continue;
            const auto [known, is_new] =
                made.try_emplace({instance.mesh.get(), instance.skin.get()}, instance);
            if (is_new) {
                // Kept alive while its address is a key.
                old_.push_back(instance.mesh);
                old_skins_.push_back(instance.skin);
                const Skin& skin = *instance.skin;
                auto& new_skin = skins[&skin];
                if (!new_skin) new_skin = bound(skin, h);
                std::vector<glm::dmat4> from;
                std::vector<glm::dmat4> to;
                for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
                    // Inverse bind matrices of rotated frames are updated: the product with the world matrix
                    // is unchanged.
                    from.push_back(at(shown, skin.nodes[i]) * glm::dmat4(skin.inverse_bind[i]));
                    to.push_back(at(shown, skin.nodes[i]) * glm::dmat4(new_skin->inverse_bind[i]));
                }
                rebind_mesh(known->second, from, to, new_skin, out_.folded);
            }
            instance.mesh = known->second.mesh;
            instance.skin = known->second.skin;
        }
    }

    const std::vector<bool>& wanted_;
    Conformed out_;
    std::vector<int> figures_;
    std::vector<int> bone_of_;  // per node: the bone whose axes it gets; -1: unchanged
    Pose pose_;                 // all figures in the T-pose, with each node in its old axes
    std::vector<glm::dmat4> t_world_;
    std::vector<quat> turn_;
    std::vector<quat> body_;  // per humanoid
    std::vector<std::shared_ptr<const Mesh>> old_;
    std::vector<std::shared_ptr<const Skin>> old_skins_;
};

}  // namespace

Conformed conform_figures(const Document& document, const std::vector<bool>& wanted) {
    return Conformer(document, wanted).run();
}

namespace {

/// Removes rounding errors of rotating back and forth.
Transform tidied(Transform rest) {
    constexpr float rounding = 5e-6F;
    const quat& q = rest.rotation;
    if (std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z)}) <= rounding) rest.rotation = identity_quat;
    return rest;
}

/// Rotates the frames of joints until none is rotated at rest.
void straighten(Document& document, int h) {
    const Humanoid& figure = at(document.humanoids, h);
    std::vector<quat> turn(document.nodes.size(), identity_quat);
    std::vector<bool> is_joint(document.nodes.size(), false);
    for (const Joint& joint : figure.joints) at(is_joint, joint.node) = true;
    for (std::size_t n = 0; n < turn.size(); ++n) {
        const Node& node = document.nodes[n];
        if (!is_joint[n] || unevenness(node.rest.scale) > rounded_scale) continue;
        const quat above = node.parent < 0 ? identity_quat : at(turn, node.parent);
        turn[n] = plain_rotation(glm::conjugate(node.rest.rotation) * above);
    }
    turn_frames(document, turn);
    for (std::size_t n = 0; n < turn.size(); ++n) {
        Node& node = document.nodes[n];
        const bool hangs_there = node.parent >= 0 && at(is_joint, node.parent);
        if (!is_joint[n] && !hangs_there) continue;
        node.rest = tidied(node.rest);
        node.delta = tidied(node.delta);
    }
}

/// Binds the figure's skins in its rest pose, in the humanoid's frame. In the pose that it is in they look the same.
void bind_at_rest(Document& document, int h) {
    const Humanoid& figure = at(document.humanoids, h);
    const std::vector<glm::dmat4> world = exact_worlds(document, [&](std::size_t n) {
        const Node& node = document.nodes[n];
        return node.kind == NodeKind::joint ? node.rest : compose(node.rest, node.delta);
    });
    const std::vector<glm::dmat4> shown = shown_worlds(document);
    const glm::dmat4 placed = figure.node < 0 ? glm::dmat4(1.0) : at(world, figure.node);
    Folded folded;
    for (MeshInstance& instance : document.meshes) {
        if (instance.humanoid != h) continue;
        auto skin = std::make_shared<Skin>(*instance.skin);
        std::vector<glm::dmat4> from;
        std::vector<glm::dmat4> to;
        for (std::size_t i = 0; i < skin->nodes.size(); ++i) {
            from.push_back(at(shown, skin->nodes[i]) * glm::dmat4(skin->inverse_bind[i]));
            if (instance.mesh->is_skinned())
                skin->inverse_bind[i] = mat4(glm::inverse(at(world, skin->nodes[i])) * placed);
            else
                skin->inverse_bind[i] = to_matrix(tidied(to_transform(skin->inverse_bind[i])));
            to.push_back(at(shown, skin->nodes[i]) * glm::dmat4(skin->inverse_bind[i]));
        }
        if (!instance.mesh->is_skinned()) {
            instance.skin = std::move(skin);
            continue;
        }
        rebind_mesh(instance, from, to, std::move(skin), folded);
    }
}

}  // namespace

namespace {

/// Whether most bones have the extension's axes in the T-pose: then they come from conform_figures, or
/// another program that follows the extension, and the figure's own axes are those without rotations.
bool has_extension_axes(const Document& document, int h) {
    constexpr float close = 0.02F;
    const ReferencePose posed = make_reference_pose(document, h, ReferenceKind::tpose);
    const auto fitting = std::count_if(posed.score.bones.begin(), posed.score.bones.end(),
                                       [](const TPoseError& error) { return error.axes <= close; });
    return posed.body.found && static_cast<std::size_t>(fitting) * 2 > posed.score.bones.size();
}

}  // namespace

Document in_hanim_form(const Document& document) {
    Document out = document;
    for (int h = 0; h < static_cast<int>(out.humanoids.size()); ++h) {
        const bool is_hanim = at(out.humanoids, h).kind == HumanoidKind::hanim;
        if (!is_hanim || !is_gltf(out.format) || rests_unturned(out, h) || !has_extension_axes(out, h))
            continue;
        straighten(out, h);
        bind_at_rest(out, h);
    }
    return out;
}

}  // namespace vitruvian
