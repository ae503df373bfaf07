#include "model/figure/joint_tree.h"

#include "model/core/at.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vitruvian {

/// The joints' nodes that move vertices; found when one is asked for, since few shapes leave a doubt about it.
class JointTree::MovingNodes {
  public:
    /// `joints` are in ascending order.
    MovingNodes(const Document& document, std::vector<int> joints)
        : document_(&document), joints_(std::move(joints)) {}

    [[nodiscard]] bool has(int node) {
        if (moves_.empty()) find();
        const auto place = std::lower_bound(joints_.begin(), joints_.end(), node) - joints_.begin();
        return moves_[static_cast<std::size_t>(place)];
    }

  private:
    /// Returns false if the node is no joint.
    bool mark(int node) {
        const auto found = std::lower_bound(joints_.begin(), joints_.end(), node);
        if (found == joints_.end() || *found != node) return false;
        moves_[static_cast<std::size_t>(found - joints_.begin())] = true;
        return true;
    }

    void find() {
        moves_.assign(joints_.size(), false);
        for (const MeshInstance& instance : document_->meshes) {
            const Mesh& mesh = *instance.mesh;
            const std::vector<int>& nodes = instance.skin->nodes;
            if (mesh.is_skinned()) {
                mark_weighted(mesh, nodes);
                continue;
            }
            int carrier = nodes.empty() || mesh.positions.empty() ? -1 : nodes.front();
            while (carrier >= 0 && !mark(carrier)) carrier = vitruvian::at(document_->nodes, carrier).parent;
        }
    }

    void mark_weighted(const Mesh& mesh, const std::vector<int>& nodes) {
        std::vector<bool> has_weight(nodes.size(), false);
        std::size_t left = nodes.size();
        for (std::size_t i = 0; i < mesh.influence_joint.size() && left > 0; ++i) {
            const std::size_t joint = mesh.influence_joint[i];
            if (mesh.influence_weight[i] <= 0.0F || has_weight[joint]) continue;
            has_weight[joint] = true;
            mark(nodes[joint]);
            --left;
        }
    }

    const Document* document_;
    std::vector<int> joints_;
    std::vector<bool> moves_;  // of joints_; empty until asked for
};

JointTree::JointTree(const Document& document, std::span<const int> nodes, std::span<const mat4> world) {
    std::vector<int> sorted(nodes.begin(), nodes.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::unordered_map<int, int> joint_of;
    for (const int node : sorted) {
        int parent = -1;
        for (int up = document.nodes[static_cast<std::size_t>(node)].parent; up >= sorted.front();
             up = document.nodes[static_cast<std::size_t>(up)].parent) {
            const auto found = joint_of.find(up);
            if (found == joint_of.end()) continue;
            parent = found->second;
            break;
        }
        const vec3 position(world[static_cast<std::size_t>(node)][3]);
        joint_of.emplace(node, size());
        add(node, parent, is_finite(position) ? position : vec3(0.0F));
    }
    measure_paths();
    moving_ = std::make_shared<MovingNodes>(document, std::move(sorted));
}

JointTree JointTree::with_parents(std::span<const int> parents) const {
    JointTree out;
    out.moving_ = moving_;
    std::vector<std::vector<int>> children(items_.size());
    std::vector<std::pair<int, int>> open;  // a joint, and its parent there
    for (int joint = size() - 1; joint >= 0; --joint) {
        const int parent = parents[static_cast<std::size_t>(joint)];
        if (parent >= 0) {
            children[static_cast<std::size_t>(parent)].push_back(joint);
        } else {
            open.emplace_back(joint, -1);
        }
    }
    while (!open.empty()) {
        const auto [joint, parent] = open.back();
        open.pop_back();
        const int self = out.size();
        out.add(node(joint), parent, position(joint));
        for (const int child : children[static_cast<std::size_t>(joint)]) open.emplace_back(child, self);
    }
    out.measure_paths();
    return out;
}

void JointTree::add(int node, int parent, const vec3& position) {
    Item item;
    item.node = node;
    item.parent = parent;
    item.position = position;
    if (parent >= 0) items_[static_cast<std::size_t>(parent)].children.push_back(size());
    items_.push_back(std::move(item));
}

void JointTree::measure_paths() {
    for (std::size_t i = items_.size(); i-- > 0;) {
        const Item& item = items_[i];
        if (item.parent < 0) continue;
        Item& up = items_[static_cast<std::size_t>(item.parent)];
        const float length = glm::distance(item.position, up.position) + item.reach;
        if (length > up.reach || up.chain_size == 1) {
            up.reach = std::max(length, up.reach);
            up.chain_size = item.chain_size + 1;
        }
    }
}

bool JointTree::moves_vertices(int joint) const {
    return moving_->has(node(joint));
}

float JointTree::distance(int a, int b) const {
    return glm::distance(position(a), position(b));
}

bool JointTree::is_below(int joint, int ancestor) const {
    while (joint > ancestor) joint = parent(joint);
    return joint == ancestor;
}

int JointTree::common_ancestor(int a, int b) const {
    while (a != b) {
        int& later = a > b ? a : b;
        later = parent(later);
    }
    return a;
}

int JointTree::longest_child(int joint) const {
    int best = -1;
    float longest = -1.0F;
    for (const int child : children(joint)) {
        const float length = distance(joint, child) + reach(child);
        if (length > longest) {
            longest = length;
            best = child;
        }
    }
    return best;
}

int JointTree::branches(int joint) const {
    return static_cast<int>(std::count_if(children(joint).begin(), children(joint).end(),
                                          [this](int child) { return !children(child).empty(); }));
}

std::vector<int> JointTree::leaves(int joint) const {
    std::vector<int> out;
    std::vector<int> stack{joint};
    while (!stack.empty()) {
        const int at = stack.back();
        stack.pop_back();
        if (children(at).empty() && at != joint) out.push_back(at);
        stack.insert(stack.end(), children(at).begin(), children(at).end());
    }
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace vitruvian
