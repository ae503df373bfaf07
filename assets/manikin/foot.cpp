// The foot in its four parts, flat on y = 0, sampled around axes that run from heel to toe.
#include "assets/manikin/body.h"
#include <glm/geometric.hpp>

#include <algorithm>

namespace vitruvian::manikin {
namespace {

/// The foot as a column along z: sections are {z, x0, x1, y0, y1}.
const Column& sole() {
    static const Column column({
        {-0.1230, 0.0940, 0.1260, 0.0000, 0.0480, 2.2},
        {-0.1120, 0.0830, 0.1360, 0.0000, 0.0650, 2.3},
        {-0.0800, 0.0800, 0.1400, 0.0000, 0.0800, 2.4},
        {-0.0400, 0.0785, 0.1430, 0.0000, 0.0800, 2.4},
        {-0.0100, 0.0765, 0.1470, 0.0000, 0.0700, 2.4},
        {0.0300, 0.0715, 0.1530, 0.0000, 0.0530, 2.5},
        {0.0650, 0.0680, 0.1580, 0.0000, 0.0390, 2.6},
        {0.0950, 0.0680, 0.1580, 0.0000, 0.0300, 2.7},
        {0.1200, 0.0700, 0.1530, 0.0000, 0.0240, 2.7},
    });
    return column;
}

double toes(const Vec& p) {
    struct Toe {
        Vec from;
        Vec to;
        double radius;
    };
    static const std::array<Toe, 5> all = {{{{0.0820, 0.0150, 0.0900}, {0.0850, 0.0130, 0.1400}, 0.0128},
                                            {{0.1010, 0.0140, 0.0900}, {0.1045, 0.0100, 0.1420}, 0.0098},
                                            {{0.1170, 0.0130, 0.0880}, {0.1205, 0.0095, 0.1350}, 0.0093},
                                            {{0.1320, 0.0120, 0.0860}, {0.1355, 0.0090, 0.1255}, 0.0088},
                                            {{0.1460, 0.0110, 0.0820}, {0.1485, 0.0085, 0.1130}, 0.0083}}};
    double d = 1.0;
    for (const Toe& toe : all) d = std::min(d, round_cone(p, toe.from, toe.to, toe.radius, toe.radius));
    return d;
}

double foot_field(const Vec& p) {
    const double body = smooth_max(sole()({p.x, p.z, p.y}), p.z - 0.108, 0.02);
    const double heel = smooth_max(body, -0.121 - p.z, 0.02);
    return smooth_max(smooth_min(heel, toes(p), 0.008), -p.y, 0.004);
}

double ankle_field(const Vec& p) {
    const double shaft = round_cone(p, {0.1100, 0.045, -0.0690}, {0.1095, 0.066, -0.0710}, 0.036, 0.0315);
    return smooth_min(foot_field(p), shaft, 0.02);
}

Shell part(const char* segment, const Field& body, const Vec& from, const Vec& to, int rings, int columns) {
    RayPlan plan;
    plan.from = from;
    plan.to = to;
    plan.axis = {0.0, 0.0, 1.0};
    plan.zero = {1.0, 0.0, 0.0};
    plan.rings = even_rings(rings);
    plan.cap_rings = 5;
    plan.columns = columns;
    Shell shell = cast(body, plan);
    shell.segment = segment;
    shell.material = body_material;
    return shell;
}

/// The part of `body` with z in [back, front]; `edge` rounds its ends.
Field between(double (*body)(const Vec&), double back, double front, double edge) {
    return [=](const Vec& p) { return smooth_max(smooth_max(body(p), p.z - front, edge), back - p.z, edge); };
}

}  // namespace

void add_feet(const Skeleton& skeleton, Shells& shells) {
    const double arch = skeleton.centre("l_subtalar").z;
    const double middle = skeleton.centre("l_midtarsal").z;
    const double ball = skeleton.centre("l_metatarsal").z;
    const double seam = 0.0015;
    add_both_sides(shells, part("l_hindfoot", between(ankle_field, -0.2, arch, seam), {0.110, 0.040, -0.090},
                                {0.110, 0.040, arch - 0.010}, 5, 32));
    add_both_sides(shells, part("l_midproximal", between(foot_field, arch - 0.004, middle, seam),
                                {0.110, 0.030, arch + 0.006}, {0.111, 0.024, middle - 0.010}, 4, 32));
    add_both_sides(shells, part("l_middistal", between(foot_field, middle - 0.004, ball, seam),
                                {0.111, 0.022, middle + 0.006}, {0.112, 0.018, ball - 0.006}, 3, 32));
    add_both_sides(shells, part("l_forefoot", between(foot_field, ball - 0.004, 0.2, seam),
                                {0.112, 0.014, ball + 0.006}, {0.112, 0.011, 0.120}, 8, 48));
}

}  // namespace vitruvian::manikin
