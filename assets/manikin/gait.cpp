// Walking and running on the spot, as on a treadmill: feet follow planned paths, legs follow the feet.
#include "assets/manikin/motion.h"
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

constexpr double heel_z = -0.114;  // where the heel meets the ground, in the default pose

/// What tells one gait from another. Phases are shares of the cycle, which starts with the left foot's
/// contact.
struct Gait {
    double seconds = 1.0;
    double stride = 1.0;      // metres a cycle
    double stance = 0.6;      // share of the cycle that a foot is on the ground
    double contact = 0.3;     // stride share that the foot lands ahead of the default pose
    double flat_from = 0.09;  // the heel rocks down until here
    double flat_to = 0.36;    // and lifts from here
    double landing_degrees = -16.0;
    double leaving_degrees = 45.0;
    double lift = 0.03;
    double clearance = 0.0;    // metres that every point of a swinging foot keeps from the ground
    double step_width = 0.07;  // of each ankle from the middle
};

struct FootState {
    Vec ankle{0.0};
    double pitch = 0.0;  // degrees, + toes down
    double toe = 0.0;
};

/// How high the lowest point of the left foot's sole is: heel, ball or the tip of the toes.
double lowest_of(const Skeleton& skeleton, const FootState& foot) {
    constexpr double flesh = 0.004;  // of toes and heel beyond these points
    const Vec rest = skeleton.centre("l_ankle");
    const Vec ball = skeleton.centre("l_metatarsal");
    const Vec toes = skeleton.site("l_forefoot_tip") - ball;
    const auto height = [&](const Vec& point) {
        return foot.ankle.y + (about_x(foot.pitch) * (point - rest)).y;
    };
    const double heel = height({rest.x, 0.0, heel_z});
    const double tip = height(ball + about_x(foot.toe) * Vec{0.0, -ball.y, toes.z});
    return std::min({heel, height({ball.x, 0.0, ball.z}), tip}) - flesh;
}

/// The left foot while it is on the ground: heel rocker, flat, then a roll over the ball.
FootState on_ground(const Skeleton& skeleton, const Gait& gait, double phase) {
    const Vec rest = skeleton.centre("l_ankle");
    const double ball_z = skeleton.centre("l_metatarsal").z;
    const double along = gait.stride * (gait.contact - phase);
    FootState foot;
    double pivot_z = heel_z;
    if (phase < gait.flat_from) {
        const double t = 1.0 - phase / gait.flat_from;
        foot.pitch = gait.landing_degrees * t * t;
    } else if (phase > gait.flat_to) {
        const double t = (phase - gait.flat_to) / (gait.stance - gait.flat_to);
        foot.pitch = gait.leaving_degrees * t * t;
        foot.toe = -foot.pitch;
        pivot_z = ball_z;
    }
    const Vec pivot = {gait.step_width, 0.0, pivot_z};
    foot.ankle = pivot + about_x(foot.pitch) * (Vec{gait.step_width, rest.y, rest.z} - pivot);
    foot.ankle.z += along;
    return foot;
}

/// The left foot at any phase; in the air it leaves and lands with the speeds it has on the ground.
FootState foot_at(const Skeleton& skeleton, const Gait& gait, double phase) {
    phase -= std::floor(phase);
    if (phase <= gait.stance) return on_ground(skeleton, gait, phase);
    const double step = 1e-3;
    const FootState leave = on_ground(skeleton, gait, gait.stance);
    const FootState before = on_ground(skeleton, gait, gait.stance - step);
    const FootState land = on_ground(skeleton, gait, 0.0);
    const FootState after = on_ground(skeleton, gait, step);
    const double air = 1.0 - gait.stance;
    const double t = (phase - gait.stance) / air;
    const auto hermite = [&](double a, double a_before, double b, double b_after) {
        const double da = (a - a_before) / step * air;
        const double db = (b_after - b) / step * air;
        const double t2 = t * t;
        const double t3 = t2 * t;
        return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * da + (3 * t2 - 2 * t3) * b + (t3 - t2) * db;
    };
    FootState foot;
    foot.ankle.x = gait.step_width;
    foot.ankle.y = hermite(leave.ankle.y, before.ankle.y, land.ankle.y, after.ankle.y);
    foot.ankle.z = hermite(leave.ankle.z, before.ankle.z, land.ankle.z, after.ankle.z);
    const double arch = std::sin(glm::pi<double>() * t);
    foot.ankle.y += gait.lift * arch * arch;
    foot.pitch = hermite(leave.pitch, before.pitch, land.pitch, after.pitch);
    foot.toe = leave.toe * (1.0 - ease(std::min(1.0, t / 0.5)));
    const double ramp = 0.22;  // share of the swing in which the clearance is won, and given up
    const double wanted = gait.clearance * ease(std::min({1.0, t / ramp, (1.0 - t) / ramp}));
    foot.ankle.y += std::max(0.0, wanted - lowest_of(skeleton, foot));
    return foot;
}

