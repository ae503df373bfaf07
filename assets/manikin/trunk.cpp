// Pelvis, the 24 vertebrae's slices and the shoulders. The slices share one surface, so the trunk looks
// whole; each reaches a little into the one below, so it stays whole when the spine bends.
#include "assets/manikin/body.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

constexpr double sleeve_depth = 0.012;
constexpr double sleeve_inset = 0.0022;

Section symmetric(double y, double half_width, double back, double front, double square) {
    return {y, -half_width, half_width, back, front, square};
}

const Column& torso() {
    static const Column column({
        symmetric(0.780, 0.135, -0.098, 0.070, 2.3),
        symmetric(0.830, 0.160, -0.106, 0.082, 2.3),
        symmetric(0.870, 0.169, -0.112, 0.088, 2.4),
        symmetric(0.920, 0.166, -0.112, 0.091, 2.4),
        symmetric(0.980, 0.154, -0.105, 0.090, 2.4),
        symmetric(1.040, 0.139, -0.097, 0.086, 2.3),
        symmetric(1.100, 0.127, -0.095, 0.080, 2.2),
        symmetric(1.150, 0.125, -0.099, 0.081, 2.2),
        symmetric(1.200, 0.130, -0.106, 0.087, 2.2),
        symmetric(1.260, 0.140, -0.114, 0.096, 2.2),
        symmetric(1.320, 0.149, -0.121, 0.100, 2.3),
        symmetric(1.370, 0.157, -0.125, 0.094, 2.3),
        symmetric(1.410, 0.163, -0.124, 0.081, 2.3),
        symmetric(1.440, 0.158, -0.117, 0.064, 2.2),
        symmetric(1.462, 0.132, -0.107, 0.050, 2.1),
        symmetric(1.485, 0.092, -0.096, 0.037, 2.0),
        symmetric(1.510, 0.060, -0.086, 0.025, 2.0),
    });
    return column;
}

const Column& neck() {
    static const Column column({
        symmetric(1.440, 0.064, -0.090, 0.036, 2.0),
        symmetric(1.490, 0.058, -0.085, 0.029, 2.0),
        symmetric(1.530, 0.054, -0.074, 0.029, 2.0),
        symmetric(1.570, 0.0525, -0.066, 0.034, 2.0),
        symmetric(1.640, 0.053, -0.062, 0.036, 2.0),
    });
    return column;
}

double neck_field(const Vec& p) {
    return std::max(neck()(p), 1.44 - p.y);
}

double torso_field(const Vec& p) {
    const Vec q = folded(p);
    double d = smooth_max(torso()(p), p.y - 1.512, 0.01);
    d = smooth_min(d, ellipsoid(q, {0.070, 1.352, 0.058}, {0.082, 0.058, 0.050}), 0.035);   // chest muscle
    d = smooth_min(d, ellipsoid(q, {0.078, 0.888, -0.064}, {0.084, 0.086, 0.074}), 0.030);  // gluteus
    d = smooth_min(d, ellipsoid(q, {0.085, 1.385, -0.085}, {0.060, 0.075, 0.038}), 0.030);  // shoulder blade
    d = smooth_max(d, -round_cone(p, {0, 1.02, -0.117}, {0, 1.36, -0.142}, 0.011, 0.011), 0.03);  // spine
    d = smooth_min(d, round_cone(q, {0.02, 1.520, -0.045}, {0.150, 1.452, -0.045}, 0.030, 0.026), 0.03);
    return d;
}

/// Where the left arm (and, mirrored, the right) hangs.
double arm_hollow(const Vec& p) {
    return round_cone(folded(p), {0.2029, 1.4376, -0.0387}, {0.2045, 1.3600, -0.0440}, 0.0620, 0.0500);
}

double cut_trunk(const Vec& p) {
    double d = smooth_max(trunk_field(p), -arm_hollow(p), 0.006);
    return smooth_max(d, -groin_plane(folded(p)), 0.016);
}

