// The nodes that a figure is made of, for checks that go along them.
#pragma once

#include "model/check/subject.h"

#include <vector>

namespace vitruvian::check {

/// Of every node of the document, which of the figure's joints it is; -1: none.
[[nodiscard]] std::vector<int> joints_of_nodes(const Document& document, const Figure& figure);

/// The nodes of the figure's joints and bones, parents first, without those above the hips (armatures).
[[nodiscard]] std::vector<int> body_nodes(const Document& document, const Figure& figure);

/// The node as a joint of the figure where it is one, else as a node.
[[nodiscard]] Object joint_object(const Subject& subject, const Figure& figure,
                                  const std::vector<int>& joint_of_node, int node);

/// `node` or the nearest node above it that is one of the figure's joints: what carries it. -1: none.
[[nodiscard]] int carrier_of(const Document& document, const std::vector<int>& joint_of_node, int node);

/// True where `node` or any node above it is marked. -1: there is no such node.
[[nodiscard]] bool has_ancestor(const Document& document, int node, const std::vector<char>& marked);

}  // namespace vitruvian::check
