#include "model/formats/vrml/write/frames.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/figure/bind_pose.h"
#include "model/formats/vrml/read/built_nodes.h"
#include "model/formats/vrml/write/similarity.h"
#include "model/pose/pose.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace vitruvian::vrml {
namespace {

glm::dmat4 moved(const glm::dvec3& by) {
    return glm::translate(glm::dmat4(1.0), by);
}

bool is_translation(const glm::dmat4& m) {
    return glm::dmat3(m) == glm::dmat3(1.0);
}

bool is_plain_rest(const Transform& rest) {
    return rest.rotation == identity_quat && rest.scale == vec3(1.0F);
}

/// Whether the joint's rest is the offset from its parent's center to its own.
bool is_plain_joint(const Document& document, int node) {
    const Node& n = at(document.nodes, node);
    const vec3 parent = n.parent < 0 ? vec3(0.0F) : at(document.nodes, n.parent).frame_offset;
    const vec3 expected = n.frame_offset - parent;
    const float size = std::max(1.0F, std::max(glm::length(n.frame_offset), glm::length(parent)));
    return is_plain_rest(n.rest) && glm::length(n.rest.translation - expected) <= 1e-5F * size;
}

class Planner {
  public:
    explicit Planner(const Document& document) : document_(document) {
        const Skeleton skeleton = make_skeleton(document);
        rest_world_ = world_matrices(skeleton, rest_pose(skeleton));
        plan_.nodes.resize(document.nodes.size());
        plan_.humanoids.resize(document.humanoids.size());
        meshes_of_.resize(document.humanoids.size());
        for (std::size_t m = 0; m < document.meshes.size(); ++m) {
            if (document.meshes[m].humanoid >= 0) at(meshes_of_, document.meshes[m].humanoid).push_back(m);
        }
        plan_.children.resize(document.nodes.size());
        on_path_.assign(document.nodes.size(), false);
        above_brought_.assign(document.nodes.size(), false);
        holds_frame_.assign(document.nodes.size(), false);
        inside_brought_.assign(document.nodes.size(), false);
    }

    FramePlan run() {
        for (std::size_t i = 0; i < document_.nodes.size(); ++i) {
            const int parent = document_.nodes[i].parent;
            (parent < 0 ? plan_.roots : at(plan_.children, parent)).push_back(static_cast<int>(i));
        }
        for (const auto& clip : document_.clips) {
            for (const Channel& channel : clip->channels) {
                if (channel.node >= 0 && channel.path != ChannelPath::weight)
                    at(plan_.nodes, channel.node).animated = true;
            }
        }
        give_owners();
        give_roles();
        for (std::size_t h = 0; h < document_.humanoids.size(); ++h) find_segments(static_cast<int>(h));
        for (int i = 0; static_cast<std::size_t>(i) < document_.nodes.size(); ++i) place(i);
        return std::move(plan_);
    }

  private:
    [[nodiscard]] bool is_below(int node, int ancestor) const {
        for (; node > ancestor; node = at(document_.nodes, node).parent) {
        }
        return node == ancestor;
    }

    /// A joint belongs to the first humanoid that lists it, and only within that humanoid's own node.
    void give_owners() {
        for (std::size_t h = 0; h < document_.humanoids.size(); ++h) {
            const Humanoid& humanoid = document_.humanoids[h];
            HumanoidPlan& plan = plan_.humanoids[h];
            if (humanoid.node >= 0) at(plan_.nodes, humanoid.node).humanoid = static_cast<int>(h);
            bool any = false;
            for (const Joint& joint : humanoid.joints) {
                NodePlan& node = at(plan_.nodes, joint.node);
                if (node.role == Role::joint || (humanoid.node >= 0 && !is_below(joint.node, humanoid.node)))
                    continue;
                node.role = Role::joint;
                node.humanoid = static_cast<int>(h);
                any = true;
            }
            plan.written = any || humanoid.node >= 0;
            for (const Joint& joint : humanoid.joints) {
                if (at(plan_.nodes, joint.node).humanoid != static_cast<int>(h)) continue;
                if (joint_above(joint.node) < 0) plan.roots.push_back(joint.node);
            }
            std::sort(plan.roots.begin(), plan.roots.end());
            find_style(static_cast<int>(h));
        }
    }

    /// Returns the nearest ancestor that is a joint of the same humanoid, or -1.
    [[nodiscard]] int joint_above(int node) const {
        const int humanoid = at(plan_.nodes, node).humanoid;
        for (int n = at(document_.nodes, node).parent; n >= 0; n = at(document_.nodes, n).parent) {
            if (at(plan_.nodes, n).role == Role::joint && at(plan_.nodes, n).humanoid == humanoid) return n;
        }
        return -1;
    }

