// A rig as nothing but points and lines: the joints of a figure, which is whose parent, and how far each
// subtree reaches. For recognising bones by shape; knows no names and no bones.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

class JointTree {
  public:
    /// `nodes` are the joints in any order; a joint's parent here is the nearest joint above it.
    JointTree(const Document& document, std::span<const int> nodes, std::span<const mat4> world);

    // Joints go by their place 0..size()-1 here, parents before children.
    [[nodiscard]] int size() const { return static_cast<int>(items_.size()); }
    [[nodiscard]] int node(int joint) const { return at(joint).node; }      // in the document
    [[nodiscard]] int parent(int joint) const { return at(joint).parent; }  // -1: none
    [[nodiscard]] const std::vector<int>& children(int joint) const { return at(joint).children; }
    [[nodiscard]] const vec3& position(int joint) const { return at(joint).position; }
    /// Length of the longest way down from the joint.
    [[nodiscard]] float reach(int joint) const { return at(joint).reach; }
    /// Joints on that way, the joint itself included.
    [[nodiscard]] int chain_size(int joint) const { return at(joint).chain_size; }

    [[nodiscard]] float distance(int a, int b) const;
    [[nodiscard]] bool is_below(int joint, int ancestor) const;  // or the same
    [[nodiscard]] int common_ancestor(int a, int b) const;       // -1: none
    /// The child that the longest way goes through, or -1.
    [[nodiscard]] int longest_child(int joint) const;
    /// How many children have children of their own.
    [[nodiscard]] int branches(int joint) const;
    /// All joints without children below the joint, at any depth.
    [[nodiscard]] std::vector<int> leaves(int joint) const;

  private:
    struct Item {
        int node = -1;
        int parent = -1;
        std::vector<int> children;
        vec3 position{0.0F};
        float reach = 0.0F;
        int chain_size = 1;
    };
    [[nodiscard]] const Item& at(int joint) const { return items_[static_cast<std::size_t>(joint)]; }

    std::vector<Item> items_;
};

}  // namespace vitruvian
