// Eyes, lids and brows.
#include "assets/manikin/body.h"
#include "assets/manikin/flesh.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitruvian::manikin {
namespace {

constexpr double eye_radius = eyeball_radius;

Shell named(Shell shell, const char* segment, const char* material, bool is_solid = true) {
    shell.segment = segment;
    shell.material = material;
    shell.is_solid = is_solid;
    return shell;
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

/// The brow's middle line: an arc that rises outwards a little.
double brow_height(double x) {
    return 1.6530 + 0.0032 * std::sin((x - 0.016) / 0.036 * std::numbers::pi) + 0.07 * (x - 0.034);
}

}  // namespace

void add_eyes(const Skeleton& skeleton, Shells& shells) {
    const Vec centre = skeleton.centre("l_eyeball_joint");
    add_both_sides(
        shells, named(cap(centre, eye_radius, std::numbers::pi * 0.98, 12, 24), "l_eyeball", eye_material));
    add_both_sides(shells,
                   named(cap(centre, eye_radius + 0.0002, 0.37, 3, 24), "l_eyeball", iris_material, false));
    add_both_sides(shells,
                   named(cap(centre, eye_radius + 0.0004, 0.16, 2, 24), "l_eyeball", joint_material, false));
    // An open lid is a half ball behind the eye; half a turn about X brings it over the eye.
    Shell lid =
        named(cap(centre, eye_radius + 0.0008, std::numbers::pi / 2, 6, 24), "l_eyelid", body_material);
    for (Vec& p : lid.points) p = Vec{p.x, 2 * centre.y - p.y, 2 * centre.z - p.z};
    for (Vec& n : lid.normals) n = Vec{n.x, -n.y, -n.z};
    add_both_sides(shells, lid);
}

void add_brows(Shells& shells) {
    const Field brow = [](const Vec& p) {
        const double arc = brow_height(p.x);
        const double taper = 0.0025 - 0.0014 * std::clamp((p.x - 0.016) / 0.036, 0.0, 1.0);
        const double bar =
            std::hypot((p.y - arc) / 1.3, std::max(0.0, std::abs(head_flesh(p)) - 0.0008)) - taper;
        return smooth_max(smooth_max(bar, p.x - 0.052, 0.004), 0.0145 - p.x, 0.004);
    };
    Shell shell;
    RayPlan plan;
    const auto on_face = [](double x) { return first_hit(head_flesh, {x, brow_height(x), 0.0}, {0, 0, 1}); };
    plan.from = on_face(0.019);
    plan.to = on_face(0.046);
    plan.axis = glm::normalize(plan.to - plan.from);
    plan.zero = glm::normalize(glm::cross(plan.axis, Vec{0.0, 1.0, 0.0}));
    plan.rings = even_rings(5);
    plan.cap_rings = 3;
    plan.columns = 10;
    add_both_sides(shells, named(cast(brow, plan), "l_eyebrow", brow_material));
}

}  // namespace vitruvian::manikin
