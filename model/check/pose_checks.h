// The checks PO01 to PO29 of a figure's rest pose; pose_checks.cpp has their table.
#pragma once

#include "model/check/registry.h"

namespace vitruvian::check {

// The T-pose's limits in degrees, also used by PO28.
inline constexpr double upper_arm_limit = 5.0;
inline constexpr double forearm_limit = 5.0;
inline constexpr double hand_limit = 10.0;
inline constexpr double finger_limit = 10.0;  // for the proximal phalanges; half of it for the others
inline constexpr double thumb_limit = 10.0;
inline constexpr double palm_limit = 20.0;

// pose_stand.cpp
void check_facing(const Subject& subject, Findings& findings);
void check_up_axis(const Subject& subject, Findings& findings);
void check_ground(const Subject& subject, Findings& findings);
void check_foot_height(const Subject& subject, Findings& findings);
void check_centred(const Subject& subject, Findings& findings);
void check_height(const Subject& subject, Findings& findings);
void check_unit(const Subject& subject, Findings& findings);
void check_hips_height(const Subject& subject, Findings& findings);
void check_root_below_hips(const Subject& subject, Findings& findings);

// pose_t_pose.cpp
void check_upper_arms(const Subject& subject, Findings& findings);
void check_forearms(const Subject& subject, Findings& findings);
void check_hands(const Subject& subject, Findings& findings);
void check_fingers(const Subject& subject, Findings& findings);
void check_thumbs(const Subject& subject, Findings& findings);
void check_palms(const Subject& subject, Findings& findings);
void check_thighs(const Subject& subject, Findings& findings);
void check_shanks(const Subject& subject, Findings& findings);
void check_feet(const Subject& subject, Findings& findings);
void check_spine(const Subject& subject, Findings& findings);
void check_shoulders(const Subject& subject, Findings& findings);
void check_hanging_arms(const Subject& subject, Findings& findings);
void check_t_pose_achievable(const Subject& subject, Findings& findings);

// pose_proportions.cpp
void check_symmetry(const Subject& subject, Findings& findings);
void check_limb_ratios(const Subject& subject, Findings& findings);
void check_pre_bend(const Subject& subject, Findings& findings);
void check_centre_in_limb(const Subject& subject, Findings& findings);
void check_centre_space(const Subject& subject, Findings& findings);

// pose_frames.cpp
void check_bone_y(const Subject& subject, Findings& findings);
void check_bone_x(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
