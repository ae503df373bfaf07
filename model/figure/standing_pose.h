// A pose in which a rig stands upright, found in its motion where its rest shows none. Motion capture files rest
// in whatever pose their joints' angles are zero: with each bone along its joint's X axis, lying on the side, or
// in no shape at all. What is up, front and left, and which way elbows and knees bend, is then told by the
// motion and by the file's convention. It knows no T-pose.
#pragma once

#include "model/figure/body_frame.h"
#include "model/pose/pose.h"

#include <optional>

namespace vitruvian {

/// A pose to begin from, and the axes of the figure in it.
struct StandingPose {
    Pose pose;
    BodyFrame body;
};

/// For a rig that rests in `rest` and does not stand there: the trunk as it stands on average over the motion,
/// the limbs as in the frame that is nearest to standing, the whole upright along the world axis (+Y or +Z)
/// that is up in the motion, looking as BVH's and glTF's convention has it (+Z, or -Y where Z is up). Where only
/// limbs are out of place the rest is kept but for these. nullopt where the rest stands, or nothing better is
/// known. Only figures without meshes are looked at: a skin rests as its maker wanted.
[[nodiscard]] std::optional<StandingPose> find_standing_pose(const Document& document,
                                                             const Humanoid& humanoid,
                                                             const Skeleton& skeleton, const Pose& rest);

/// How far along the unit vector `up` the root has to go for feet in `pose` to stand where the motion has its
/// ground; 0 for rigs with meshes or without motion.
[[nodiscard]] float height_above_ground(const Document& document, const Humanoid& humanoid,
                                        const Skeleton& skeleton, const Pose& pose, const vec3& up);

}  // namespace vitruvian
