#include "assets/manikin/motion.h"

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::manikin {
namespace {

constexpr std::array spine_joints = {"vl5", "vl4", "vl3", "vl2", "vl1", "vt12", "vt11", "vt10", "vt9",
                                     "vt8", "vt7", "vt6", "vt5", "vt4", "vt3",  "vt2",  "vt1"};
constexpr std::array neck_joints = {"vc7", "vc6", "vc5", "vc4", "vc3", "vc2", "vc1", "skullbase"};

double radians(double degrees) {
    return degrees * glm::pi<double>() / 180.0;
}

template <std::size_t N>
void bend(const Skeleton& skeleton, Pose& pose, const std::array<const char*, N>& chain, const Vec& degrees) {
    const auto range = [&](const char* name, int axis) {
        const JointRow& joint = skeleton.joints[static_cast<std::size_t>(skeleton.joint(name))];
        return degrees[axis] < 0.0 ? -joint.lower[axis] : joint.upper[axis];
    };
    Vec sum{0.0};
    for (const char* name : chain) sum += Vec{range(name, 0), range(name, 1), range(name, 2)};
    for (const char* name : chain) {
        Vec turn{0.0};  // a rotation vector
        for (int axis = 0; axis < 3; ++axis)
            turn[axis] = radians(degrees[axis]) * range(name, axis) / sum[axis];
        const double angle = glm::length(turn);
        if (angle > 0.0) set(skeleton, pose, name, glm::angleAxis(angle, turn / angle));
    }
}

/// The shortest turn from direction a to direction b.
Quat between(const Vec& a, const Vec& b) {
    const Vec u = glm::normalize(a);
    const Vec v = glm::normalize(b);
    const Vec axis = glm::cross(u, v);
    return glm::normalize(Quat{1.0 + glm::dot(u, v), axis.x, axis.y, axis.z});
}

/// How far frame `i` is from what its neighbours `a` and `b` give there, in units of the tolerance.
double departure(const Motion& motion, int joint, std::size_t a, std::size_t i, std::size_t b) {
    constexpr double turn_tolerance = 0.0044;
    constexpr double shift_tolerance = 0.0005;
    const double t = (motion.keys[i] - motion.keys[a]) / (motion.keys[b] - motion.keys[a]);
    if (joint < 0) {
        const Vec between = motion.frames[a].root_shift * (1.0 - t) + motion.frames[b].root_shift * t;
        return glm::length(motion.frames[i].root_shift - between) / shift_tolerance;
    }
    const auto j = static_cast<std::size_t>(joint);
    const Quat between = glm::slerp(motion.frames[a].turn[j], motion.frames[b].turn[j], t);
    const Quat rest = glm::inverse(between) * motion.frames[i].turn[j];
    return 2.0 * std::asin(std::min(1.0, glm::length(Vec{rest.x, rest.y, rest.z}))) / turn_tolerance;
}

void keep_keys(const Motion& motion, int joint, std::size_t a, std::size_t b, std::vector<std::size_t>& out) {
    std::size_t worst = a;
    double most = 1.0;
    for (std::size_t i = a + 1; i < b; ++i) {
        const double d = departure(motion, joint, a, i, b);
        if (d > most) {
            most = d;
            worst = i;
        }
    }
    if (worst == a) {
        out.push_back(b);
        return;
    }
    keep_keys(motion, joint, a, worst, out);
    keep_keys(motion, joint, worst, b, out);
}

}  // namespace

Pose::Pose(const Skeleton& skeleton) : turn(skeleton.joints.size(), Quat{1.0, 0.0, 0.0, 0.0}) {}

double ease(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

double wave(double phase, double peak) {
    return std::cos(2 * glm::pi<double>() * (phase - peak));
}

Quat about_x(double degrees) {
    return glm::angleAxis(radians(degrees), Vec{1.0, 0.0, 0.0});
}
Quat about_y(double degrees) {
    return glm::angleAxis(radians(degrees), Vec{0.0, 1.0, 0.0});
}
Quat about_z(double degrees) {
    return glm::angleAxis(radians(degrees), Vec{0.0, 0.0, 1.0});
}

Placed place(const Skeleton& skeleton, const Pose& pose, int joint) {
    const JointRow& row = skeleton.joints[static_cast<std::size_t>(joint)];
    const Quat& turn = pose.turn[static_cast<std::size_t>(joint)];
    if (row.parent < 0) return {row.centre + pose.root_shift, turn};
    const Placed parent = place(skeleton, pose, row.parent);
    const Vec offset = row.centre - skeleton.joints[static_cast<std::size_t>(row.parent)].centre;
    return {parent.centre + parent.turn * offset, parent.turn * turn};
}

std::vector<std::size_t> needed_keys(const Motion& motion, int joint) {
    // A loop's ends are equal, so the first look is at both halves.
    const std::size_t last = motion.frames.size() - 1;
    std::vector<std::size_t> out{0};
    keep_keys(motion, joint, 0, last / 2, out);
    keep_keys(motion, joint, last / 2, last, out);
    return out;
}

void set(const Skeleton& skeleton, Pose& pose, const std::string& joint, const Quat& turn) {
    pose.turn[static_cast<std::size_t>(skeleton.joint(joint))] = turn;
}

void set_both(const Skeleton& skeleton, Pose& pose, const std::string& left, const Quat& turn) {
    set(skeleton, pose, left, turn);
    set(skeleton, pose, mirrored_name(left), mirrored(turn));
}

void bend_spine(const Skeleton& skeleton, Pose& pose, const Vec& degrees) {
    bend(skeleton, pose, spine_joints, degrees);
}

void bend_neck(const Skeleton& skeleton, Pose& pose, const Vec& degrees) {
    bend(skeleton, pose, neck_joints, degrees);
}

void curl_fingers(const Skeleton& skeleton, Pose& pose, const std::string& side, double share) {
    const double sign = side == "l_" ? -1.0 : 1.0;
    for (const char* finger : {"index", "middle", "ring", "pinky"}) {
        const std::string name = side + finger;
        set(skeleton, pose, name + "1", about_z(sign * 85.0 * share));
        set(skeleton, pose, name + "2", about_z(sign * 100.0 * share));
        set(skeleton, pose, name + "3", about_z(sign * 70.0 * share));
    }
    set(skeleton, pose, side + "thumb2", about_x(35.0 * share));
    set(skeleton, pose, side + "thumb3", about_x(45.0 * share));
}

double solve_leg(const Skeleton& skeleton, Pose& pose, const std::string& side, const FootTarget& foot) {
    const Vec thigh = skeleton.centre(side + "knee") - skeleton.centre(side + "hip");
    const Vec calf = skeleton.centre(side + "ankle") - skeleton.centre(side + "knee");
    const Placed pelvis = place(skeleton, pose, skeleton.joint("sacroiliac"));
    const Vec hip =
        pelvis.centre + pelvis.turn * (skeleton.centre(side + "hip") - skeleton.centre("sacroiliac"));
    const Vec wanted = foot.ankle - hip;

    // The leg grows shorter as the knee bends from just short of straight, so its angle is a root between the
    // two.
    double straight = -4.5;
    double bent = 139.0;
    for (int i = 0; i < 50; ++i) {
        const double middle = (straight + bent) / 2;
        const bool too_long = glm::length(thigh + about_x(middle) * calf) > glm::length(wanted);
        (too_long ? straight : bent) = middle;
    }
    const double knee = (straight + bent) / 2;
    const Vec leg = thigh + about_x(knee) * calf;
    // The thigh swings from straight down without twist as seen from the world, so the knee looks where the
    // foot does.
    const Quat thigh_turn = between(leg, wanted);
    const Quat calf_turn = thigh_turn * about_x(knee);
    set(skeleton, pose, side + "hip", glm::inverse(pelvis.turn) * thigh_turn);
    set(skeleton, pose, side + "knee", about_x(knee));
    set(skeleton, pose, side + "ankle", glm::inverse(calf_turn) * foot.turn);
    set(skeleton, pose, side + "metatarsal", about_x(foot.toe_degrees));
    return std::abs(glm::length(leg) - glm::length(wanted));
}

}  // namespace vitruvian::manikin
