// A round of exercises that takes every joint through its range, one readable movement after another: neck,
// face, shoulders, arms, hands, spine, legs, a knee bend. What the limits allow is the score: movements are
// written as shares of them.
#include "assets/manikin/motion.h"
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::manikin {
namespace {

enum Axis { x_axis, y_axis, z_axis };

constexpr double seconds = 30.0;
constexpr double beats = 36.0;  // the score's own time
constexpr int frames_per_second = 20;

/// Turning a joint about one axis of its limit frame to `first`, on to `second`, and back, within [from, to].
/// Shares of the limits: -1 the lower, 1 the upper.
struct Movement {
    int joint = 0;
    Axis axis = x_axis;
    double first = 0.0;
    double second = 0.0;
    double from = 0.0;
    double to = 0.0;

    [[nodiscard]] double share(double beat) const {
        const double t = (beat - from) / (to - from);
        if (t <= 0.0 || t >= 1.0) return 0.0;
        if (t < 0.45) return first * ease(t / 0.30);
        if (t < 0.70) return first + (second - first) * ease((t - 0.45) / 0.22);
        return second * (1.0 - ease((t - 0.70) / 0.30));
    }
};

struct Beats {
    double from = 0.0;
    double to = 0.0;
};

class Score {
  public:
    explicit Score(const Skeleton& skeleton) : skeleton_(skeleton) {}

    void one(const std::string& joint, Axis axis, double first, double second, Beats when) {
        movements_.push_back({skeleton_.joint(joint), axis, first, second, when.from, when.to});
    }
    /// A left joint, and the right one as in a mirror.
    void both(const std::string& left, Axis axis, double first, double second, Beats when) {
        const double sign = axis == x_axis ? 1.0 : -1.0;
        one(left, axis, first, second, when);
        one(mirrored_name(left), axis, sign * first, sign * second, when);
    }
    void each(std::initializer_list<const char*> joints, Axis axis, double first, double second, Beats when) {
        for (const char* joint : joints) one(joint, axis, first, second, when);
    }

    /// Swing and then twist about the bone's Y, in the limit frame.
    [[nodiscard]] Pose at(double beat) const {
        std::vector<Vec> angles(skeleton_.joints.size(), Vec{0.0});
        for (const Movement& m : movements_) {
            const auto j = static_cast<std::size_t>(m.joint);
            const double share = m.share(beat);
            const Vec& limit = share < 0.0 ? skeleton_.joints[j].lower : skeleton_.joints[j].upper;
            angles[j][m.axis] += std::abs(share) * limit[m.axis];
        }
        Pose pose(skeleton_);
        for (std::size_t j = 0; j < angles.size(); ++j) {
            const JointRow& row = skeleton_.joints[j];
            const Vec swing = {angles[j].x, 0.0, angles[j].z};
            const double size = glm::length(swing);
            const Quat turn = (size > 0.0 ? glm::angleAxis(size, swing / size) : Quat{1.0, 0.0, 0.0, 0.0}) *
                              glm::angleAxis(angles[j].y, Vec{0.0, 1.0, 0.0});
            const Quat frame = glm::angleAxis(row.limit_angle, row.limit_axis);
            pose.turn[j] = frame * turn * glm::inverse(frame);
        }
        return pose;
    }

  private:
    const Skeleton& skeleton_;
    std::vector<Movement> movements_;
};

void write_neck_and_face(Score& score) {
    const std::initializer_list<const char*> neck = {"vc7", "vc6", "vc5", "vc4",
                                                     "vc3", "vc2", "vc1", "skullbase"};
    score.each(neck, x_axis, 0.9, -0.9, {0.3, 2.0});
    score.each(neck, y_axis, 0.9, -0.9, {1.8, 3.5});
    score.each(neck, z_axis, 0.8, -0.8, {3.3, 4.9});
    for (const char* side : {"l_", "r_"}) {
        const std::string eye = std::string(side) + "eyeball_joint";
        score.one(eye, y_axis, 0.75, -0.75, {4.7, 5.8});
        score.one(eye, x_axis, -0.7, 0.7, {5.7, 6.8});
        score.one(std::string(side) + "eyelid_joint", x_axis, 0.98, 0.98, {6.7, 7.3});
    }
    score.both("l_eyebrow_joint", z_axis, 0.8, -0.8, {4.8, 6.6});
    score.one("temporomandibular", x_axis, 0.85, 0.85, {5.0, 6.2});
    score.one("temporomandibular", y_axis, 0.8, -0.8, {6.1, 7.2});
    score.one("temporomandibular", z_axis, 0.8, -0.8, {6.1, 7.2});
}

void write_shoulders(Score& score) {
    score.both("l_sternoclavicular", z_axis, 0.65, -0.9, {7.0, 8.6});
    score.both("l_sternoclavicular", y_axis, -0.8, 0.8, {8.3, 9.9});
    score.both("l_sternoclavicular", x_axis, -0.3, 0.9, {8.3, 9.9});
    score.both("l_acromioclavicular", y_axis, -0.7, 0.7, {8.3, 9.9});
    score.both("l_acromioclavicular", x_axis, -0.5, 0.5, {8.3, 9.9});
    score.both("l_acromioclavicular", z_axis, 0.6, -0.3, {7.0, 8.6});
    // Forward and up, then back.
    score.both("l_shoulder", x_axis, -0.97, 0.9, {9.6, 12.0});
    score.both("l_sternoclavicular", z_axis, 0.4, 0.0, {9.6, 12.0});
    // Out and up; then crossed in front of the body.
    score.both("l_shoulder", z_axis, 0.97, -0.85, {11.8, 14.2});
    score.both("l_shoulder", x_axis, 0.0, -0.28, {11.8, 14.2});
    score.both("l_sternoclavicular", z_axis, 0.5, 0.0, {11.8, 14.2});
    score.both("l_acromioclavicular", z_axis, 0.7, 0.0, {11.8, 14.2});
    // Turned about their own length, held out with elbows bent.
    score.both("l_shoulder", z_axis, 0.55, 0.55, {14.0, 16.2});
    score.both("l_shoulder", y_axis, -0.75, 0.75, {14.1, 16.1});
    score.both("l_elbow", x_axis, -0.55, -0.55, {14.0, 16.2});
}

void write_arms(Score& score) {
    score.both("l_elbow", x_axis, -0.97, 0.8, {16.0, 17.5});
    // With bent elbows the hands are in sight.
    score.both("l_elbow", x_axis, -0.60, -0.60, {17.3, 21.9});
    score.both("l_shoulder", x_axis, -0.10, -0.10, {17.3, 21.9});
    score.both("l_wrist", y_axis, 0.9, -0.9, {17.6, 18.8});
    score.both("l_wrist", z_axis, 0.9, -0.9, {18.6, 19.6});
    score.both("l_wrist", x_axis, 0.9, -0.9, {19.4, 20.3});

    const Beats fist = {19.7, 21.0};
    const Beats spread = {20.9, 21.8};
    for (const char* finger : {"index", "middle", "ring", "pinky"}) {
        const std::string name = std::string("l_") + finger;
        score.both(name + "0", z_axis, -0.9, 0.6, {fist.from, spread.to});
        score.both(name + "1", z_axis, -0.95, -0.95, fist);
        score.both(name + "2", z_axis, -0.95, -0.95, fist);
        score.both(name + "3", z_axis, -0.9, -0.9, fist);
        score.both(name + "1", z_axis, 0.35, 0.0, spread);
    }
    score.both("l_index1", x_axis, -0.9, -0.9, spread);
    score.both("l_middle1", x_axis, -0.6, 0.5, spread);
    score.both("l_ring1", x_axis, 0.8, 0.8, spread);
    score.both("l_pinky1", x_axis, 0.9, 0.9, spread);
    score.both("l_thumb1", z_axis, -0.65, -0.65, fist);
    score.both("l_thumb2", x_axis, 0.8, 0.8, fist);
    score.both("l_thumb3", x_axis, 0.75, 0.75, fist);
    score.both("l_thumb1", x_axis, -0.8, 0.6, spread);
    score.both("l_thumb1", y_axis, 0.6, -0.6, spread);
    score.both("l_thumb1", z_axis, 0.6, 0.6, spread);
}

void write_spine(Score& score) {
    const std::initializer_list<const char*> spine = {"vl5",  "vl4",  "vl3", "vl2", "vl1", "vt12",
                                                      "vt11", "vt10", "vt9", "vt8", "vt7", "vt6",
                                                      "vt5",  "vt4",  "vt3", "vt2", "vt1", "sacroiliac"};
    score.each(spine, x_axis, 0.85, -0.7, {21.8, 23.6});
    score.each(spine, z_axis, 0.85, -0.85, {23.4, 25.0});
    score.each(spine, y_axis, 0.9, -0.9, {24.8, 26.4});
    score.both("l_shoulder", x_axis, -0.25, 0.2, {21.8, 23.6});
    score.both("l_shoulder", z_axis, 0.2, 0.2, {23.4, 26.4});
}

/// A raised knee with the foot at work, then the leg back and out. `at`: the first beat of 3.
void write_leg(Score& score, const std::string& side, double at) {
    const double sign = side == "l_" ? 1.0 : -1.0;
    const Beats raised = {at, at + 1.7};
    score.one(side + "hip", x_axis, -0.92, -0.62, raised);
    score.one(side + "knee", x_axis, 0.93, 0.6, raised);
    score.one(side + "hip", y_axis, 0.8 * sign, -0.8 * sign, {at + 0.3, at + 1.6});
    score.one(side + "knee", y_axis, 0.3 * sign, -0.3 * sign, {at + 0.3, at + 1.6});
    score.one(side + "ankle", x_axis, -0.9, 0.9, {at + 0.2, at + 1.6});
    score.one(side + "ankle", z_axis, 0.8, -0.8, {at + 0.3, at + 1.5});
    score.one(side + "ankle", y_axis, -0.8, 0.8, {at + 0.3, at + 1.5});
    score.one(side + "subtalar", z_axis, 0.8, -0.8, {at + 0.3, at + 1.5});
    score.one(side + "midtarsal", x_axis, -0.8, 0.8, {at + 0.2, at + 1.6});
    score.one(side + "metatarsal", x_axis, -0.9, 0.9, {at + 0.2, at + 1.6});
    score.one(side + "hip", x_axis, 0.9, 0.9, {at + 1.5, at + 2.5});
    score.one(side + "hip", z_axis, 0.9 * sign, 0.0, {at + 2.1, at + 3.1});
    score.one(side + "knee", x_axis, 0.06, 0.06, {at + 1.5, at + 3.1});
}

double held(double beat, Beats when, double ramp) {
    return ease((beat - when.from) / ramp) * ease((when.to - beat) / ramp);
}

constexpr double left_at = 26.4;
constexpr double right_at = 29.9;
constexpr double leg_beats = 3.1;
constexpr Beats knee_bend = {33.2, 35.7};

/// The foot on the ground, its heel lifted by `degrees`.
FootTarget standing(const Skeleton& skeleton, const std::string& side, double degrees) {
    const Vec rest = skeleton.centre(side + "ankle");
    const Vec ball = {rest.x, 0.0, skeleton.centre(side + "metatarsal").z};
    const Quat turn = about_x(degrees);
    return {ball + turn * (rest - ball), turn, -degrees};
}

/// How high the lowest point of a foot's sole is.
double lowest_of(const Skeleton& skeleton, const Pose& pose, const std::string& side) {
    constexpr double flesh = 0.004;  // of toes and heel beyond these points
    const auto height = [&](const char* joint, const Vec& point) {
        const Placed placed = place(skeleton, pose, skeleton.joint(side + joint));
        return (placed.centre + placed.turn * (point - skeleton.centre(side + joint))).y;
    };
    const Vec ankle = skeleton.centre(side + "ankle");
    const Vec ball = skeleton.centre(side + "metatarsal");
    const Vec tip = skeleton.site(side + "forefoot_tip");
    const double heel = height("ankle", {ankle.x, 0.0, -0.114});
    const double across = 0.04;  // of the ball and the toes, to either side
    double out = heel;
    for (const double x : {-across, across}) {
        out = std::min({out, height("midtarsal", {ball.x + x, 0.0, ball.z}),
                        height("metatarsal", {tip.x + x, 0.0, tip.z})});
    }
    return out - flesh;
}

/// Draws the leg up, hip and knee together, until the foot is `wanted` over the ground.
void draw_up(const Skeleton& skeleton, Pose& pose, const std::string& side, double wanted) {
    const auto hip = static_cast<std::size_t>(skeleton.joint(side + "hip"));
    const auto knee = static_cast<std::size_t>(skeleton.joint(side + "knee"));
    const Quat hip_before = pose.turn[hip];
    const Quat knee_before = pose.turn[knee];
    const auto bend = [&](double degrees) {
        pose.turn[hip] = about_x(-degrees) * hip_before;
        pose.turn[knee] = knee_before * about_x(2.0 * degrees);
        return lowest_of(skeleton, pose, side);
    };
    if (bend(0.0) >= wanted) return;
    double low = 0.0;
    double high = 45.0;
    for (int i = 0; i < 30; ++i) {
        const double middle = 0.5 * (low + high);
        (bend(middle) < wanted ? low : high) = middle;
    }
    bend(high);
}

/// The pelvis over the standing leg, or low in the knee bend; standing feet keep their place, and a leg that
/// works leaves the ground and comes back to it without a jerk.
void stand_on(const Skeleton& skeleton, Pose& pose, double beat) {
    const double on_right = held(beat, {left_at - 0.4, left_at + leg_beats + 0.2}, 0.6);
    const double on_left = held(beat, {right_at - 0.4, right_at + leg_beats + 0.2}, 0.6);
    const double bend = held(beat, knee_bend, 1.0);
    pose.root_shift = {0.075 * (on_left - on_right), -0.010 * (on_left + on_right) - 0.30 * bend,
                       0.055 * bend};
    set(skeleton, pose, "HumanoidRoot", about_z(3.0 * (on_left - on_right)) * about_x(9.0 * bend));
    for (const std::string side : {"l_", "r_"}) {
        const double at = side == "l_" ? left_at : right_at;
        const double free = held(beat, {at, at + leg_beats}, 0.4);
        Pose on_ground = pose;
        solve_leg(skeleton, on_ground, side, standing(skeleton, side, 34.0 * bend));
        for (const char* part : {"hip", "knee", "ankle", "metatarsal"}) {
            const auto joint = static_cast<std::size_t>(skeleton.joint(side + part));
            pose.turn[joint] = glm::slerp(on_ground.turn[joint], pose.turn[joint], free);
        }
        if (free > 0.0) draw_up(skeleton, pose, side, 0.06 * free);
    }
}

}  // namespace

Motion make_calisthenic(const Skeleton& skeleton) {
    Score score(skeleton);
    write_neck_and_face(score);
    write_shoulders(score);
    write_arms(score);
    write_spine(score);
    write_leg(score, "l_", left_at);
    write_leg(score, "r_", right_at);
    score.both("l_shoulder", x_axis, -0.6, -0.6, knee_bend);

    Motion motion;
    motion.name = "Calisthenic";
    motion.seconds = seconds;
    const int steps = static_cast<int>(seconds) * frames_per_second;
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        Pose pose = score.at(share * beats);
        if (i > 0 && i < steps) stand_on(skeleton, pose, share * beats);
        motion.keys.push_back(share);
        motion.frames.push_back(std::move(pose));
    }
    return motion;
}

}  // namespace vitruvian::manikin
