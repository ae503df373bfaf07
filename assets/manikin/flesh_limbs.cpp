// Arms, hands, legs and feet of the left side, as they hang and stand in the default pose.
#include "assets/manikin/flesh.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

const Column& arm_core() {
    static const Column column({
        {0.835, 0.1825, 0.2155, -0.0860, -0.0300, 2.4},
        {0.866, 0.1820, 0.2160, -0.0860, -0.0310, 2.4},
        {0.900, 0.1810, 0.2170, -0.0875, -0.0305, 2.3},
        {0.950, 0.1755, 0.2225, -0.0930, -0.0290, 2.1},
        {1.010, 0.1680, 0.2320, -0.1010, -0.0260, 2.0},
        {1.065, 0.1635, 0.2395, -0.1060, -0.0250, 2.0},
        {1.105, 0.1640, 0.2390, -0.1060, -0.0270, 2.0},
        {1.138, 0.1665, 0.2355, -0.1030, -0.0310, 2.1},
        {1.175, 0.1680, 0.2335, -0.1010, -0.0260, 2.0},
        {1.225, 0.1640, 0.2375, -0.1015, -0.0090, 2.0},
        {1.285, 0.1610, 0.2410, -0.1030, 0.0020, 2.0},
        {1.340, 0.1600, 0.2415, -0.0990, 0.0050, 2.0},
        {1.390, 0.1590, 0.2390, -0.0920, 0.0060, 2.0},
        {1.440, 0.1600, 0.2330, -0.0850, 0.0040, 2.0},
    });
    return column;
}

const Column& palm_core() {
    static const Column column({
        {0.768, 0.1900, 0.2105, -0.1135, -0.0170, 3.0},
        {0.785, 0.1870, 0.2115, -0.1155, -0.0150, 3.0},
        {0.805, 0.1850, 0.2125, -0.1135, -0.0160, 3.0},
        {0.828, 0.1830, 0.2135, -0.1050, -0.0190, 2.7},
        {0.850, 0.1820, 0.2145, -0.0930, -0.0260, 2.4},
        {0.870, 0.1820, 0.2155, -0.0860, -0.0310, 2.3},
    });
    return column;
}

const Column& leg_core() {
    static const Column column({
        {0.040, 0.0790, 0.1400, -0.1080, -0.0330, 2.2},
        {0.080, 0.0800, 0.1390, -0.1120, -0.0310, 2.2},
        {0.120, 0.0815, 0.1365, -0.1100, -0.0290, 2.1},
        {0.180, 0.0770, 0.1390, -0.1060, -0.0180, 2.0},
        {0.260, 0.0660, 0.1490, -0.1050, 0.0040, 2.0},
        {0.330, 0.0580, 0.1560, -0.1020, 0.0230, 2.0},
        {0.390, 0.0560, 0.1550, -0.0860, 0.0400, 2.1},
        {0.440, 0.0560, 0.1530, -0.0640, 0.0560, 2.2},
        {0.485, 0.0550, 0.1540, -0.0480, 0.0700, 2.3},
        {0.530, 0.0510, 0.1565, -0.0470, 0.0760, 2.2},
        {0.600, 0.0380, 0.1630, -0.0570, 0.0870, 2.1},
        {0.680, 0.0230, 0.1690, -0.0680, 0.0950, 2.1},
        {0.760, 0.0120, 0.1720, -0.0780, 0.0960, 2.1},
        {0.820, 0.0070, 0.1720, -0.0860, 0.0930, 2.2},
        {0.870, 0.0050, 0.1690, -0.0900, 0.0900, 2.3},
        {0.920, 0.0050, 0.1600, -0.0900, 0.0860, 2.3},
    });
    return column;
}

/// The foot as a column along z: sections are {z, x0, x1, y0, y1}.
const Column& sole() {
    static const Column column({
        {-0.1230, 0.0930, 0.1270, -0.0050, 0.0500, 2.3},
        {-0.1100, 0.0835, 0.1365, -0.0050, 0.0680, 2.4},
        {-0.0800, 0.0795, 0.1405, -0.0050, 0.0820, 2.4},
        {-0.0400, 0.0790, 0.1435, -0.0050, 0.0830, 2.3},
        {-0.0100, 0.0765, 0.1475, -0.0050, 0.0720, 2.3},
        {0.0300, 0.0715, 0.1540, -0.0050, 0.0550, 2.4},
        {0.0650, 0.0675, 0.1590, -0.0050, 0.0410, 2.5},
        {0.0950, 0.0680, 0.1580, -0.0050, 0.0300, 2.6},
        {0.1200, 0.0720, 0.1520, -0.0050, 0.0230, 2.6},
    });
    return column;
}

struct Bone {
    Vec from;
    Vec to;
    double from_radius;
    double to_radius;
};

double capsule(const Vec& p, const Bone& bone) {
    return round_cone(p, bone.from, bone.to, bone.from_radius, bone.to_radius);
}