    void find_style(int h) {
        const Humanoid& humanoid = at(document_.humanoids, h);
        HumanoidPlan& plan = at(plan_.humanoids, h);
        bool plain = true;
        int robot_joints = 0;
        bool offset = false;
        bool centered = false;
        for (const Joint& joint : humanoid.joints) {
            if (at(plan_.nodes, joint.node).humanoid != h) continue;
            const Node& node = at(document_.nodes, joint.node);
            plain = plain && is_plain_joint(document_, joint.node);
            centered = centered || node.frame_offset != vec3(0.0F) || node.delta != Transform{};
            offset = offset || node.rest.translation != vec3(0.0F);
            ++robot_joints;
        }
        bind_.push_back(find_bind_pose(document_, rest_world_, at(meshes_of_, h)));
        const bool robot = humanoid.kind == HumanoidKind::hanim && robot_joints >= 2 && !centered && offset;
        plan.skin_is_exact = bind_.back().exact;
        plan.brought = !bind_.back().world.empty() || (!plain && !robot);
        if (plan.brought || plain)
            robots_.push_back(false);
        else
            robots_.push_back(true);
        plan.anchor = humanoid.node >= 0 ? humanoid.node : anchor_of(plan.roots);
        if (!plan.brought || humanoid.node >= 0) return;
        take_moving_groups(h);
        for (int n = plan.anchor; n >= 0; n = at(document_.nodes, n).parent) at(above_brought_, n) = true;
    }

    /// Groups that move some but not all of a humanoid's joints are parts of it.
    void take_moving_groups(int h) {
        HumanoidPlan& plan = at(plan_.humanoids, h);
        for (int& root : plan.roots) {
            for (int n = at(document_.nodes, root).parent; n >= 0 && n != plan.anchor;
                 n = at(document_.nodes, n).parent) {
                NodePlan& node = at(plan_.nodes, n);
                if (!node.animated || node.role == Role::joint || node.humanoid >= 0) continue;
                at(on_path_, n) = true;
                path_humanoid_[n] = h;
                root = n;
            }
        }
        std::sort(plan.roots.begin(), plan.roots.end());
        plan.roots.erase(std::unique(plan.roots.begin(), plan.roots.end()), plan.roots.end());
    }

    /// Returns the nearest animated ancestor of all of a humanoid's joints: static transforms go into the
    /// centers.
    [[nodiscard]] int anchor_of(const std::vector<int>& roots) const {
        if (roots.empty()) return -1;
        int common = at(document_.nodes, roots.front()).parent;
        for (const int root : roots) {
            while (common >= 0 && !is_below(root, common)) common = at(document_.nodes, common).parent;
        }
        for (; common >= 0; common = at(document_.nodes, common).parent) {
            const NodePlan& node = at(plan_.nodes, common);
            if (node.animated || node.role == Role::joint || node.humanoid >= 0) return common;
        }
        return -1;
    }

    void give_roles() {
        for (std::size_t i = 0; i < document_.nodes.size(); ++i) {
            NodePlan& node = plan_.nodes[i];
            const NodeKind kind = document_.nodes[i].kind;
            const int parent = document_.nodes[i].parent;
            if (node.role != Role::joint) {
                if (node.humanoid >= 0) node.role = Role::humanoid;
                if (kind == NodeKind::site) node.role = Role::site;
                if (kind == NodeKind::joint) node.role = Role::joint;
            }
            if (on_path_[i]) node.humanoid = path_humanoid_.at(static_cast<int>(i));
            const bool starts = node.humanoid >= 0;
            if (!starts && parent >= 0) node.humanoid = at(plan_.nodes, parent).humanoid;
            const bool brought = node.humanoid >= 0 && at(plan_.humanoids, node.humanoid).brought;
            inside_brought_[i] = brought && node.role != Role::humanoid;
        }
        for (std::size_t i = document_.nodes.size(); i-- > 0;) {
            const NodePlan& node = plan_.nodes[i];
            const bool frame =
                node.role == Role::joint || node.role == Role::site || node.role == Role::humanoid;
            if (frame || node.animated) holds_frame_[i] = true;
            const int parent = document_.nodes[i].parent;
            if (holds_frame_[i] && parent >= 0) at(holds_frame_, parent) = true;
        }
    }

