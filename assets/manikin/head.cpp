// The head: skull with the face, jaw, eyes, lids and brows.
#include "assets/manikin/body.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitruvian::manikin {
namespace {

constexpr double eye_radius = 0.0165;

double face(const Vec& p) {
    const Vec q = folded(p);
    double d = ellipsoid(p, {0, 1.6680, -0.0120}, {0.0745, 0.0830, 0.0950});                // cranium
    d = smooth_min(d, ellipsoid(p, {0, 1.6050, 0.0260}, {0.0590, 0.0830, 0.0600}), 0.020);  // face
    d = smooth_min(d, round_cone(q, {0.047, 1.577, 0.010}, {0.016, 1.543, 0.062}, 0.016, 0.015),
                   0.022);                                                                       // jaw
    d = smooth_min(d, ellipsoid(p, {0, 1.5430, 0.0680}, {0.0200, 0.0160, 0.0180}), 0.018);       // chin
    d = smooth_min(d, ellipsoid(q, {0.0440, 1.6070, 0.0500}, {0.0200, 0.0170, 0.0200}), 0.022);  // cheek
    d = smooth_min(d, round_cone(q, {0.046, 1.6540, 0.056}, {0.010, 1.6500, 0.075}, 0.010, 0.010),
                   0.018);                                                                  // brow
    d = smooth_min(d, ellipsoid(p, {0, 1.5640, 0.0680}, {0.0270, 0.0180, 0.0170}), 0.020);  // muzzle
    return d;
}

double face_details(const Vec& p) {
    const Vec q = folded(p);
    double d = face(p);
    d = smooth_max(d, -ellipsoid(q, {0.0330, 1.6335, 0.0860}, {0.0200, 0.0125, 0.0205}), 0.014);  // socket
    d = smooth_min(d, round_cone(p, {0, 1.6420, 0.0800}, {0, 1.6010, 0.1000}, 0.0065, 0.0095),
                   0.012);                                                                       // nose
    d = smooth_min(d, ellipsoid(q, {0.0100, 1.5965, 0.0920}, {0.0075, 0.0065, 0.0090}), 0.006);  // wings
    d = smooth_min(d, round_cone(q, {0.0190, 1.5655, 0.0780}, {0.0030, 1.5690, 0.0860}, 0.0030, 0.0042),
                   0.006);
    d = smooth_min(d, round_cone(q, {0.0170, 1.5600, 0.0775}, {0, 1.5570, 0.0840}, 0.0030, 0.0050), 0.006);
    d = smooth_max(d, -round_cone(q, {0.0230, 1.5637, 0.0800}, {0, 1.5630, 0.0920}, 0.0012, 0.0016), 0.004);
    const double ear = ellipsoid({q.x, q.y + 0.15 * (q.z + 0.006), q.z}, {0.0740, 1.6290, -0.0060},
                                 {0.0085, 0.0300, 0.0170});
    const double bowl = ellipsoid(q, {0.0840, 1.6310, -0.0010}, {0.0060, 0.0190, 0.0095});
    return smooth_min(d, smooth_max(ear, -bowl, 0.004), 0.005);
}

/// Above 0: part of the jaw.
double jaw_plane(const Vec& p) {
    const Vec normal = glm::normalize(Vec{0.0, -1.0, -0.25});
    return glm::dot(p - Vec{0.0, 1.5632, 0.0900}, normal);
}

Shell named(Shell shell, const char* segment, const char* material) {
    shell.segment = segment;
    shell.material = material;
    return shell;
}

void add_skull(Shells& shells) {
    RayPlan plan;
    plan.from = {0.0, 1.6150, 0.0150};
    plan.to = {0.0, 1.6600, -0.0050};
    plan.rings = even_rings(11);
    plan.cap_rings = 11;
    plan.columns = 64;
    // Columns gather at the face, which stands at a quarter turn.
    plan.warp = [](double t) {
        return t - 0.075 * std::sin(4 * std::numbers::pi * (t - 0.25)) / 1.0 * 0.5 -
               0.055 * std::sin(2 * std::numbers::pi * (t - 0.25));
    };
    const Field skull = [](const Vec& p) {
        return smooth_max(face_details(p), jaw_plane(p) - 0.0008, 0.0004);
    };
    shells.push_back(named(cast(skull, plan), "skull", body_material));
}

void add_jaw(Shells& shells) {
    RayPlan plan;
    plan.from = {0.0, 1.5540, 0.0330};
    plan.to = {0.0, 1.5560, 0.0330};
    plan.rings = even_rings(1);
    plan.cap_rings = 8;
    plan.columns = 44;
    const Field jaw = [](const Vec& p) {
        return smooth_max(smooth_max(face_details(p), -jaw_plane(p) - 0.0008, 0.0004), -0.012 - p.z, 0.004);
    };
    shells.push_back(named(cast(jaw, plan), "jaw", body_material));
}

/// The cap of a ball that looks along +Z: from the pole to `reach` radians from it.
Shell cap(const Vec& centre, double radius, double reach, int rings, int columns) {
    Shell shell;
    const auto add = [&](double polar, double around) {
        const Vec n = {std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                       std::cos(polar)};
        shell.points.push_back(centre + n * radius);
        shell.normals.push_back(n);
    };
    add(0.0, 0.0);
    for (int i = 1; i <= rings; ++i) {
        for (int j = 0; j < columns; ++j) add(reach * i / rings, 2 * std::numbers::pi * j / columns);
    }
    for (int j = 0; j < columns; ++j) {
        const int k = (j + 1) % columns;
        shell.faces.push_back({0, 1 + j, 1 + k, -1});
        for (int i = 0; i + 1 < rings; ++i) {
            const int a = 1 + i * columns;
            const int b = a + columns;
            shell.faces.push_back({a + j, b + j, b + k, a + k});
        }
    }
    return shell;
}

void add_eyes(const Skeleton& skeleton, Shells& shells) {
    const Vec centre = skeleton.centre("l_eyeball_joint");
    add_both_sides(
        shells, named(cap(centre, eye_radius, std::numbers::pi * 0.98, 12, 24), "l_eyeball", eye_material));
    add_both_sides(shells, named(cap(centre, eye_radius + 0.0002, 0.46, 3, 24), "l_eyeball", iris_material));
    add_both_sides(shells, named(cap(centre, eye_radius + 0.0004, 0.2, 2, 24), "l_eyeball", joint_material));
    // An open lid is a half ball behind the eye; half a turn about X brings it over the eye.
    Shell lid =
        named(cap(centre, eye_radius + 0.0008, std::numbers::pi / 2, 6, 24), "l_eyelid", body_material);
    for (Vec& p : lid.points) p = Vec{p.x, 2 * centre.y - p.y, 2 * centre.z - p.z};
    for (Vec& n : lid.normals) n = Vec{n.x, -n.y, -n.z};
    add_both_sides(shells, lid);
}

void add_brows(Shells& shells) {
    const Field brow = [](const Vec& p) {
        const double arc = 1.6535 + 0.0035 * std::sin((p.x - 0.016) / 0.036 * std::numbers::pi);
        const double taper = 0.0030 - 0.0018 * std::clamp((p.x - 0.016) / 0.036, 0.0, 1.0);
        const double bar = std::hypot((p.y - arc) / 1.3, std::max(0.0, std::abs(face(p)) - 0.0008)) - taper;
        return smooth_max(smooth_max(bar, p.x - 0.052, 0.004), 0.0145 - p.x, 0.004);
    };
    Shell shell;
    RayPlan plan;
    const auto on_face = [](double x) {
        return first_hit(face, {x, 1.6535 + 0.0035 * std::sin((x - 0.016) / 0.036 * std::numbers::pi), 0.0},
                         {0, 0, 1});
    };
    plan.from = on_face(0.019);
    plan.to = on_face(0.046);
    plan.axis = glm::normalize(plan.to - plan.from);
    plan.zero = glm::normalize(glm::cross(plan.axis, Vec{0.0, 1.0, 0.0}));
    plan.rings = even_rings(5);
    plan.cap_rings = 3;
    plan.columns = 10;
    add_both_sides(shells, named(cast(brow, plan), "l_eyebrow", brow_material));
}

}  // namespace

void add_head(const Skeleton& skeleton, Shells& shells) {
    add_skull(shells);
    add_jaw(shells);
    add_eyes(skeleton, shells);
    add_brows(shells);
}

}  // namespace vitruvian::manikin
