#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/rearrange.h"
#include "model/figure/joint_angles.h"
#include "model/rig_diff/comparing.h"
#include "model/standard/hanim_joints.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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
        first_below_ = joints_below(match_.first_parents);
        second_below_ = joints_below(match_.second_parents);
        first_children_ = children_of(match_.first_parents);
        second_children_ = children_of(match_.second_parents);
        Bounds bounds;
        for (const Joint& joint : a_.joints) bounds.add(first.position(joint.node));
        if (!bounds.empty()) size_ = std::max(glm::length(bounds.size()), size_);
    }

    JointMatch match() {
        by_name();
        by_marked_name();
        by_standard();
        // From the root outwards: matching a renamed parent allows matching its renamed children.
        const int joints = static_cast<int>(a_.joints.size());
        for (int parent = -1; parent < joints; ++parent) by_place(parent, 0.001F * size_, SameTree::required);
        by_bone();
        for (int parent = -1; parent < joints; ++parent) {
            by_place(parent, 0.02F * size_, SameTree::preferred);
            between_the_same(parent);
            in_order(parent);
        }
        return std::move(match_);
    }

  private:
    enum class SameTree { required, preferred };

    /// Returns the number of joints below each.
    static std::vector<int> joints_below(const std::vector<int>& parents) {
        std::vector<int> out(parents.size(), 0);
        for (int joint = static_cast<int>(parents.size()) - 1; joint >= 0; --joint) {
            const int parent = at(parents, joint);
            if (parent >= 0) at(out, parent) += at(out, joint) + 1;
        }
        return out;
    }

    /// Returns the children of each joint, at its index plus 1; those of none at 0.
    static std::vector<std::vector<int>> children_of(const std::vector<int>& parents) {
        std::vector<std::vector<int>> out(parents.size() + 1);
        for (int joint = 0; joint < static_cast<int>(parents.size()); ++joint)
            at(out, at(parents, joint) + 1).push_back(joint);
        return out;
    }

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

    /// Returns joints whose names both figures have equally often; their order tells those of one name apart.
    /// `name_in`: the name of a joint of one figure, seen from the other.
    template <class NameIn>
    [[nodiscard]] Pairs same_names(const NameIn& name_in) const {
        const auto named = [&](const Rig& rig, const Humanoid& figure, const Humanoid& other) {
            std::map<std::string, std::vector<int>> out;
            for (int j = 0; j < static_cast<int>(figure.joints.size()); ++j)
                out[name_in(figure, other, name_of_node(rig.document, at(figure.joints, j).node))].push_back(
                    j);
            out.erase(std::string());
            return out;
        };
        const std::map<std::string, std::vector<int>> theirs = named(second_, b_, a_);
        Pairs out;
        for (const auto& [name, joints] : named(first_, a_, b_)) {
            const auto found = theirs.find(name);
            if (found == theirs.end() || found->second.size() != joints.size()) continue;
            for (std::size_t k = 0; k < joints.size(); ++k) out.emplace_back(joints[k], found->second[k]);
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
            const std::string name = plain(second_, at(b_.joints, j));
            if (at(match_.first_of_second, j) < 0 && !name.empty()) names.emplace(name, j);
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
        for (const int child : at(first_children_, a + 1)) {
            const int other = at(match_.second_of_first, child);
            if (other >= 0 && at(match_.second_parents, other) == b) return true;
        }
        return false;
    }

    /// Returns the unmatched joints of both below a pair of matched ones; `first_parent` of -1: the topmost.
    [[nodiscard]] std::pair<std::vector<int>, std::vector<int>> children_left(int first_parent) const {
        std::pair<std::vector<int>, std::vector<int>> out;
        const int second_parent = first_parent < 0 ? -1 : at(match_.second_of_first, first_parent);
        if (first_parent >= 0 && second_parent < 0) return out;
        for (const int child : at(first_children_, first_parent + 1)) {
            if (at(match_.second_of_first, child) < 0) out.first.push_back(child);
        }
        for (const int child : at(second_children_, second_parent + 1)) {
            if (at(match_.first_of_second, child) < 0) out.second.push_back(child);
        }
        return out;
    }

    /// Pairs the nearest first; of those at one place the ones that are most alike.
    void by_place(int parent, float near, SameTree same_tree) {
        const auto [left, theirs] = children_left(parent);
        std::vector<std::tuple<float, int, int>> all;
        for (const int i : left) {
            for (const int j : theirs) {
                const int below = at(first_below_, i);
                const int new_below = at(second_below_, j);
                const float far = distance(i, j);
                if (far > near || (same_tree == SameTree::required && below != new_below)) continue;
                const auto fewer = static_cast<float>(std::abs(below - new_below)) /
                                   static_cast<float>(std::max({below, new_below, 1}));
                all.emplace_back(far / near + fewer + turned_apart(i, j), i, j);
            }
        }
        std::sort(all.begin(), all.end());
        for (const auto& [cost, i, j] : all) {
            if (at(match_.second_of_first, i) < 0 && at(match_.first_of_second, j) < 0) pair(i, j);
        }
    }

    /// Returns the angle between the joints' axes as a fraction of half a turn; 0 if formats have other axes.
    [[nodiscard]] float turned_apart(int a, int b) const {
        if (is_world(first_.document.format) != is_world(second_.document.format)) return 0.0F;
        return angle_between(first_.orientation(at(a_.joints, a).node),
                             second_.orientation(at(b_.joints, b).node)) /
               glm::pi<float>();
    }

    void between_the_same(int parent) {
        const auto [left, theirs] = children_left(parent);
        for (const int i : left) {
            const auto found = std::find_if(theirs.begin(), theirs.end(), [&](int j) {
                return at(match_.first_of_second, j) < 0 && shares_child(i, j);
            });
            if (found != theirs.end()) pair(i, *found);
        }
    }

    /// Pairs joints with one name, or without one, that are as many in both.
    void in_order(int parent) {
        const auto [left, theirs] = children_left(parent);
        if (left.size() != theirs.size()) return;
        for (std::size_t k = 0; k < left.size(); ++k) {
            if (name_of_node(first_.document, at(a_.joints, left[k]).node) ==
                name_of_node(second_.document, at(b_.joints, theirs[k]).node))
                pair(left[k], theirs[k]);
        }
    }

    const Rig& first_;
    const Rig& second_;
    const Humanoid& a_;
    const Humanoid& b_;
    JointMatch match_;
    std::vector<int> first_below_;
    std::vector<int> second_below_;
    std::vector<std::vector<int>> first_children_;
    std::vector<std::vector<int>> second_children_;
    float size_ = 1e-6F;  // of the first figure; a single joint has none
};

}  // namespace

JointMatch match_joints(const Rig& first, const Rig& second, int humanoid) {
    return Matcher(first, second, humanoid).match();
}

}  // namespace vitruvian::rig_diff
