// Sculpting: implicit bodies (fields), profile columns, and closed shells sampled from them by rays.
// A field is negative inside; near the surface it is close to metres. No knowledge of anatomy or files.
#pragma once

#include "assets/manikin/skeleton.h"

#include <array>
#include <functional>
#include <vector>

namespace vitruvian::manikin {

using Field = std::function<double(const Vec&)>;

[[nodiscard]] double smooth_min(double a, double b, double blend);
[[nodiscard]] double smooth_max(double a, double b, double blend);

[[nodiscard]] double sphere(const Vec& p, const Vec& centre, double radius);
[[nodiscard]] double ellipsoid(const Vec& p, const Vec& centre, const Vec& radii);
/// A cone with round ends: radius ra about a, rb about b.
[[nodiscard]] double round_cone(const Vec& p, const Vec& a, const Vec& b, double ra, double rb);
/// |x|, for bodies that are their own mirror image.
[[nodiscard]] inline Vec folded(const Vec& p) {
    return {std::abs(p.x), p.y, p.z};
}

/// One cross-section of a column: an ellipse-like curve within [x0, x1] by [z0, z1].
/// `square` is the exponent: 2 an ellipse, above it boxier.
struct Section {
    double y = 0.0;
    double x0 = 0.0;
    double x1 = 0.0;
    double z0 = 0.0;
    double z1 = 0.0;
    double square = 2.0;
};

/// A body given by its front and side silhouettes: sections by ascending y, joined smoothly.
/// Beyond its ends a column goes on as its last section.
class Column {
  public:
    explicit Column(std::vector<Section> sections);
    [[nodiscard]] Section at(double y) const;
    [[nodiscard]] double operator()(const Vec& p) const;

  private:
    std::vector<Section> sections_;
};

/// A closed surface that moves with one segment.
struct Shell {
    std::string segment;
    std::string material;
    std::vector<Vec> points;
    std::vector<Vec> normals;               // empty: flat faces
    std::vector<std::array<int, 4>> faces;  // counter-clockwise from outside; last -1: a triangle
    bool is_solid = true;                   // counts towards the segment's mass
};

[[nodiscard]] Shell mirrored(const Shell& left);

/// How rays sample a body: an axis inside it, rings along it and a fan of rings over each end.
struct RayPlan {
    Vec from{0.0};
    Vec to{0.0};
    Vec axis{0.0, 1.0, 0.0};      // of the rings; unit
    Vec zero{1.0, 0.0, 0.0};      // where angle 0 points; unit, perpendicular to axis
    std::vector<double> rings{};  // places along from..to, 0..1
    int cap_rings = 5;            // between the last ring and the pole, at each end
    int columns = 24;
};

/// Rings at n + 1 even places.
[[nodiscard]] std::vector<double> even_rings(int n);

/// The surface of `body` as the rays of `plan` meet it first, from inside. Normals are the field's gradient.
[[nodiscard]] Shell cast(const Field& body, const RayPlan& plan);

/// The first zero of `body` on a ray that starts inside.
[[nodiscard]] Vec first_hit(const Field& body, const Vec& origin, const Vec& direction);
[[nodiscard]] Vec gradient(const Field& body, const Vec& p);

}  // namespace vitruvian::manikin
