// Triangulates faces: a fan where the face is convex, ear clipping where it is not (VRML97 6.23, convex
// FALSE).
#include "model/formats/vrml/shapes/polygons.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

using Point = glm::dvec2;

double cross(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Projects the face along its normal, with counter-clockwise orientation.
std::vector<Point> projected(const std::vector<vec3>& corners) {
    glm::dvec3 normal(0.0);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec3 a(corners[i]);
        const glm::dvec3 b(corners[(i + 1) % corners.size()]);
        normal += glm::dvec3((a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x), (a.x - b.x) * (a.y + b.y));
    }
    const glm::dvec3 size = glm::abs(normal);
    const int drop = size.x > size.y && size.x > size.z ? 0 : (size.y > size.z ? 1 : 2);
    const int u = (drop + 1) % 3;
    const int v = (drop + 2) % 3;
    const double sign = normal[drop] < 0.0 ? -1.0 : 1.0;
    std::vector<Point> out;
    out.reserve(corners.size());
    for (const vec3& c : corners)
        out.emplace_back(sign * static_cast<double>(c[u]), static_cast<double>(c[v]));
    return out;
}

bool inside(const Point& p, const Point& a, const Point& b, const Point& c) {
    return cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0;
}

/// Ear clipping over a ring of the remaining corners. Each cut only tests the reflex corners.
class EarClipper {
  public:
    explicit EarClipper(const std::vector<vec3>& corners)
        : points_(projected(corners)), next_(points_.size()) {
        previous_.resize(points_.size());
        const auto n = static_cast<std::uint32_t>(points_.size());
        for (std::uint32_t i = 0; i < n; ++i) {
            next_[i] = (i + 1) % n;
            previous_[i] = (i + n - 1) % n;
        }
    }

    void run(std::vector<std::uint32_t>& out) {
        auto left = points_.size();
        std::uint32_t at = 0;
        std::size_t since_cut = 0;
        while (left > 3) {
            // Self-intersecting, or constructed to take very long: cut anyway, so that it terminates.
            const bool stuck = since_cut > left || looked_at_ > 400 * points_.size();
            if (!stuck && !is_ear(at)) {
                at = next_[at];
                ++since_cut;
                continue;
            }
            out.insert(out.end(), {previous_[at], at, next_[at]});
            next_[previous_[at]] = next_[at];
            previous_[next_[at]] = previous_[at];
            at = previous_[at];
            since_cut = 0;
            --left;
        }
        out.insert(out.end(), {previous_[at], at, next_[at]});
    }

  private:
    [[nodiscard]] bool is_reflex(std::uint32_t i) const {
        return cross(points_[previous_[i]], points_[i], points_[next_[i]]) <= 0.0;
    }

    [[nodiscard]] bool is_ear(std::uint32_t i) {
        if (is_reflex(i)) return false;
        const Point& a = points_[previous_[i]];
        const Point& b = points_[i];
        const Point& c = points_[next_[i]];
        for (std::uint32_t j = next_[next_[i]]; j != previous_[i]; j = next_[j]) {
            ++looked_at_;
            const Point& p = points_[j];
            if (p == a || p == b || p == c || !is_reflex(j)) continue;
            if (inside(p, a, b, c)) return false;
        }
        return true;
    }

    std::vector<Point> points_;
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> previous_;
    std::size_t looked_at_ = 0;
};

/// Whether triangles from the first corner all have the same orientation. Many files leave `convex` at TRUE
/// for faces that are not.
bool is_fan(const std::vector<vec3>& corners) {
    vec3 sum(0.0F);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        sum += glm::cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const vec3 part = glm::cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
        if (glm::dot(part, sum) < 0.0F) return false;
    }
    return true;
}

}  // namespace

void triangulate_face(const std::vector<vec3>& corners, bool convex, std::vector<std::uint32_t>& out) {
    const std::size_t max_clipped = 100'000;
    const bool fan = corners.size() <= 3 || corners.size() > max_clipped || (convex && is_fan(corners));
    if (fan) {
        for (std::uint32_t i = 1; i + 1 < corners.size(); ++i) out.insert(out.end(), {0, i, i + 1});
        return;
    }
    EarClipper(corners).run(out);
}

}  // namespace vitruvian::vrml
