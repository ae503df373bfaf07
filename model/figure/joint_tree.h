// A rig reduced to points and lines: a figure's joints, their parents, and the extent of each subtree. For
// bone recognition by shape; independent of names and bones.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"

#include <memory>
#include <span>
#include <vector>

namespace vitruvian {

class JointTree {
  public:
    /// `document` must outlive the tree. `nodes` are the joints in any order; a joint's parent here is its nearest ancestor joint.
    JointTree(const Document& document, std::span<const int> nodes, std::span<const mat4> world);

    /// Returns the same joints with these parents (by joint; -1: none), which must form trees. Their numbers may change.
    [[nodiscard]] JointTree with_parents(std::span<const int> parents) const;

    // Joints are indexed 0..size()-1 here, parents before children.
    [[nodiscard]] int size() const { return static_cast<int>(items_.size()); }
    [[nodiscard]] int node(int joint) const { return at(joint).node; }      // in the document
    [[nodiscard]] int parent(int joint) const { return at(joint).parent; }  // -1: none
    [[nodiscard]] const std::vector<int>& children(int joint) const { return at(joint).children; }
    [[nodiscard]] const vec3& position(int joint) const { return at(joint).position; }
    /// Whether a skin's influence or a rigid mesh moves with the joint, or with a node below it that is no joint.
    [[nodiscard]] bool moves_vertices(int joint) const;
    /// Length of the longest path down from the joint.
    [[nodiscard]] float reach(int joint) const { return at(joint).reach; }
    /// Number of joints on that path, including the joint itself.
    [[nodiscard]] int chain_size(int joint) const { return at(joint).chain_size; }

    [[nodiscard]] float distance(int a, int b) const;
    [[nodiscard]] bool is_below(int joint, int ancestor) const;  // or the same
    [[nodiscard]] int common_ancestor(int a, int b) const;       // -1: none
    /// Returns the child on the longest path, or -1.
    [[nodiscard]] int longest_child(int joint) const;
    /// Returns the number of children that have children.
    [[nodiscard]] int branches(int joint) const;
    /// Returns all descendant joints without children.
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
    class MovingNodes;
    JointTree() = default;
    [[nodiscard]] const Item& at(int joint) const { return items_[static_cast<std::size_t>(joint)]; }
    /// Adds a joint below one that was added before.
    void add(int node, int parent, const vec3& position);
    void measure_paths();

    std::vector<Item> items_;
    std::shared_ptr<MovingNodes> moving_;
};

}  // namespace vitruvian