double toes(const Vec& p) {
    static const std::array<Bone, 5> all = {
        {{{0.0835, 0.0160, 0.0850}, {0.0850, 0.0135, 0.1390}, 0.0150, 0.0132},
         {{0.1030, 0.0145, 0.0850}, {0.1055, 0.0095, 0.1430}, 0.0115, 0.0092},
         {{0.1190, 0.0140, 0.0820}, {0.1220, 0.0090, 0.1350}, 0.0110, 0.0088},
         {{0.1340, 0.0130, 0.0780}, {0.1375, 0.0085, 0.1240}, 0.0105, 0.0084},
         {{0.1480, 0.0120, 0.0720}, {0.1510, 0.0080, 0.1100}, 0.0100, 0.0080}}};
    double d = 1.0;
    for (const Bone& toe : all) d = smooth_min(d, capsule(p, toe), 0.0035);
    return d;
}

}  // namespace

double arm_flesh(const Vec& p) {
    double d = smooth_max(arm_core()(p), p.y - 1.435, 0.02);
    d = smooth_max(d, 0.845 - p.y, 0.01);
    d = smooth_min(d, ellipsoid(p, {0.1935, 1.3900, -0.0390}, {0.0450, 0.0860, 0.0515}), 0.026);  // deltoid
    d = smooth_min(d, ellipsoid(p, {0.2000, 1.1320, -0.0950}, {0.0140, 0.0260, 0.0110}), 0.016);  // elbow
    return d;
}

double palm_flesh(const Vec& p) {
    double d = smooth_max(smooth_max(palm_core()(p), p.y - 0.866, 0.01), 0.7770 - p.y, 0.012);
    d = smooth_min(d, ellipsoid(p, {0.1890, 0.8220, -0.0330}, {0.0140, 0.0310, 0.0190}),
                   0.012);  // thumb's ball
    d = smooth_min(d, ellipsoid(p, {0.1885, 0.8200, -0.0930}, {0.0110, 0.0300, 0.0150}), 0.010);
    d = smooth_max(d, -ellipsoid(p, {0.1770, 0.8080, -0.0620}, {0.0090, 0.0260, 0.0220}), 0.010);  // hollow
    return d;
}

double finger_flesh(const Skeleton& skeleton, int finger, const Vec& p) {
    static constexpr std::array<double, 5> radii = {0.0122, 0.0104, 0.0108, 0.0102, 0.0090};
    const double r = radii[static_cast<std::size_t>(finger)];
    const std::string name = std::string("l_") + finger_names[static_cast<std::size_t>(finger)];
    const Vec one = skeleton.centre(name + "1");
    const Vec two = skeleton.centre(name + "2");
    const Vec three = skeleton.centre(name + "3");
    const Vec end = skeleton.site(name + "_distal_tip");
    const Vec tip = end - glm::normalize(end - three) * (r * 0.80);
    const bool thumb = finger == 0;
    double d = capsule(p, {one, two, thumb ? 0.0175 : r * 1.04, thumb ? 0.0128 : r});
    d = smooth_min(d, capsule(p, {two, three, r * 0.99, r * 0.92}), 0.003);
    return smooth_min(d, capsule(p, {three, tip, r * 0.92, r * 0.80}), 0.003);
}

double leg_flesh(const Vec& p) {
    double d = smooth_max(leg_core()(p), p.y - 0.925, 0.05);
    d = smooth_max(d, 0.050 - p.y, 0.02);
    d = smooth_min(d, ellipsoid(p, {0.1045, 0.4930, 0.0500}, {0.0290, 0.0430, 0.0185}), 0.026);   // kneecap
    d = smooth_min(d, ellipsoid(p, {0.0860, 0.3450, -0.0720}, {0.0270, 0.0850, 0.0330}), 0.030);  // calf
    d = smooth_min(d, ellipsoid(p, {0.1250, 0.3550, -0.0680}, {0.0260, 0.0850, 0.0320}), 0.030);
    d = smooth_min(d, ellipsoid(p, {0.1330, 0.0720, -0.0750}, {0.0090, 0.0130, 0.0120}), 0.010);  // ankles
    d = smooth_min(d, ellipsoid(p, {0.0855, 0.0810, -0.0720}, {0.0090, 0.0130, 0.0120}), 0.010);
    return d;
}

double foot_flesh(const Vec& p) {
    const double body = smooth_max(sole()({p.x, p.z, p.y}), p.z - 0.104, 0.030);
    double d = smooth_max(body, -0.122 - p.z, 0.030);
    d = smooth_min(d, toes(p), 0.010);
    d = smooth_max(d, -ellipsoid(p, {0.0700, -0.0040, -0.0100}, {0.0240, 0.0170, 0.0560}), 0.012);  // arch
    return smooth_max(d, -p.y, 0.006);
}

}  // namespace vitruvian::manikin
