// How clips move what they move, measured once for all checks: each clip is walked through at 60 Hz, and what was worst
// is kept, with its time. Knows no thresholds of profiles.
#pragma once

#include "model/check/subject.h"

#include <array>
#include <optional>
#include <vector>

namespace vitruvian::check {

/// The largest that a measure became, and when.
struct Worst {
    float value = 0.0F;
    double time = 0.0;  // seconds into the clip

    void add(float candidate, double at_time) {
        if (candidate <= value) return;
        value = candidate;
        time = at_time;
    }
};

/// When something lasts, seen from sample to sample.
class Spans {
  public:
    /// Times ascend from call to call.
    void see(bool lasts, double time);
    [[nodiscard]] const std::vector<Span>& list() const { return list_; }

  private:
    std::vector<Span> list_;
    bool is_open_ = false;
};

/// How a clip moves one node in its parent.
struct NodeMotion {
    int node = -1;
    bool turns = false;  // its rotation is keyed
    bool steps = false;  // in jumps that are meant (STEP)
    bool shifts = false;
    Worst turn;                 // radians within 1/30 s
    Spans pops;                 // where that is over 45 degrees
    float end_turn = 0.0F;      // radians between its rotations at the end and at the start
    float jitter = 0.0F;        // radians: rms of the second difference of its rotation at 30 Hz
    bool is_moving = false;     // by more than a degree
    float distance_rms = 0.0F;  // of its distance from its parent against that at rest, in its parent's units
};

/// What a joint does beyond its limits (the clip at 30 fps).
struct LimitMotion {
    int joint = -1;      // into Humanoid::joints
    float share = 0.0F;  // of frames with an axis more than one degree beyond
    Worst excess;        // radians
    Spans beyond;        // where it is over a degree
};

/// A hand or foot with all that is below it.
struct PartMotion {
    Bone bone = Bone::hips;
    float depth = 0.0F;  // metres of its lowest vertex below the rest's lowest; 0: never below
    double depth_time = 0.0;
    Spans below;   // where that is over a centimetre
    Worst slide;   // of feet, metres per second over the ground: the least of two successive frames at 20 fps
    Spans slides;  // where that is over 0.5 m/s
};

/// Two bones that come to lie in each other: metres deeper than at rest.
struct Overlap {
    Bone a = Bone::hips;
    Bone b = Bone::hips;
    Worst depth;
    Spans deep;  // where that is over two centimetres
};

/// How a clip moves one figure.
struct FigureMotion {
    const Figure* figure = nullptr;
    std::vector<LimitMotion> limits;
    std::vector<PartMotion> parts;
    std::vector<Overlap> overlaps;
    float floating = 0.0F;  // seconds of the longest time in the air without rising or falling
    double floating_time = 0.0;
    bool has_hips = false;
    float travel = 0.0F;  // metres from the hips' place at the start to that at the end
    float turn = 0.0F;    // radians between how they are turned
};

struct ClipMotion {
    int clip = -1;  // into Document::clips
    std::vector<NodeMotion> nodes;
    std::vector<FigureMotion> figures;  // those that it moves
};

struct ClipPoses {
    std::vector<ClipMotion> clips;  // those chosen; without clips that name bones alone
};

/// Of the chosen clips. A clip is looked at in full unless that would be far more work than its keys are worth: then its
/// beginning is.
[[nodiscard]] ClipPoses measure_clips(const Subject& subject);

/// How a joint is turned from rest, in radians about the axes of its limit frame: the swing about X and Z, the twist
/// about Y.
[[nodiscard]] vec3 limit_angles(const Joint& joint, const quat& delta);

}  // namespace vitruvian::check