void place_feet(const Skeleton& skeleton, Pose& pose, const Gait& gait, double phase) {
    for (const bool left : {true, false}) {
        const FootState foot = foot_at(skeleton, gait, left ? phase : phase + 0.5);
        FootTarget target;
        target.ankle = left ? foot.ankle : mirrored(foot.ankle);
        target.turn = about_x(foot.pitch);
        target.toe_degrees = foot.toe;
        solve_leg(skeleton, pose, left ? "l_" : "r_", target);
    }
}

Motion cycle(const Skeleton& skeleton, const char* name, const Gait& gait, int steps,
             void (*body)(const Skeleton&, Pose&, double)) {
    Motion motion;
    motion.name = name;
    motion.seconds = gait.seconds;
    for (int i = 0; i <= steps; ++i) {
        const double phase = static_cast<double>(i) / steps;
        Pose pose(skeleton);
        body(skeleton, pose, phase == 1.0 ? 0.0 : phase);
        place_feet(skeleton, pose, gait, phase == 1.0 ? 0.0 : phase);
        motion.keys.push_back(phase);
        motion.frames.push_back(pose);
    }
    return motion;
}

/// Arms that swing against the legs: the left one is back when the left foot lands.
void swing_arms(const Skeleton& skeleton, Pose& pose, double phase, double back, double forward,
                double elbow_rest, double elbow_swing, double outward) {
    for (const bool left : {true, false}) {
        const double ahead = -wave(left ? phase : phase + 0.5, 0.02);  // -1 back .. 1 forward
        const double degrees = -((forward - back) / 2 + (forward + back) / 2 * ahead);
        const double later = -wave(left ? phase : phase + 0.5, 0.07);
        const Quat shoulder = about_z(outward) * about_x(degrees);
        const Quat elbow = about_x(-(elbow_rest + elbow_swing * (0.5 + 0.5 * later)));
        const std::string side = left ? "l_" : "r_";
        set(skeleton, pose, side + "shoulder", left ? shoulder : mirrored(shoulder));
        set(skeleton, pose, side + "elbow", elbow);
    }
}

void walk_body(const Skeleton& skeleton, Pose& pose, double phase) {
    const double yaw = -4.5 * wave(phase, 0.0);
    const double list = 3.0 * wave(phase, 0.17);
    pose.root_shift = {0.018 * wave(phase, 0.28),
                       -0.033 - 0.015 * std::cos(4 * glm::pi<double>() * (phase - 0.045)),
                       0.004 * std::cos(4 * glm::pi<double>() * (phase - 0.2))};
    set(skeleton, pose, "HumanoidRoot", about_y(yaw) * about_z(list) * about_x(2.0));
    bend_spine(skeleton, pose,
               {1.0 + 1.2 * std::cos(4 * glm::pi<double>() * (phase - 0.06)), -yaw * 1.9, -list * 1.15});
    bend_neck(skeleton, pose, {-3.0, yaw * 0.9, list * 0.15});
    swing_arms(skeleton, pose, phase, 20.0, 19.0, 12.0, 20.0, 4.5);
    for (const char* side : {"l_", "r_"}) {
        curl_fingers(skeleton, pose, side, 0.20);
    }
    set_both(skeleton, pose, "l_wrist", about_z(-4.0));
    set_both(skeleton, pose, "l_thumb1", about_z(-10.0));
}

void run_body(const Skeleton& skeleton, Pose& pose, double phase) {
    const double yaw = -7.0 * wave(phase, 0.02);
    const double list = 3.5 * wave(phase, 0.12);
    pose.root_shift = {0.010 * wave(phase, 0.15),
                       -0.045 - 0.032 * std::cos(4 * glm::pi<double>() * (phase - 0.15)), 0.0};
    set(skeleton, pose, "HumanoidRoot", about_y(yaw) * about_z(list) * about_x(7.0));
    bend_spine(skeleton, pose, {5.0, -yaw * 2.0, -list * 1.1});
    bend_neck(skeleton, pose, {-11.0, yaw * 1.0, 0.0});
    swing_arms(skeleton, pose, phase, 42.0, 34.0, 78.0, 22.0, 8.0);
    for (const char* side : {"l_", "r_"}) curl_fingers(skeleton, pose, side, 0.62);
    set_both(skeleton, pose, "l_thumb1", about_z(-22.0));
}

}  // namespace

Motion make_walk(const Skeleton& skeleton) {
    Gait gait;
    gait.seconds = 1.12;
    gait.stride = 1.26;
    gait.stance = 0.62;
    gait.contact = 0.305;
    gait.flat_from = 0.10;
    gait.flat_to = 0.34;
    gait.landing_degrees = -17.0;
    gait.leaving_degrees = 46.0;
    gait.lift = 0.012;
    gait.clearance = 0.026;
    gait.step_width = 0.072;
    return cycle(skeleton, "Walk", gait, 28, walk_body);
}

Motion make_run(const Skeleton& skeleton) {
    Gait gait;
    gait.seconds = 0.72;
    gait.stride = 2.0;
    gait.stance = 0.34;
    gait.contact = 0.14;
    gait.flat_from = 0.06;
    gait.flat_to = 0.15;
    gait.landing_degrees = -8.0;
    gait.leaving_degrees = 48.0;
    gait.lift = 0.14;
    gait.step_width = 0.045;
    return cycle(skeleton, "Run", gait, 24, run_body);
}

}  // namespace vitruvian::manikin
