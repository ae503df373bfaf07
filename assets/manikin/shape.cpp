#include "assets/manikin/shape.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitruvian::manikin {
namespace {

constexpr double march_step = 0.0012;
constexpr double march_reach = 0.5;
constexpr double gradient_step = 4e-4;

/// Cubic Hermite between b and c, with a and d beside them (Catmull-Rom over uneven places), without
/// overshoot.
double between(const std::array<double, 4>& x, const std::array<double, 4>& v, double at) {
    const auto slope = [&](std::size_t i) {
        const double left = (v[i] - v[i - 1]) / (x[i] - x[i - 1]);
        const double right = (v[i + 1] - v[i]) / (x[i + 1] - x[i]);
        return left * right <= 0.0 ? 0.0 : 2.0 * left * right / (left + right);
    };
    const double h = x[2] - x[1];
    const double t = (at - x[1]) / h;
    const double t2 = t * t;
    const double t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * v[1] + (t3 - 2 * t2 + t) * h * slope(1) + (-2 * t3 + 3 * t2) * v[2] +
           (t3 - t2) * h * slope(2);
}

}  // namespace

double smooth_min(double a, double b, double blend) {
    const double h = std::max(blend - std::abs(a - b), 0.0) / blend;
    return std::min(a, b) - h * h * blend * 0.25;
}

double smooth_max(double a, double b, double blend) {
    return -smooth_min(-a, -b, blend);
}

double sphere(const Vec& p, const Vec& centre, double radius) {
    return glm::length(p - centre) - radius;
}

double ellipsoid(const Vec& p, const Vec& centre, const Vec& radii) {
    const Vec q = (p - centre) / radii;
    const double k0 = glm::length(q);
    const double k1 = glm::length(q / radii);
    return k1 < 1e-12 ? -std::min({radii.x, radii.y, radii.z}) : k0 * (k0 - 1.0) / k1;
}

double round_cone(const Vec& p, const Vec& a, const Vec& b, double ra, double rb) {
    const Vec ab = b - a;
    const double t = std::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
    return glm::length(p - a - ab * t) - (ra + (rb - ra) * t);
}

Column::Column(std::vector<Section> sections) : sections_(std::move(sections)) {}

Section Column::at(double y) const {
    const std::size_t n = sections_.size();
    y = std::clamp(y, sections_.front().y, sections_.back().y);
    std::size_t i = 0;
    while (i + 2 < n && y > sections_[i + 1].y) ++i;
    const std::array<Section, 4> s = {sections_[i == 0 ? 0 : i - 1], sections_[i], sections_[i + 1],
                                      sections_[std::min(i + 2, n - 1)]};
    std::array<double, 4> places = {s[0].y, s[1].y, s[2].y, s[3].y};
    if (i == 0) places[0] -= 0.03;
    if (i + 2 == n) places[3] += 0.03;
    const auto mix = [&](double Section::*field) {
        return between(places, {s[0].*field, s[1].*field, s[2].*field, s[3].*field}, y);
    };
    return {
        y, mix(&Section::x0), mix(&Section::x1), mix(&Section::z0), mix(&Section::z1), mix(&Section::square)};
}

double Column::operator()(const Vec& p) const {
    const Section s = at(p.y);
    const double a = (s.x1 - s.x0) / 2;
    const double b = (s.z1 - s.z0) / 2;
    const double x = std::abs(p.x - (s.x0 + s.x1) / 2) / a;
    const double z = std::abs(p.z - (s.z0 + s.z1) / 2) / b;
    const double r = std::pow(std::pow(x, s.square) + std::pow(z, s.square), 1.0 / s.square);
    return (r - 1.0) * std::min(a, b);
}

Shell mirrored(const Shell& left) {
    Shell right = left;
    right.segment = mirrored_name(left.segment);
    for (Vec& p : right.points) p = mirrored(p);
    for (Vec& n : right.normals) n = mirrored(n);
    for (std::array<int, 4>& face : right.faces)
        std::reverse(face.begin(), face.begin() + (face[3] < 0 ? 3 : 4));
    return right;
}

std::vector<double> even_rings(int n) {
    std::vector<double> rings;
    for (int i = 0; i <= n; ++i) rings.push_back(static_cast<double>(i) / n);
    return rings;
}

Vec gradient(const Field& body, const Vec& p) {
    const double e = gradient_step;
    const Vec g = {body({p.x + e, p.y, p.z}) - body({p.x - e, p.y, p.z}),
                   body({p.x, p.y + e, p.z}) - body({p.x, p.y - e, p.z}),
                   body({p.x, p.y, p.z + e}) - body({p.x, p.y, p.z - e})};
    const double length = glm::length(g);
    return length > 0.0 ? g / length : Vec{0.0, 1.0, 0.0};
}

Vec first_hit(const Field& body, const Vec& origin, const Vec& direction) {
    double inside = 0.0;
    double outside = march_step;
    while (outside < march_reach && body(origin + direction * outside) < 0.0) {
        inside = outside;
        outside += march_step;
    }
    for (int i = 0; i < 24; ++i) {
        const double middle = (inside + outside) / 2;
        (body(origin + direction * middle) < 0.0 ? inside : outside) = middle;
    }
    return origin + direction * inside;
}

Shell cast(const Field& body, const RayPlan& plan) {
    struct Ring {
        Vec origin;
        double tilt;
    };
    std::vector<Ring> rings;
    const auto cap = [&](int i) {
        const double t = static_cast<double>(i) / (plan.cap_rings + 1);
        return t * std::numbers::pi / 2;
    };
    for (int i = plan.cap_rings; i > 0; --i) rings.push_back({plan.from, -cap(i)});
    for (const double t : plan.rings) rings.push_back({plan.from + (plan.to - plan.from) * t, 0.0});
    for (int i = 1; i <= plan.cap_rings; ++i) rings.push_back({plan.to, cap(i)});

    Shell shell;
    const auto add = [&](const Vec& origin, const Vec& direction) {
        shell.points.push_back(first_hit(body, origin, direction));
        shell.normals.push_back(gradient(body, shell.points.back()));
    };
    const Vec side = glm::cross(plan.zero, plan.axis);
    for (const Ring& ring : rings) {
        for (int j = 0; j < plan.columns; ++j) {
            const double t = static_cast<double>(j) / plan.columns;
            const double angle = t * 2 * std::numbers::pi;
            const Vec out = plan.zero * std::cos(angle) + side * std::sin(angle);
            add(ring.origin, out * std::cos(ring.tilt) + plan.axis * std::sin(ring.tilt));
        }
    }
    add(plan.from, -plan.axis);
    add(plan.to, plan.axis);

    const int columns = plan.columns;
    const int count = static_cast<int>(rings.size());
    const int bottom = count * columns;
    for (int i = 0; i + 1 < count; ++i) {
        for (int j = 0; j < columns; ++j) {
            const int k = (j + 1) % columns;
            shell.faces.push_back(
                {i * columns + j, (i + 1) * columns + j, (i + 1) * columns + k, i * columns + k});
        }
    }
    for (int j = 0; j < columns; ++j) {
        const int k = (j + 1) % columns;
        const int top = (count - 1) * columns;
        shell.faces.push_back({bottom, j, k, -1});
        shell.faces.push_back({bottom + 1, top + k, top + j, -1});
    }
    return shell;
}

}  // namespace vitruvian::manikin
