// Rest poses for motion files whose zero pose is not a stance: joints along one axis, lying, or folded up.
// For formats whose figures stand at rest, they are converted to a T-pose, and the motion is adapted to look
// the same.
#pragma once

#include "model/document/document.h"

#include <vector>

namespace vitruvian {

struct StandingDocument {
    Document document;
    std::vector<int> humanoids;  // those whose rest pose changed
};

/// Figures that stand at rest, and those of files other than BVH, are unchanged. Joints of the others get the
/// T-pose used for retargeting (reference_pose.h) as their rest, without rest rotations, on the ground of
/// their motion.
[[nodiscard]] StandingDocument standing_at_rest(const Document& document);

}  // namespace vitruvian