    /// The reader makes a group of a Segment with sites in it. It becomes one again: the topmost group below
    /// the segment's joint that contains something of the segment.
    void claim(int node, int h, int segment, std::vector<bool>& claimed) {
        const int joint =
            at(document_.humanoids, h)
                .joints[static_cast<std::size_t>(at(at(document_.humanoids, h).segments, segment).joint)]
                .node;
        int top = -1;
        for (int n = node; n >= 0 && n != joint; n = at(document_.nodes, n).parent) top = n;
        const bool below = top >= 0 && at(document_.nodes, top).parent == joint;
        if (!below || at(claimed, segment) || at(inside_brought_, top)) return;
        NodePlan& plan = at(plan_.nodes, top);
        if (plan.role != Role::transform || plan.humanoid != h) return;
        plan.role = Role::segment;
        plan.segment = segment;
        at(claimed, segment) = true;
    }

    void find_segments(int h) {
        const Humanoid& humanoid = at(document_.humanoids, h);
        std::vector<bool> claimed(humanoid.segments.size(), false);
        for (const Site& site : humanoid.sites) {
            if (site.segment >= 0) claim(site.node, h, site.segment, claimed);
        }
        for (const std::size_t m : at(meshes_of_, h)) {
            const MeshInstance& mesh = document_.meshes[m];
            if (mesh.segment >= 0 && !mesh.mesh->is_skinned())
                claim(mesh.skin->nodes.front(), h, mesh.segment, claimed);
        }
    }

    void place(int i) {
        NodePlan& plan = at(plan_.nodes, i);
        const Node& node = at(document_.nodes, i);
        plan.file_from_parent = parent_frame(i);
        const glm::dmat4 local(to_matrix(compose(node.rest, node.delta)));
        // ROUTEs that are carried over may lead to one with a name in a world.
        const bool is_target = is_world(document_.format) && plan.humanoid < 0 && has_own_name(node);
        const bool still_group = plan.role == Role::transform && !plan.animated && !is_target;
        const glm::dmat4 own = moved(glm::dvec3(node.frame_offset));
        if (still_group && (at(inside_brought_, i) || (!at(holds_frame_, i) && is_identity(plan, node)))) {
            plan.role = Role::hoisted;
            plan.file_from_node = plan.file_from_parent * local;
            return;
        }
        const bool aligned =
            (at(inside_brought_, i) && plan.role == Role::joint) ||
            ((at(inside_brought_, i) || at(above_brought_, i)) && plan.role == Role::transform);
        if (aligned) {
            bool bound = false;
            const glm::dmat4 neutral = neutral_local(i, bound);
            plan.file_from_node = plan.file_from_parent * neutral;
            if (!bound) plan.file_from_node = without_stretch(plan.file_from_node);
            plan.center = vec3(glm::dvec3(plan.file_from_node[3]));
        } else {
            plan.file_from_node = own;
            plan.center = node.frame_offset;
        }
        const bool joint_of_robot =
            plan.role == Role::joint && plan.humanoid >= 0 && at(robots_, plan.humanoid);
        plan.placed = plan.role != Role::joint || joint_of_robot;
        plan.verbatim =
            !aligned && is_translation(plan.file_from_parent) && (plan.placed || is_plain_rest(node.rest));
        plan.fields = fields_of(plan, node, local);
    }

    [[nodiscard]] static bool has_own_name(const Node& node) {
        return !node.name.empty() && node.name != "Transform" && node.name != "Group" &&
               node.name != scene_node_name;
    }

    [[nodiscard]] static bool is_identity(const NodePlan& plan, const Node& node) {
        return node.rest == Transform{} && node.delta == Transform{} &&
               plan.file_from_parent == glm::dmat4(1.0);
    }

    /// Returns the frame in which node `i` is written, relative to its parent's. A humanoid's root joints may
    /// be written elsewhere than in the document: below their humanoid's anchor.
    [[nodiscard]] glm::dmat4 parent_frame(int i) const {
        const int parent = at(document_.nodes, i).parent;
        if (parent < 0) return glm::dmat4(1.0);
        const NodePlan& plan = at(plan_.nodes, i);
        const bool part = plan.role == Role::joint || at(on_path_, i);
        const bool first = part && plan.humanoid >= 0 && at(plan_.nodes, parent).humanoid != plan.humanoid;
        if (!first) return at(plan_.nodes, parent).file_from_node;
        glm::dmat4 path(1.0);
        const int anchor = at(plan_.humanoids, plan.humanoid).anchor;
        int n = parent;
        for (; n >= 0 && n != anchor; n = at(document_.nodes, n).parent) {
            const Node& node = at(document_.nodes, n);
            path = glm::dmat4(to_matrix(compose(node.rest, node.delta))) * path;
        }
        return n < 0 ? path : at(plan_.nodes, n).file_from_node * path;
    }

