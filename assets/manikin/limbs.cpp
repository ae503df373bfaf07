// Arms from shoulder to wrist and legs from hip to ankle: profile columns, parted by a narrow gap at each
// joint in which a ball shows.
#include "assets/manikin/body.h"

#include <algorithm>

namespace vitruvian::manikin {
namespace {

constexpr double half_gap = 0.0022;
constexpr double edge = 0.012;
constexpr double ball_inset = 0.0035;

const Column& arm() {
    static const Column column({
        {0.850, 0.1815, 0.2155, -0.0865, -0.0305, 2.3},
        {0.890, 0.1805, 0.2165, -0.0875, -0.0310, 2.2},
        {0.940, 0.1755, 0.2235, -0.0930, -0.0305, 2.1},
        {1.000, 0.1675, 0.2335, -0.1000, -0.0285, 2.0},
        {1.060, 0.1625, 0.2400, -0.1065, -0.0265, 2.0},
        {1.100, 0.1630, 0.2395, -0.1080, -0.0280, 2.0},
        {1.136, 0.1655, 0.2370, -0.1060, -0.0320, 2.1},
        {1.170, 0.1660, 0.2365, -0.1035, -0.0265, 2.0},
        {1.220, 0.1635, 0.2390, -0.1020, -0.0140, 2.0},
        {1.280, 0.1615, 0.2430, -0.1010, -0.0030, 2.0},
        {1.340, 0.1595, 0.2480, -0.0990, 0.0060, 2.0},
        {1.390, 0.1550, 0.2530, -0.0960, 0.0130, 2.0},
        {1.440, 0.1510, 0.2545, -0.0940, 0.0150, 2.0},
    });
    return column;
}

double arm_field(const Vec& p) {
    const double column = smooth_max(arm()(p), p.y - 1.44, 0.01);
    return smooth_min(column, ellipsoid(p, {0.2029, 1.4380, -0.0390}, {0.0535, 0.0560, 0.0570}), 0.012);
}

const Column& leg() {
    static const Column column({
        {0.060, 0.0790, 0.1400, -0.1080, -0.0330, 2.1},
        {0.100, 0.0800, 0.1380, -0.1100, -0.0330, 2.1},
        {0.140, 0.0815, 0.1355, -0.1080, -0.0305, 2.0},
        {0.200, 0.0750, 0.1400, -0.1070, -0.0180, 2.0},
        {0.280, 0.0620, 0.1520, -0.1090, 0.0060, 2.0},
        {0.350, 0.0540, 0.1585, -0.1020, 0.0310, 2.0},
        {0.400, 0.0525, 0.1575, -0.0820, 0.0500, 2.1},
        {0.445, 0.0530, 0.1545, -0.0570, 0.0690, 2.2},
        {0.487, 0.0525, 0.1555, -0.0370, 0.0830, 2.3},
        {0.530, 0.0490, 0.1575, -0.0340, 0.0870, 2.2},
        {0.600, 0.0350, 0.1645, -0.0480, 0.0940, 2.1},
        {0.680, 0.0210, 0.1690, -0.0640, 0.0990, 2.1},
        {0.760, 0.0100, 0.1715, -0.0780, 0.0980, 2.1},
        {0.820, 0.0050, 0.1720, -0.0900, 0.0940, 2.2},
        {0.870, 0.0030, 0.1710, -0.1000, 0.0915, 2.3},
        {0.930, 0.0020, 0.1670, -0.1000, 0.0920, 2.3},
        {1.000, 0.0020, 0.1550, -0.1000, 0.0900, 2.3},
    });
    return column;
}

/// Cut off above and below: for limbs whose ends are level.
Field between_heights(double (*body)(const Vec&), double bottom, double top) {
    return [=](const Vec& p) { return smooth_max(smooth_max(body(p), p.y - top, edge), bottom - p.y, edge); };
}

struct Limb {
    const char* segment;
    Vec from;
    Vec to;
    int rings;
    int columns;
};

Shell limb(const Field& body, const Limb& shape) {
    RayPlan plan;
    plan.from = shape.from;
    plan.to = shape.to;
    plan.rings = even_rings(shape.rings);
    plan.cap_rings = 11;
    plan.columns = shape.columns;
    Shell shell = cast(body, plan);
    shell.segment = shape.segment;
    shell.material = body_material;
    return shell;
}

}  // namespace

double leg_field(const Vec& p) {
    return leg()(p);
}

void add_arms(const Skeleton& skeleton, Shells& shells) {
    const Vec elbow = skeleton.centre("l_elbow");
    const Vec wrist = skeleton.centre("l_wrist");
    const Field upper = [=](const Vec& p) {
        return smooth_max(arm_field(p), elbow.y + half_gap - p.y, edge);
    };
    add_both_sides(shells,
                   limb(upper, {"l_upperarm", {0.202, 1.165, -0.064}, {0.203, 1.430, -0.041}, 9, 22}));
    const Field fore = between_heights(arm_field, wrist.y + half_gap, elbow.y - half_gap);
    add_both_sides(shells, limb(fore, {"l_forearm", {0.199, 0.888, -0.059}, {0.201, 1.110, -0.067}, 9, 22}));
    const Field inset = [](const Vec& p) { return arm_field(p) + ball_inset; };
    add_both_sides(shells, joint_ball("l_forearm", {elbow.x, elbow.y, -0.0690}, 0.037, inset));
    add_both_sides(shells, joint_ball("l_hand", wrist, 0.028, inset));
}

void add_legs(const Skeleton& skeleton, Shells& shells) {
    const Vec knee = skeleton.centre("l_knee");
    const Vec ankle = skeleton.centre("l_ankle");
    // The thigh goes on into the pelvis as a dome, a little narrower there, so that the pelvis covers it like
    // a shell however the leg is bent.
    const Field thigh = [=](const Vec& p) {
        const double into_pelvis = std::clamp(groin_plane(p) / 0.03, 0.0, 1.0);
        const double upper = smooth_max(leg_field(p) + 0.007 * into_pelvis, groin_plane(p) - 0.055, 0.05);
        return smooth_max(smooth_max(upper, 0.004 - p.x, 0.02), knee.y + half_gap - p.y, edge);
    };
    add_both_sides(shells, limb(thigh, {"l_thigh", {0.103, 0.525, 0.026}, {0.098, 0.860, 0.0}, 14, 32}));
    const Field calf = between_heights(leg_field, ankle.y + 0.016, knee.y - half_gap);
    add_both_sides(shells, limb(calf, {"l_calf", {0.108, 0.105, -0.070}, {0.104, 0.455, 0.010}, 12, 26}));
    const Field inset = [](const Vec& p) { return leg_field(p) + ball_inset; };
    add_both_sides(shells, joint_ball("l_calf", {knee.x, knee.y, 0.0235}, 0.055, inset));
    add_both_sides(shells, joint_ball("l_hindfoot", {ankle.x, ankle.y + 0.012, -0.0710}, 0.036, inset));
}

}  // namespace vitruvian::manikin
