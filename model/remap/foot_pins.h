// Foot pinning: a retargeted walk slides if the figure's legs differ from those of the source. Contacts are
// found in the motion, and the leg's two bones are rotated such that the foot stays in place. Private to
// model/remap.
#pragma once

#include "model/figure/reference_pose.h"
#include "model/pose/pose.h"

#include <functional>
#include <vector>

namespace vitruvian {

/// The foot is in contact from `from` to `to` (seconds), with its point at `pin` (world).
struct FootContact {
    double from = 0.0;
    double to = 0.0;
    vec3 pin{0.0F};
    vec3 before{0.0F};  // offset of the pin from the motion at `from`, and
    vec3 after{0.0F};   // at `to`: faded in before and out afterwards
};

/// Nodes of one leg. The pinned point is the ball of the foot (the toes' joint), so that the heel can roll
/// off; the ankle if there are no toes.
struct PinnedLeg {
    int upper = -1;
    int lower = -1;
    int foot = -1;
    int point = -1;
    bool foot_hangs = true;  // is a descendant of the lower leg; else it is placed
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

/// The feet of the rig for which a motion was made.
struct FootTrack {
    /// World matrices of its nodes at a time; valid until the next call.
    std::function<const std::vector<mat4>&(double)> world_at;
    BoneMap bones;
    vec3 up{0.0F, 1.0F, 0.0F};
    float hip_height = 0.0F;
};

/// Finds contacts in `source` and the positions of the target's feet in them. `target` moves without pins. A
/// foot is in contact while it is slower than a third of the hips' height per second and within an eighth of
/// that height above the lowest position of either foot. Empty if there are no legs or contacts.
[[nodiscard]] FootPins find_foot_pins(const FootTrack& source, const FootTrack& target,
                                      const Document& document, const ReferencePose& reference,
                                      double duration);

/// Rotates the legs of `pose` (the motion's pose at `seconds`) and, if they do not reach, lowers the hips.
void apply_foot_pins(const FootPins& pins, const Skeleton& skeleton, double seconds, Pose& pose);

}  // namespace vitruvian