    /// Returns a node's transform relative to its parent in the neutral pose: as the skin is bound, otherwise
    /// at rest.
    [[nodiscard]] glm::dmat4 neutral_local(int i, bool& bound) const {
        const Node& node = at(document_.nodes, i);
        const glm::dmat4 rest(to_matrix(node.rest));
        if (at(plan_.nodes, i).humanoid < 0) return rest;
        const BindPose& pose = at(bind_, at(plan_.nodes, i).humanoid);
        bound = pose.skinned.contains(i);
        if (pose.world.empty() || node.parent < 0) return rest;
        const auto own = pose.world.find(i);
        const auto above = pose.world.find(node.parent);
        if (own == pose.world.end() || above == pose.world.end()) return rest;
        return glm::inverse(above->second) * own->second;
    }

    /// Values near the default become the default: a figure at rest has no fields set except its centers.
    static Transform tidied(Transform t, float size) {
        const float close = 5e-7F;
        if (glm::length(t.translation) <= close * size) t.translation = vec3(0.0F);
        const float turn = glm::length(vec3(t.rotation.x, t.rotation.y, t.rotation.z));
        if (turn <= close) t.rotation = identity_quat;
        if (glm::length(t.scale - vec3(t.scale.x)) <= close * std::abs(t.scale.x)) t.scale = vec3(t.scale.x);
        if (glm::length(t.scale - vec3(1.0F)) <= close) t.scale = vec3(1.0F);
        if (t.scale.x == t.scale.y && t.scale.y == t.scale.z) t.scale_orientation = identity_quat;
        return t;
    }

    static Transform fields_of(const NodePlan& plan, const Node& node, const glm::dmat4& local) {
        const vec3 parent_offset(glm::dvec3(plan.file_from_parent[3]));
        if (plan.verbatim && !plan.placed) {
            Transform out = node.delta;
            out.translation += node.rest.translation - (plan.center - parent_offset);
            if (glm::length(out.translation - node.delta.translation) <=
                1e-5F * std::max(1.0F, glm::length(plan.center)))
                out.translation = node.delta.translation;
            return out;
        }
        if (plan.verbatim && node.delta == Transform{}) {
            Transform out = node.rest;
            out.translation -= plan.center - parent_offset;
            return out;
        }
        const Similarity above = similarity_of(plan.file_from_parent);
        const Similarity own = similarity_of(plan.file_from_node);
        if (!plan.verbatim && above.exact && own.exact) {
            // Component by component, like channels (see channel_in_file), so that both have the same parts.
            const Transform stored = compose(node.rest, node.delta);
            Transform out;
            out.translation =
                vec3(glm::dvec3(plan.file_from_parent * glm::dvec4(glm::dvec3(stored.translation), 1.0)) -
                     glm::dvec3(plan.center));
            out.rotation = quat(
                glm::normalize(above.rotation * glm::dquat(stored.rotation) * glm::conjugate(own.rotation)));
            out.scale = vec3(glm::dvec3(stored.scale) * (above.scale / own.scale));
            out.scale_orientation = quat(own.rotation * glm::dquat(stored.scale_orientation));
            return tidied(out, std::max(glm::length(plan.center), 1e-6F));
        }
        const glm::dmat4 moved_frame = plan.file_from_parent * local * glm::inverse(plan.file_from_node) *
                                       moved(glm::dvec3(plan.center));
        if (!is_finite(mat4(moved_frame))) return {};
        Transform out = to_transform(mat4(moved_frame));
        out.translation = vec3(glm::dvec3(moved_frame[3]) - glm::dvec3(plan.center));
        return out;
    }

    const Document& document_;
    std::vector<mat4> rest_world_;
    FramePlan plan_;
    std::vector<BindPose> bind_;
    std::vector<bool> robots_;
    std::vector<bool> above_brought_;   // groups that move a whole humanoid, and their ancestors
    std::vector<bool> on_path_;         // groups that move some joints of a humanoid without being below one
    std::map<int, int> path_humanoid_;  // and which humanoid
    std::vector<std::vector<std::size_t>> meshes_of_;  // per humanoid
    std::vector<bool> holds_frame_;     // it or a descendant is a joint, site, humanoid or animated node
    std::vector<bool> inside_brought_;  // below the frame of a humanoid that is converted to H-Anim's form
};

}  // namespace

FramePlan plan_frames(const Document& document) {
    return Planner(document).run();
}

int joint_written_at(const Document& document, const FramePlan& frames, int humanoid, int node) {
    for (; node >= 0; node = at(document.nodes, node).parent) {
        const NodePlan& plan = at(frames.nodes, node);
        if (plan.role == Role::joint && plan.humanoid == humanoid) return node;
        if (plan.role != Role::hoisted && plan.role != Role::transform) return -1;
    }
    return -1;
}

}  // namespace vitruvian::vrml
