// Figures of motion files that rest in no stance at all: joints along one axis, lying, folded up, as their zero pose has
// it. Formats whose figures stand at rest get them in a T-pose, with motion that shows what it showed.
#pragma once

#include "model/document/document.h"

#include <vector>

namespace vitruvian {

struct StandingDocument {
    Document document;
    std::vector<int> humanoids;  // that rest elsewhere than before
};

/// Figures that stand at rest, and those of other files than BVH, stay as they are. Joints of the others rest unturned in
/// the T-pose in which remapping takes them (reference_pose.h), on the ground of their motion.
[[nodiscard]] StandingDocument standing_at_rest(const Document& document);

}  // namespace vitruvian
