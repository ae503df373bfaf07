// How far two clips move their figures apart. Private to model/rig_diff.
#pragma once

namespace vitruvian::rig_diff {

/// The largest difference of two clips.
struct Widest {
    double size = 0.0;
    double time = 0.0;  // in the second clip, in seconds
    int where = -1;     // in the second document

    /// Of equal ones the first is kept: a joint's turn also turns all below it.
    void take(double apart, double now, int what) {
        constexpr double noise = 1e-3;
        if (apart > size * (1.0 + noise)) *this = {apart, now, what};
    }
};

struct ClipDeviation {
    Widest turn;      // of a node in the world, in radians
    Widest own_turn;  // of a node in its own frame, in radians; only between formats of one family
    Widest travel;    // of the topmost nodes, and of others from the joints that carry them, in metres
    Widest stretch;   // the difference of scales
    Widest weight;    // of displacers
};

}  // namespace vitruvian::rig_diff
