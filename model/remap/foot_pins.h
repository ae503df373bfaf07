// Feet that stand still while they bear weight: a carried-over walk slides where the figure's legs are not
// those of the one that walked. Contacts are found in the motion, and the leg's two bones are turned so that
// the foot stays where it stood. Private to model/remap.
#pragma once

#include "model/figure/reference_pose.h"
#include "model/pose/pose.h"

#include <functional>
#include <vector>

namespace vitruvian {

/// The foot stands from `from` to `to` (seconds), its point at `pin` (world).
struct FootContact {
    double from = 0.0;
    double to = 0.0;
    vec3 pin{0.0F};
    vec3 before{0.0F};  // what the pin adds to the motion at `from`, and
    vec3 after{0.0F};   // at `to`: faded in before and out afterwards
};

/// Nodes of one leg. What is pinned is the ball of the foot (the toes' joint), so that the heel can roll off;
/// the ankle where there are no toes.
struct PinnedLeg {
    int upper = -1;
    int lower = -1;
    int foot = -1;
    int point = -1;
    bool foot_hangs = true;  // below the lower leg; else it is placed
    std::vector<FootContact> contacts;
};

struct FootPins {
    vec3 up{0.0F, 1.0F, 0.0F};
    vec3 front{0.0F, 0.0F, 1.0F};
    int hips = -1;
    float hip_height = 0.0F;
    std::vector<PinnedLeg> legs;

    [[nodiscard]] bool empty() const { return legs.empty(); }
};

/// The feet of the rig that a motion was made on.
struct FootTrack {
    /// World matrices of its nodes at a time; valid until the next call.
    std::function<const std::vector<mat4>&(double)> world_at;
    BoneMap bones;
    vec3 up{0.0F, 1.0F, 0.0F};
    float hip_height = 0.0F;
};

/// Finds contacts in `source` and where the target's feet stand in them. `target` moves without pins.
/// A foot bears weight while it is slower than a third of the hips' height a second and within an eighth of
/// it of the lowest place of either foot. Empty where the legs are not there, or never stand.
[[nodiscard]] FootPins find_foot_pins(const FootTrack& source, const FootTrack& target,
                                      const Document& document, const ReferencePose& reference,
                                      double duration);

/// Turns the legs of `pose` (as the motion has it at `seconds`) and, where they do not reach, lowers the
/// hips.
void apply_foot_pins(const FootPins& pins, const Skeleton& skeleton, double seconds, Pose& pose);

}  // namespace vitruvian
