// Finds the 55 humanoid bones among named joints. Conservative: what it is not sure of it leaves out.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// H-Anim 1.1 and 2.0 joint names to bones (l_shoulder is leftUpperArm, vl5 is spine, ...), each chosen from
/// the joints that exist.
[[nodiscard]] BoneMap bones_from_hanim_names(const Document& document, const Humanoid& humanoid);

/// glTF joints without a humanoid extension, by the naming families of public tools.
[[nodiscard]] BoneMap bones_from_names(const Document& document, const Humanoid& humanoid);

/// Level of articulation of an H-Anim figure: the largest n (0..4) of which every joint of levels 0..n is
/// there, under its 1.1 or its 2.0 name (H-Anim 1.1, Appendix A; 4 only with all of 2.0); -1: not even
/// HumanoidRoot.
[[nodiscard]] int level_of_articulation(const Document& document, const Humanoid& humanoid);

}  // namespace vitruvian
