// Deviations of a figure from EXT_skeleton_humanoid's rules for reference pose, axes and bone order.
#pragma once

#include "model/document/document.h"

#include <string>
#include <vector>

namespace vitruvian {

/// Angles in radians, in the bind pose (without skins, at rest).
struct ReferenceFaults {
    bool has_front = false;  // otherwise only the order is checked
    bool mirrored = false;
    Bone limb =
        Bone::hips;  // the arm, hand, finger, leg or foot that is furthest from where the T-pose has it
    float limb_angle = 0.0F;
    Bone axes = Bone::hips;  // bone whose axes deviate most from those of t_pose_frame
    float axes_angle = 0.0F;
    float facing = 0.0F;  // between the figure's front and +Z

    [[nodiscard]] float worst() const;
};
[[nodiscard]] ReferenceFaults reference_faults(const Document& document, int humanoid);

/// Returns the bones that are not descendants of their parent bone in the extension's hierarchy, skipping
/// bones that the figure lacks and nodes that are not bones: a violation of a MUST NOT.
[[nodiscard]] std::vector<Bone> bones_out_of_order(const Document& document, const BoneMap& bones);

/// Describes the rules violated by more than half a degree, with the angles; empty: none.
[[nodiscard]] std::string describe(const ReferenceFaults& faults);

}  // namespace vitruvian
