// Nodes of a figure, for checks that traverse them.
#pragma once

#include "model/check/subject.h"
#include "model/figure/joint_bones.h"

#include <vector>

namespace vitruvian::check {

/// Returns the nodes of the figure's joints and bones, parents first, without those above the hips
/// (armatures).
[[nodiscard]] std::vector<int> body_nodes(const Document& document, const Figure& figure);

/// Returns the node as a joint of the figure if it is one, else as a node.
[[nodiscard]] Object joint_object(const Subject& subject, const Figure& figure,
                                  const std::vector<int>& joint_of_node, int node);

/// Returns `node` or its nearest ancestor that is one of the figure's joints. -1: none.
[[nodiscard]] int carrier_of(const Document& document, const std::vector<int>& joint_of_node, int node);

/// True if `node` or one of its ancestors is marked. -1: no node.
[[nodiscard]] bool has_ancestor(const Document& document, int node, const std::vector<char>& marked);

}  // namespace vitruvian::check
