// The hand: palm, the four metacarpal blocks at its lower edge, fourteen phalanges. Flat, palm towards the
// thigh.
#include "assets/manikin/body.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

const Column& palm() {
    static const Column column({
        {0.764, 0.1880, 0.2110, -0.1140, -0.0160, 3.0},
        {0.780, 0.1855, 0.2115, -0.1160, -0.0150, 3.2},
        {0.800, 0.1840, 0.2125, -0.1150, -0.0145, 3.2},
        {0.825, 0.1820, 0.2135, -0.1070, -0.0170, 2.8},
        {0.850, 0.1815, 0.2145, -0.0940, -0.0255, 2.4},
        {0.870, 0.1815, 0.2155, -0.0865, -0.0305, 2.3},
    });
    return column;
}

struct Phalanx {
    const char* segment;
    Vec from;
    Vec to;
    double from_radius;
    double to_radius;
};

/// A finger bone, slightly deeper than wide, closed by round ends.
Shell phalanx(const Phalanx& bone) {
    RayPlan plan;
    plan.from = bone.from;
    plan.to = bone.to;
    plan.axis = glm::normalize(bone.to - bone.from);
    plan.zero = glm::normalize(glm::cross(plan.axis, Vec{0.0, 0.0, 1.0}));
    if (std::abs(plan.axis.z) > 0.9) plan.zero = {1.0, 0.0, 0.0};
    plan.rings = even_rings(2);
    plan.cap_rings = 3;
    plan.columns = 10;
    Shell shell = cast(
        [&](const Vec& p) { return round_cone(p, bone.from, bone.to, bone.from_radius, bone.to_radius); },
        plan);
    shell.segment = bone.segment;
    shell.material = body_material;
    return shell;
}

void add_palm(const Skeleton& skeleton, Shells& shells) {
    const Vec wrist = skeleton.centre("l_wrist");
    const double knuckles = skeleton.centre("l_middle0").y;
    const Field field = [=](const Vec& p) {
        return smooth_max(smooth_max(palm()(p), p.y - wrist.y + 0.0022, 0.008), knuckles - 0.004 - p.y,
                          0.004);
    };
    RayPlan plan;
    plan.from = {0.198, knuckles + 0.012, -0.062};
    plan.to = {0.198, wrist.y - 0.020, -0.058};
    plan.rings = even_rings(4);
    plan.cap_rings = 5;
    plan.columns = 26;
    Shell shell = cast(field, plan);
    shell.segment = "l_hand";
    shell.material = body_material;
    add_both_sides(shells, shell);
}

void add_metacarpals(const Skeleton& skeleton, Shells& shells) {
    const std::array<const char*, 4> fingers = {"index", "middle", "ring", "pinky"};
    for (const char* finger : fingers) {
        const std::string name = std::string("l_") + finger;
        const Vec top = skeleton.centre(name + "0");
        const Vec knuckle = skeleton.centre(name + "1");
        const double width = name == "l_pinky" ? 0.0118 : 0.0126;
        const Field field = [=](const Vec& p) {
            double d = smooth_max(palm()(p), std::abs(p.z - knuckle.z) - width, 0.006);
            d = smooth_max(d, p.y - top.y - 0.003, 0.003);
            return smooth_max(d, knuckle.y - 0.010 - p.y, 0.010);
        };
        RayPlan plan;
        plan.from = plan.to = {knuckle.x, (top.y + knuckle.y) / 2, knuckle.z};
        plan.rings = {0.0};
        plan.cap_rings = 5;
        plan.columns = 20;
        Shell shell = cast(field, plan);
        shell.segment = name + "_metacarpal";
        shell.material = body_material;
        add_both_sides(shells, shell);
    }
}

}  // namespace

void add_hands(const Skeleton& skeleton, Shells& shells) {
    add_palm(skeleton, shells);
    add_metacarpals(skeleton, shells);
    struct Finger {
        const char* name;
        double radius;
    };
    for (const Finger finger :
         {Finger{"index", 0.0097}, {"middle", 0.0101}, {"ring", 0.0097}, {"pinky", 0.0087}}) {
        const std::string name = std::string("l_") + finger.name;
        const double r = finger.radius;
        const Vec one = skeleton.centre(name + "1");
        const Vec two = skeleton.centre(name + "2");
        const Vec three = skeleton.centre(name + "3");
        const Vec end = skeleton.site(name + "_distal_tip");
        const Vec tip = end - glm::normalize(end - three) * (r * 0.76);
        add_both_sides(shells, phalanx({(name + "_proximal").c_str(), one, two, r, r * 0.92}));
        add_both_sides(shells, phalanx({(name + "_middle").c_str(), two, three, r * 0.92, r * 0.85}));
        add_both_sides(shells, phalanx({(name + "_distal").c_str(), three, tip, r * 0.85, r * 0.74}));
    }
    const Vec one = skeleton.centre("l_thumb1");
    const Vec two = skeleton.centre("l_thumb2");
    const Vec three = skeleton.centre("l_thumb3");
    const Vec end = skeleton.site("l_thumb_distal_tip");
    const Vec tip = end - glm::normalize(end - three) * 0.0088;
    add_both_sides(shells, phalanx({"l_thumb_metacarpal", one, two, 0.0150, 0.0125}));
    add_both_sides(shells, phalanx({"l_thumb_proximal", two, three, 0.0122, 0.0106}));
    add_both_sides(shells, phalanx({"l_thumb_distal", three, tip, 0.0106, 0.0086}));
}

}  // namespace vitruvian::manikin
