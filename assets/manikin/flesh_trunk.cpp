// Torso and pelvis: a column with the great muscles laid on.
#include "assets/manikin/flesh.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

Section symmetric(double y, double half_width, double back, double front, double square) {
    return {y, -half_width, half_width, back, front, square};
}

const Column& core() {
    static const Column column({
        symmetric(0.800, 0.118, -0.082, 0.060, 2.2),
        symmetric(0.840, 0.146, -0.098, 0.075, 2.3),
        symmetric(0.880, 0.158, -0.106, 0.086, 2.3),
        symmetric(0.920, 0.159, -0.108, 0.091, 2.3),
        symmetric(0.965, 0.153, -0.106, 0.092, 2.4),
        symmetric(1.010, 0.142, -0.101, 0.089, 2.4),
        symmetric(1.060, 0.129, -0.098, 0.084, 2.3),
        symmetric(1.110, 0.121, -0.098, 0.080, 2.2),
        symmetric(1.150, 0.119, -0.100, 0.080, 2.2),
        symmetric(1.200, 0.124, -0.107, 0.086, 2.2),
        symmetric(1.260, 0.134, -0.115, 0.095, 2.2),
        symmetric(1.320, 0.143, -0.121, 0.099, 2.2),
        symmetric(1.370, 0.147, -0.124, 0.092, 2.2),
        symmetric(1.410, 0.143, -0.122, 0.077, 2.2),
        symmetric(1.440, 0.130, -0.114, 0.060, 2.1),
        symmetric(1.470, 0.100, -0.102, 0.044, 2.0),
        symmetric(1.500, 0.066, -0.090, 0.030, 2.0),
    });
    return column;
}

}  // namespace

double torso_flesh(const Vec& p) {
    const Vec q = folded(p);
    double d = smooth_max(core()(p), p.y - 1.505, 0.012);
    d = smooth_max(d, 0.836 - p.y, 0.055);
    d = smooth_min(d, ellipsoid(q, {0.080, 0.888, -0.060}, {0.082, 0.086, 0.072}), 0.030);  // gluteus
    d = smooth_min(d, round_cone(q, {0.112, 1.330, -0.055}, {0.088, 1.130, -0.055}, 0.050, 0.036),
                   0.040);                                                                  // lats
    d = smooth_min(d, ellipsoid(q, {0.078, 1.368, 0.046}, {0.084, 0.060, 0.048}), 0.045);   // chest
    d = smooth_min(d, ellipsoid(q, {0.085, 1.385, -0.085}, {0.060, 0.075, 0.038}), 0.030);  // shoulder blade
    d = smooth_min(d, round_cone(q, {0.030, 1.540, -0.046}, {0.182, 1.447, -0.042}, 0.030, 0.024),
                   0.035);  // trapezius
    d = smooth_min(d, round_cone(q, {0.022, 1.470, 0.036}, {0.165, 1.466, -0.016}, 0.008, 0.008),
                   0.016);                                                                         // clavicle
    d = smooth_max(d, -round_cone(p, {0, 1.04, -0.116}, {0, 1.38, -0.143}, 0.011, 0.012), 0.030);  // spine
    d = smooth_max(d, -round_cone(p, {0, 1.08, 0.098}, {0, 1.36, 0.118}, 0.004, 0.009), 0.026);    // midline
    return d;
}

}  // namespace vitruvian::manikin
