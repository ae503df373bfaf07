// Motion measurements of clips, shared by all checks: each clip is sampled at 60 Hz, and the worst values are
// kept with their times. Independent of profile thresholds.
#pragma once

#include "model/check/subject.h"

#include <array>
#include <optional>
#include <vector>

namespace vitruvian::check {

/// The largest value of a measure, and its time.
struct Worst {
    float value = 0.0F;
    double time = 0.0;  // seconds into the clip

    void add(float candidate, double at_time) {
        if (candidate <= value) return;
        value = candidate;
        time = at_time;
    }
};

/// Collects the time spans in which a condition holds, sample by sample.
class Spans {
  public:
    /// Times ascend from call to call.
    void see(bool lasts, double time);
    [[nodiscard]] const std::vector<Span>& list() const { return list_; }

  private:
    std::vector<Span> list_;
    bool is_open_ = false;
};

/// Motion of one node relative to its parent.
struct NodeMotion {
    int node = -1;
    bool turns = false;  // its rotation is keyed
    bool steps = false;  // with intended jumps (STEP)
    bool shifts = false;
    Worst turn;                 // radians within 1/30 s
    Spans pops;                 // where `turn` exceeds 45 degrees
    float end_turn = 0.0F;      // radians between its rotations at the end and at the start
    float jitter = 0.0F;        // radians: rms of the second difference of its rotation at 30 Hz
    bool is_moving = false;     // by more than a degree
    float distance_rms = 0.0F;  // of its distance from its parent against that at rest, in its parent's units
};

/// Violations of a joint's limits (the clip at 30 fps).
struct LimitMotion {
    int joint = -1;      // into Humanoid::joints
    float share = 0.0F;  // fraction of frames in which an axis exceeds its limit by more than one degree
    Worst excess;        // radians
    Spans beyond;        // where `excess` is over a degree
};

/// A hand or foot including its descendants.
struct PartMotion {
    Bone bone = Bone::hips;
    float depth = 0.0F;  // metres of its lowest vertex below the lowest at rest; 0: never below
    double depth_time = 0.0;
    vec3 deepest{0.0F};  // the vertex at that time, in the figure's space
    Spans below;         // where `depth` is over a centimetre
    Worst slide;   // feet: metres per second over the ground, the smaller of two successive frames at 20 fps
    Spans slides;  // where `slide` is over 0.5 m/s
};

/// Two bones that intersect: metres deeper than at rest.
struct Overlap {
    Bone a = Bone::hips;
    Bone b = Bone::hips;
    Worst depth;
    Spans deep;  // where that is over two centimetres
};

/// Motion of one figure.
struct FigureMotion {
    const Figure* figure = nullptr;
    std::vector<LimitMotion> limits;
    std::vector<PartMotion> parts;
    std::vector<Overlap> overlaps;
    float floating = 0.0F;  // longest time in seconds in the air without rising or falling
    double floating_time = 0.0;
    bool has_hips = false;
    float travel = 0.0F;  // metres between the hips' positions at the start and the end
    float turn = 0.0F;    // radians between their orientations
};

struct ClipMotion {
    int clip = -1;  // into Document::clips
    std::vector<NodeMotion> nodes;
    std::vector<FigureMotion> figures;  // the figures that the clip moves
};

struct ClipPoses {
    std::vector<ClipMotion> clips;  // the chosen clips, except those that only target bones
};

/// Measures the chosen clips. A clip is sampled completely unless that is too expensive compared with its
/// number of keys; then only its beginning is sampled.
[[nodiscard]] ClipPoses measure_clips(const Subject& subject);

/// Returns a joint's rotation from rest, in radians about the axes of its limit frame: the swing about X and
/// Z, the twist about Y.
[[nodiscard]] vec3 limit_angles(const Joint& joint, const quat& delta);

}  // namespace vitruvian::check
