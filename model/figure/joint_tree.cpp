#include "model/figure/joint_tree.h"

#include "model/core/at.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vitruvian {

JointTree::JointTree(const Document& document, std::span<const int> nodes, std::span<const mat4> world) {
    std::vector<int> sorted(nodes.begin(), nodes.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::unordered_map<int, int> joint_of;
    for (const int node : sorted) {
        Item item;
        item.node = node;
        for (int up = document.nodes[static_cast<std::size_t>(node)].parent; up >= sorted.front();
             up = document.nodes[static_cast<std::size_t>(up)].parent) {
            const auto found = joint_of.find(up);
            if (found == joint_of.end()) continue;
            item.parent = found->second;
            break;
        }
        const vec3 position(world[static_cast<std::size_t>(node)][3]);
        if (is_finite(position)) item.position = position;
        const int self = static_cast<int>(items_.size());
        joint_of.emplace(node, self);
        if (item.parent >= 0) items_[static_cast<std::size_t>(item.parent)].children.push_back(self);
        items_.push_back(std::move(item));
    }
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
