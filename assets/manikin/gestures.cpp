// Clips in which the feet stay where they are: idling, waving, a round of exercises.
#include "assets/manikin/motion.h"
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

/// 0 outside [from, to], 1 within, rising and falling in `ramp`.
double plateau(double t, double from, double to, double ramp) {
    return ease((t - from) / ramp) * ease((to - t) / ramp);
}

void stand(const Skeleton& skeleton, Pose& pose) {
    for (const char* side : {"l_", "r_"}) {
        const std::string name = side;
        solve_leg(skeleton, pose, name, {skeleton.centre(name + "ankle"), Quat{1.0, 0.0, 0.0, 0.0}, 0.0});
    }
}

void relax_arms(const Skeleton& skeleton, Pose& pose) {
    set_both(skeleton, pose, "l_shoulder", about_z(4.0) * about_x(1.0));
    set_both(skeleton, pose, "l_elbow", about_x(-10.0));
    set_both(skeleton, pose, "l_thumb1", about_z(-10.0));
    for (const char* side : {"l_", "r_"}) curl_fingers(skeleton, pose, side, 0.17);
}

void breathe(const Skeleton& skeleton, Pose& pose, double breath) {
    set_both(skeleton, pose, "l_sternoclavicular", about_z(1.6 * (0.5 + 0.5 * breath)));
}

/// A blink at phase `at`, `length` of the cycle long.
void blink(const Skeleton& skeleton, Pose& pose, double phase, double at, double length) {
    const double t = std::abs(phase - at) / (length / 2);
    if (t >= 1.0) return;
    set_both(skeleton, pose, "l_eyelid_joint", about_x(179.0 * (1.0 - t)));
}

Motion timed(const Skeleton& skeleton, const char* name, double seconds, int steps,
             void (*body)(const Skeleton&, Pose&, double)) {
    Motion motion;
    motion.name = name;
    motion.seconds = seconds;
    for (int i = 0; i <= steps; ++i) {
        const double phase = static_cast<double>(i) / steps;
        Pose pose(skeleton);
        body(skeleton, pose, i == steps ? 0.0 : phase);
        motion.keys.push_back(phase);
        motion.frames.push_back(pose);
    }
    return motion;
}

void idle_body(const Skeleton& skeleton, Pose& pose, double phase) {
    const double sway = wave(phase, 0.25);
    const double breath = wave(phase * 2.0, 0.3);
    relax_arms(skeleton, pose);
    pose.root_shift = {0.022 * sway, -0.004 - 0.003 * std::abs(sway), 0.0};
    set(skeleton, pose, "HumanoidRoot", about_z(1.6 * sway) * about_y(1.5 * sway));
    bend_spine(skeleton, pose, {1.2 - 0.9 * breath, -1.8 * sway, -2.4 * sway});
    bend_neck(skeleton, pose, {-0.8 + 0.6 * breath, 5.0 * wave(phase, 0.6), 0.8 * sway});
    breathe(skeleton, pose, breath);
    blink(skeleton, pose, phase, 0.30, 0.05);
    blink(skeleton, pose, phase, 0.78, 0.05);
    stand(skeleton, pose);
}

void wave_body(const Skeleton& skeleton, Pose& pose, double phase) {
    const double up = plateau(phase, 0.05, 0.95, 0.2);
    const double swing =
        plateau(phase, 0.24, 0.78, 0.08) * std::sin(2 * glm::pi<double>() * (phase - 0.24) / 0.135);
    relax_arms(skeleton, pose);
    pose.root_shift = {0.012 * up, -0.004, 0.0};
    set(skeleton, pose, "HumanoidRoot", about_z(0.8 * up));
    bend_spine(skeleton, pose, {0.5, -2.0 * up, 2.0 * up});
    bend_neck(skeleton, pose, {-1.0, -5.0 * up, -3.5 * up});
    set(skeleton, pose, "r_sternoclavicular", about_z(-9.0 * up));
    set(skeleton, pose, "r_acromioclavicular", about_z(-8.0 * up));
    set(skeleton, pose, "r_shoulder",
        about_z(-(4.0 + 68.0 * up)) * about_x(1.0 - 16.0 * up) * about_y(-78.0 * up));
    set(skeleton, pose, "r_elbow", about_x(-(10.0 + (88.0 + 15.0 * swing) * up)));
    set(skeleton, pose, "r_wrist", about_x(7.0 * swing * up));
    curl_fingers(skeleton, pose, "r_", 0.17 - 0.13 * up);
    stand(skeleton, pose);
}

}  // namespace

Motion make_idle(const Skeleton& skeleton) {
    return timed(skeleton, "Idle", 8.0, 40, idle_body);
}
Motion make_wave(const Skeleton& skeleton) {
    return timed(skeleton, "Wave", 3.2, 64, wave_body);
}

}  // namespace vitruvian::manikin
