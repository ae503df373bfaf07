// Where a rig's nodes at rest show no figure: other poses, and another root. Used only by bone_evidence.cpp.
#pragma once

#include "model/figure/bone_findings.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// Returns the world matrices of all nodes in the bind pose of the skins that have one of `joints` (nodes) as
/// a joint: exporters write a moment of a clip as the nodes' rest. Empty where that is the rest (`rest`: its
/// world matrices).
[[nodiscard]] std::vector<mat4> bound_world(const Document& document, std::span<const int> joints,
                                            std::span<const mat4> rest);

/// Finds bones of the joints `candidates` (nodes, ascending), which the rest does not show, in the bind pose
/// `bound` (empty: that is the rest); with the node above all of them, which carries the figure where it has
/// several roots; and in motion data without a usable zero pose at the sampled times that agree most. `rest`
/// and `bound` hold the world matrices of all nodes.
[[nodiscard]] std::optional<BoneFindings> find_otherwise(const Document& document,
                                                         const std::vector<int>& candidates,
                                                         std::span<const mat4> rest,
                                                         std::span<const mat4> bound);

}  // namespace vitruvian
