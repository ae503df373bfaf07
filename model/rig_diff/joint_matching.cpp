#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/rig_diff/comparing.h"
#include "model/standard/hanim_joints.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace vitruvian::rig_diff {
namespace {

class Matcher {
  public:
    Matcher(const Rig& first, const Rig& second, int humanoid)
        : first_(first), second_(second), a_(first.humanoid(humanoid)), b_(second.humanoid(humanoid)) {
        match_.second_of_first.assign(a_.joints.size(), -1);
        match_.first_of_second.assign(b_.joints.size(), -1);
        match_.first_parents = parents_of_joints(first.document, humanoid);
        match_.second_parents = parents_of_joints(second.document, humanoid);
    }

    JointMatch match() {
        by_name();
        by_marked_name();
        by_standard();
        by_bone();
        // Matching a renamed parent allows matching its renamed children: from the root outwards.
        by_place();
        return std::move(match_);
    }

  private:
    void pair(int a, int b) {
        at(match_.second_of_first, a) = b;
        at(match_.first_of_second, b) = a;
    }

    /// By the names that joints had, unless more have the same names as they are.
    void by_name() {
        const Pairs had = same_names([](const Humanoid& figure, const Humanoid& other,
                                        const std::string& name) { return own_name(figure, other, name); });
        const Pairs have =
            same_names([](const Humanoid&, const Humanoid&, const std::string& name) { return name; });
        for (const auto& [i, j] : have.size() > had.size() ? have : had) pair(i, j);
    }

    /// `name_in`: the name of a joint of one figure, seen from the other.
    template <class NameIn>
    [[nodiscard]] Pairs same_names(const NameIn& name_in) const {
        std::multimap<std::string, int> names;
        for (int j = 0; j < static_cast<int>(b_.joints.size()); ++j)
            names.emplace(name_in(b_, a_, at(second_.document.nodes, at(b_.joints, j).node).name), j);
        Pairs out;
        for (int i = 0; i < static_cast<int>(a_.joints.size()); ++i) {
            const auto found =
                names.find(name_in(a_, b_, at(first_.document.nodes, at(a_.joints, i).node).name));
            if (found == names.end()) continue;
            out.emplace_back(i, found->second);
            names.erase(found);
        }
        return out;
    }

    /// Worlds mark joints that H-Anim does not have.
    void by_marked_name() {
        const auto plain = [](const Rig& rig, const Joint& joint) {
            const std::string& name = at(rig.document.nodes, joint.node).name;
            return name.starts_with("x_") ? name.substr(2) : name;
        };
        std::multimap<std::string, int> names;
        for (int j = 0; j < static_cast<int>(b_.joints.size()); ++j) {
            if (at(match_.first_of_second, j) < 0) names.emplace(plain(second_, at(b_.joints, j)), j);
        }
        for (int i = 0; i < static_cast<int>(a_.joints.size()); ++i) {
            if (at(match_.second_of_first, i) >= 0) continue;
            const auto found = names.find(plain(first_, at(a_.joints, i)));
            if (found == names.end()) continue;
            pair(i, found->second);
            names.erase(found);
        }
    }

    /// Matches the same H-Anim joint under the names of different versions.
    void by_standard() {
        if (a_.kind != HumanoidKind::hanim || b_.kind != HumanoidKind::hanim) return;
        std::map<std::pair<std::size_t, Side>, int> joints;
        for (int j = 0; j < static_cast<int>(b_.joints.size()); ++j) {
            const auto name = hanim_joint_from_name(at(second_.document.nodes, at(b_.joints, j).node).name);
            if (name && at(match_.first_of_second, j) < 0) joints.try_emplace({name->fact, name->side}, j);
        }
        for (int i = 0; i < static_cast<int>(a_.joints.size()); ++i) {
            const auto name = hanim_joint_from_name(at(first_.document.nodes, at(a_.joints, i).node).name);
            if (!name || at(match_.second_of_first, i) >= 0) continue;
            const auto found = joints.find({name->fact, name->side});
            if (found == joints.end()) continue;
            pair(i, found->second);
            joints.erase(found);
        }
    }

    static int joint_of(const Humanoid& humanoid, int node) {
        const auto found = std::find_if(humanoid.joints.begin(), humanoid.joints.end(),
                                        [node](const Joint& joint) { return joint.node == node; });
        return node < 0 || found == humanoid.joints.end() ? -1
                                                          : static_cast<int>(found - humanoid.joints.begin());
    }

    void by_bone() {
        for (std::size_t bone = 0; bone < bone_count; ++bone) {
            const int a = joint_of(a_, a_.bones.node[bone]);
            const int b = joint_of(b_, b_.bones.node[bone]);
            if (a >= 0 && b >= 0 && at(match_.second_of_first, a) < 0 && at(match_.first_of_second, b) < 0)
                pair(a, b);
        }
    }

    /// Returns the distance of joints with matched parents at rest, in world space or relative to the parent:
    /// a rotation moves all descendants.
    [[nodiscard]] float distance(int a, int b) const {
        const auto in_parent = [](const Rig& rig, const Humanoid& figure, int joint, int parent) {
            const int node = at(figure.joints, parent).node;
            return glm::conjugate(rig.orientation(node)) *
                   (rig.position(at(figure.joints, joint).node) - rig.position(node));
        };
        const float in_world =
            glm::distance(first_.position(at(a_.joints, a).node), second_.position(at(b_.joints, b).node));
        const int first_parent = at(match_.first_parents, a);
        const int second_parent = at(match_.second_parents, b);
        if (first_parent < 0 || second_parent < 0) return in_world;
        return std::min(in_world, glm::distance(in_parent(first_, a_, a, first_parent),
                                                in_parent(second_, b_, b, second_parent)));
    }

    /// Whether a joint below the one is matched with a joint below the other.
    [[nodiscard]] bool shares_child(int a, int b) const {
        for (int child = 0; child < static_cast<int>(a_.joints.size()); ++child) {
            if (at(match_.first_parents, child) != a) continue;
            const int other = at(match_.second_of_first, child);
            if (other >= 0 && at(match_.second_parents, other) == b) return true;
        }
        return false;
    }

    void by_place() {
        Bounds bounds;
        for (const Joint& joint : a_.joints) bounds.add(first_.position(joint.node));
        const float near = bounds.empty() ? 0.0F : glm::length(bounds.size()) * 0.02F;
        for (int i = 0; i < static_cast<int>(a_.joints.size()); ++i) {
            if (at(match_.second_of_first, i) >= 0) continue;
            const int parent = at(match_.first_parents, i);
            const int wanted = parent < 0 ? -1 : at(match_.second_of_first, parent);
            if (parent >= 0 && wanted < 0) continue;
            int best = -1;
            int between_the_same = -1;
            float least = near;
            for (int j = 0; j < static_cast<int>(b_.joints.size()); ++j) {
                if (at(match_.first_of_second, j) >= 0 || at(match_.second_parents, j) != wanted) continue;
                if (shares_child(i, j)) between_the_same = j;
                const float far = distance(i, j);
                if (far > least) continue;
                least = far;
                best = j;
            }
            if (best < 0) best = between_the_same;
            if (best >= 0) pair(i, best);
        }
    }

    const Rig& first_;
    const Rig& second_;
    const Humanoid& a_;
    const Humanoid& b_;
    JointMatch match_;
};

}  // namespace

JointMatch match_joints(const Rig& first, const Rig& second, int humanoid) {
    return Matcher(first, second, humanoid).match();
}

}  // namespace vitruvian::rig_diff
