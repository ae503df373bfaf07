#include "assets/manikin/flesh.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

constexpr double arm_degrees = 58.0;
constexpr double leg_degrees = 11.0;
constexpr std::array<double, 5> spread_degrees = {-14.0, -9.0, -2.5, 4.0, 10.0};

/// Distance to a segment, less `radius`: never more than that to a part that keeps within it.
double near(const Vec& p, const Vec& a, const Vec& b, double radius) {
    return round_cone(p, a, b, radius, radius);
}

}  // namespace

double Lips::line(double x) {
    const double middle = x / 0.0050;
    const double corner = x / radii.x;
    return height - 0.0009 * std::exp(-middle * middle) - 0.0008 * corner * corner;
}

double Lips::gap(const Vec& p) {
    const double x = (p.x - centre.x) / radii.x;
    const double z = (p.z - centre.z) / radii.z;
    return radii.y * std::sqrt(std::max(0.0, 1.0 - x * x - z * z));
}

Vec Lips::shut(const Vec& p) {
    const double open = gap(p);
    const double up = p.y - line(p.x);
    const double away = std::abs(up);
    if (open <= 0.0 || away >= reach) return p;
    const double closed = std::max(0.0, (away - open) * reach / (reach - open));
    return {p.x, line(p.x) + (up < 0.0 ? -closed : closed), p.z};
}

Flesh::Flesh(const Skeleton& skeleton)
    : skeleton_(skeleton),
      pose_(skeleton),
      shoulder_(skeleton.joint("l_shoulder")),
      hip_(skeleton.joint("l_hip")) {
    set_both(skeleton, pose_, "l_shoulder", about_z(arm_degrees));
    set_both(skeleton, pose_, "l_hip", about_z(leg_degrees));
    for (std::size_t i = 0; i < finger_names.size(); ++i) {
        const std::string joint = std::string("l_") + finger_names[i] + "1";
        set_both(skeleton, pose_, joint, about_x(spread_degrees[i]));
        knuckles_[i] = skeleton.joint(joint);
    }
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
        placed_.push_back(place(skeleton, pose_, static_cast<int>(j)));
}

Vec Flesh::in_rest(int joint, const Vec& p) const {
    const Placed& at = placed(joint);
    return glm::inverse(at.turn) * (p - at.centre) + skeleton_.joints[static_cast<std::size_t>(joint)].centre;
}

double Flesh::trunk(const Vec& p) const {
    double d = torso_flesh(p);
    if (p.y > 1.40) {
        const double head = smooth_max(head_flesh(Lips::shut(p)), -Lips::opening(p), 0.0015);
        d = smooth_min(d, head, 0.022);
    }
    return d;
}

double Flesh::arm(const Vec& p) const {
    const Vec q = in_rest(shoulder_, p);
    const double bound = near(q, {0.203, 1.46, -0.04}, {0.199, 0.77, -0.064}, 0.10);
    if (bound > 0.08) return bound;
    return smooth_min(arm_flesh(q), palm_flesh(q), 0.012);
}

double Flesh::finger(int index, const Vec& p) const {
    return finger_flesh(skeleton_, index, in_rest(knuckles_[static_cast<std::size_t>(index)], p));
}

double Flesh::leg(const Vec& p) const {
    const Vec q = in_rest(hip_, p);
    const double bound = near(q, {0.09, 0.95, 0.0}, {0.11, 0.0, 0.0}, 0.16);
    if (bound > 0.08) return bound;
    const double limb = leg_flesh(q);
    return q.y > 0.2 ? limb : smooth_min(limb, foot_flesh(q), 0.022);
}

Vec Flesh::on_arm(const Vec& rest) const {
    const Placed& at = placed(shoulder_);
    return at.centre + at.turn * (rest - skeleton_.centre("l_shoulder"));
}

/// What runs from the trunk over the joint to the upper arm: in front the chest's muscle, behind the broad
/// one of the back, above the shoulder's three heads.
double Flesh::with_shoulder_muscles(double d, const Vec& p) const {
    static const std::array<Vec, 4> ends = {
        on_arm({0.1960, 1.3700, -0.0140}), on_arm({0.1990, 1.3700, -0.0680}),
        on_arm({0.2080, 1.3850, -0.0180}), on_arm({0.2080, 1.3850, -0.0600})};
    d = smooth_min(d, round_cone(p, {0.080, 1.392, 0.048}, ends[0], 0.036, 0.030), 0.040);
    d = smooth_min(d, round_cone(p, {0.105, 1.350, -0.084}, ends[1], 0.036, 0.030), 0.040);
    d = smooth_min(d, round_cone(p, {0.120, 1.448, -0.004}, ends[2], 0.020, 0.026), 0.034);
    return smooth_min(d, round_cone(p, {0.120, 1.450, -0.070}, ends[3], 0.022, 0.026), 0.034);
}

double Flesh::operator()(const Vec& point) const {
    const Vec p = folded(point);
    double d = p.y > 0.6 ? trunk(p) : 1.0;
    if (p.x > 0.10 && p.y < 1.60 && p.y > 0.6) {
        double a = arm(p);
        if (p.x > 0.5) {
            for (int i = 0; i < 5; ++i) a = smooth_min(a, finger(i, p), i == 0 ? 0.014 : 0.006);
        }
        d = smooth_min(d, a, 0.040);
        if (p.x < 0.4 && p.y > 1.2) d = with_shoulder_muscles(d, p);
    }
    if (p.y < 1.1) d = smooth_min(d, leg(p), 0.035);
    return d;
}

double Flesh::cell_size(const Vec& point) const {
    const Vec p = folded(point);
    const auto within = [&](const Vec& centre, double radius) { return glm::length(p - centre) < radius; };
    if (within(Lips::centre, 0.027) && std::abs(p.y - Lips::height) < 0.009) return 0.0015;
    if (within({0.0, 1.565, 0.088}, 0.030) || within({0.034, 1.634, 0.066}, 0.027) ||
        within({0.0, 1.605, 0.098}, 0.022) || within({0.080, 1.629, 0.004}, 0.036))
        return 0.003;
    if (within({0.0, 1.60, 0.06}, 0.085)) return 0.006;
    if (p.y > 1.47) return 0.012;
    if (p.x > 0.45 && p.y > 0.7) {
        const Vec hand = in_rest(shoulder_, p);
        return hand.y < 0.845 ? 0.006 : 0.012;
    }
    const Vec q = in_rest(hip_, p);
    if (p.y < 0.9 && q.y < 0.12) return q.z > 0.070 && q.y < 0.05 ? 0.006 : 0.012;
    if (within({0.23, 1.42, -0.04}, 0.14) || p.x > 0.2 + 0.3 * (1.3 - p.y)) return 0.012;
    if (p.y < 0.9 && q.y < 0.58 && q.y > 0.40) return 0.012;
    return 0.024;
}

}  // namespace vitruvian::manikin