/// A slice of the trunk between two heights, with a sleeve into the slice below.
Shell slice(const std::string& segment, double bottom, double top, int inner_rings, int columns) {
    const auto axis_z = [](double y) {
        const Section s = y < 1.47 ? torso().at(y) : neck().at(y);
        return (s.z0 + s.z1) / 2;
    };
    struct Ring {
        double y;
        double inset;
    };
    std::vector<Ring> rings = {{bottom - sleeve_depth, sleeve_inset}, {bottom - 0.002, 0.0006}};
    for (int i = 0; i <= inner_rings + 1; ++i)
        rings.push_back({bottom + (top - bottom) * i / (inner_rings + 1), 0.0});

    Shell shell;
    shell.segment = segment;
    shell.material = body_material;
    for (const Ring& ring : rings) {
        const Field body = [&](const Vec& p) { return cut_trunk(p) + ring.inset; };
        const Vec origin = {0.0, ring.y, axis_z(ring.y)};
        for (int j = 0; j < columns; ++j) {
            const double angle = 2 * M_PI * (j + 0.5) / columns;
            shell.points.push_back(first_hit(body, origin, {std::cos(angle), 0.0, std::sin(angle)}));
            shell.normals.push_back(gradient(cut_trunk, shell.points.back()));
        }
    }
    const int count = static_cast<int>(rings.size());
    for (int i = 0; i + 1 < count; ++i) {
        for (int j = 0; j < columns; ++j) {
            const int k = (j + 1) % columns;
            shell.faces.push_back(
                {i * columns + j, (i + 1) * columns + j, (i + 1) * columns + k, i * columns + k});
        }
    }
    // Flat ends, never seen: they close the solid for its volume.
    const auto close = [&](int first, double y, bool up) {
        const int pole = static_cast<int>(shell.points.size());
        shell.points.push_back({0.0, y, axis_z(y)});
        shell.normals.push_back({0.0, up ? 1.0 : -1.0, 0.0});
        for (int j = 0; j < columns; ++j) {
            const int k = (j + 1) % columns;
            shell.faces.push_back({pole, first + (up ? k : j), first + (up ? j : k), -1});
        }
    };
    close(0, rings.front().y, false);
    close((count - 1) * columns, top, true);
    return shell;
}

void add_pelvis(Shells& shells, double top) {
    RayPlan plan;
    plan.from = {0.0, 0.955, -0.01};
    plan.to = {0.0, top, -0.01};
    plan.rings = even_rings(4);
    plan.cap_rings = 22;
    plan.columns = 72;
    Shell shell = cast([&](const Vec& p) { return std::max(cut_trunk(p), p.y - top); }, plan);
    // The upper cap is flat and hidden: only its outline matters.
    shell.segment = "pelvis";
    shell.material = body_material;
    shells.push_back(shell);
}

}  // namespace

double groin_plane(const Vec& p) {
    return (p.x - 0.0961) * -0.697 + (p.y - 0.9124) * 0.717;
}

double trunk_field(const Vec& p) {
    return smooth_min(torso_field(p), neck_field(p), 0.025);
}

void add_trunk(const Skeleton& skeleton, Shells& shells) {
    const double sacrum_bottom = 1.012;
    add_pelvis(shells, sacrum_bottom);
    shells.push_back(slice("sacrum", sacrum_bottom, skeleton.centre("vl5").y, 1, 44));
    const std::vector<std::string> spine = {"vl5", "vl4", "vl3", "vl2", "vl1", "vt12", "vt11", "vt10",
                                            "vt9", "vt8", "vt7", "vt6", "vt5", "vt4",  "vt3",  "vt2",
                                            "vt1", "vc7", "vc6", "vc5", "vc4", "vc3",  "vc2",  "vc1"};
    for (std::size_t i = 0; i < spine.size(); ++i) {
        const double bottom = skeleton.centre(spine[i]).y;
        const double top = i + 1 < spine.size() ? skeleton.centre(spine[i + 1]).y : bottom + 0.02;
        const bool is_neck = i >= 17;
        const int joint = skeleton.joint(spine[i]);
        const std::string& segment = skeleton.joints[static_cast<std::size_t>(joint)].segment;
        shells.push_back(slice(segment, bottom, top, top - bottom > 0.03 ? 1 : 0, is_neck ? 28 : 44));
    }
    Shell ball =
        joint_ball("l_scapula", skeleton.centre("l_shoulder"), 0.0525, [](const Vec&) { return -1.0; });
    add_both_sides(shells, ball);
}

void add_both_sides(Shells& shells, Shell left) {
    shells.push_back(mirrored(left));
    shells.push_back(std::move(left));
}

Shell joint_ball(const std::string& segment, const Vec& centre, double radius, const Field& inside) {
    RayPlan plan;
    plan.from = plan.to = centre;
    plan.rings = {0.0};
    plan.cap_rings = 5;
    plan.columns = 20;
    Shell ball = cast([&](const Vec& p) { return std::max(sphere(p, centre, radius), inside(p)); }, plan);
    ball.segment = segment;
    ball.material = joint_material;
    return ball;
}

}  // namespace vitruvian::manikin
