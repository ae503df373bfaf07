// The output of `info` on a humanoid's reference poses: how far bind pose, rest pose and computed T-pose are
// from the T-pose that EXT_skeleton_humanoid requires.
#pragma once

#include "app/cli/json_output.h"
#include "model/document/document.h"

#include <string>

namespace vitruvian {

struct ReferenceFacts {
    /// {"used": "bind", "scores": {"bind": {"limbs": 3.1, "worst": 9.0, "facing": 0}, "rest": ..., "tpose":
    /// ...}, "bones": {"leftUpperArm": {"direction": 2.0, "axes": 11.5}, "leftHand": {..., "palm": 3.0},
    /// ...}} in degrees; null without a bone. The bones are those of the pose used: how far each points away
    /// from where it should (null where it has no next bone), its axes from the extension's, and a palm from
    /// facing down.
    Json json;
    std::string line;  // a short summary as text; empty without a bone
};
[[nodiscard]] ReferenceFacts reference_of(const Document& document, int humanoid);

}  // namespace vitruvian
