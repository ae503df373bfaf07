// How far a figure is from what EXT_skeleton_humanoid asks of its reference pose, its axes and the order of its bones.
#pragma once

#include "model/document/document.h"

#include <string>
#include <vector>

namespace vitruvian {

/// Angles in radians, of the bind pose (where nothing is bound, of rest).
struct ReferenceFaults {
    bool has_front = false;  // else nothing but the order is known
    bool mirrored = false;
    Bone limb =
        Bone::hips;  // the arm, hand, finger, leg or foot that is furthest from where the T-pose has it
    float limb_angle = 0.0F;
    Bone axes = Bone::hips;  // whose axes are furthest from those of t_pose_frame
    float axes_angle = 0.0F;
    float facing = 0.0F;  // between the figure's front and +Z

    [[nodiscard]] float worst() const;
};
[[nodiscard]] ReferenceFaults reference_faults(const Document& document, int humanoid);

/// Bones that are not below the bone that the extension's hierarchy has above them, passing over bones that the figure
/// lacks and nodes that are not bones: what it says MUST NOT be.
[[nodiscard]] std::vector<Bone> bones_out_of_order(const Document& document, const Humanoid& humanoid);

/// The rules that are broken by more than half a degree, with by how much; empty: none.
[[nodiscard]] std::string describe(const ReferenceFaults& faults);

}  // namespace vitruvian
