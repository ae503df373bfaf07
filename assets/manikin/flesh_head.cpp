// Head, face and neck.
#include "assets/manikin/flesh.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

const Column& neck_core() {
    static const Column column({
        {1.440, -0.066, 0.066, -0.092, 0.034, 2.0},
        {1.490, -0.058, 0.058, -0.086, 0.027, 2.0},
        {1.530, -0.0535, 0.0535, -0.076, 0.026, 2.0},
        {1.570, -0.0515, 0.0515, -0.068, 0.030, 2.0},
        {1.620, -0.0520, 0.0520, -0.064, 0.034, 2.0},
    });
    return column;
}

double skull(const Vec& p, const Vec& q) {
    double d = ellipsoid(p, {0, 1.6660, -0.0120}, {0.0745, 0.0850, 0.0955});
    d = smooth_min(d, ellipsoid(p, {0, 1.6060, 0.0290}, {0.0555, 0.0800, 0.0560}), 0.026);
    d = smooth_min(d, round_cone(q, {0.0460, 1.5760, 0.0130}, {0.0150, 1.5450, 0.0650}, 0.0120, 0.0130),
                   0.022);
    d = smooth_min(d, ellipsoid(p, {0, 1.5450, 0.0690}, {0.0190, 0.0155, 0.0180}), 0.016);       // chin
    d = smooth_min(d, ellipsoid(q, {0.0430, 1.6110, 0.0480}, {0.0190, 0.0170, 0.0200}), 0.020);  // cheek
    d = smooth_min(d, round_cone(q, {0.0480, 1.6550, 0.0540}, {0.0110, 1.6500, 0.0735}, 0.0095, 0.0100),
                   0.018);
    return smooth_min(d, ellipsoid(p, {0, 1.5650, 0.0640}, {0.0280, 0.0210, 0.0205}), 0.018);  // muzzle
}

double with_eyes(double d, const Vec& q) {
    d = smooth_max(d, -ellipsoid(q, {0.0345, 1.6355, 0.0900}, {0.0205, 0.0125, 0.0210}), 0.016);  // socket
    d = smooth_min(d, sphere(q, {0.0336, 1.6332, 0.0502}, eyeball_radius + 0.0019), 0.004);       // lids
    return smooth_max(d, -ellipsoid(q, {0.0340, 1.6332, 0.0760}, {0.0158, 0.0063, 0.0235}), 0.0015);
}

double with_nose(double d, const Vec& p, const Vec& q) {
    d = smooth_min(d, round_cone(p, {0, 1.6430, 0.0770}, {0, 1.6040, 0.0965}, 0.0052, 0.0075), 0.012);
    d = smooth_min(d, ellipsoid(p, {0, 1.6005, 0.0985}, {0.0088, 0.0078, 0.0095}), 0.008);
    return smooth_min(d, ellipsoid(q, {0.0098, 1.5985, 0.0885}, {0.0062, 0.0060, 0.0088}), 0.006);
}

double with_lips(double d, const Vec& folded_point) {
    const Vec q = Lips::levelled(folded_point);
    d = smooth_min(d, round_cone(q, {0.0205, 1.5658, 0.0766}, {0.0040, 1.5692, 0.0852}, 0.0026, 0.0042),
                   0.006);
    d = smooth_min(d, round_cone(q, {0.0175, 1.5610, 0.0768}, {0, 1.5576, 0.0843}, 0.0032, 0.0054), 0.006);
    return smooth_max(d, -round_cone(q, {0.0240, 1.5640, 0.0800}, {0, 1.5640, 0.0930}, 0.0014, 0.0012),
                      0.005);
}

double with_ears(double d, const Vec& q) {
    // The ear leans back and stands off the head towards its rim.
    const double back = 0.0140 - q.z;
    const Vec e = {q.x - 0.0725 - 0.30 * back, q.y - 1.6300, q.z - 0.0040 + 0.20 * (q.y - 1.6300)};
    const double narrow = 1.0 + 0.9 * std::clamp(-e.y / 0.031, 0.0, 1.0) * 0.5;  // towards the lobe
    const double leaf = ellipsoid({e.x, e.y, e.z * narrow}, {0, 0, 0}, {0.0070, 0.0300, 0.0165});
    const double bowl =
        ellipsoid({e.x, e.y, e.z * narrow}, {0.0080, 0.0035, 0.0010}, {0.0060, 0.0205, 0.0105});
    return smooth_min(d, smooth_max(leaf, -bowl, 0.004), 0.007);
}

}  // namespace

double neck_flesh(const Vec& p) {
    const double core = smooth_max(neck_core()(p), p.y - 1.63, 0.01);
    return smooth_min(
        core, round_cone(folded(p), {0.0170, 1.4800, 0.0250}, {0.0510, 1.6000, -0.0130}, 0.0090, 0.0120),
        0.020);
}

double head_flesh(const Vec& p) {
    const Vec q = folded(p);
    double d = smooth_max(skull(p, q), 1.515 - p.y, 0.01);
    d = smooth_min(d, neck_flesh(p), 0.016);
    d = with_eyes(d, q);
    d = with_nose(d, p, q);
    d = with_lips(d, q);
    return with_ears(d, q);
}

}  // namespace vitruvian::manikin
