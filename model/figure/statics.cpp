#include "model/figure/statics.h"

#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/figure/mass_centres.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

constexpr float gravity = 9.81F;  // m/s^2

/// Returns axes of the ground: perpendicular to `up` and to each other.
std::pair<vec3, vec3> ground_axes(const vec3& up) {
    const vec3 spare = std::abs(up.x) < 0.9F ? vec3(1.0F, 0.0F, 0.0F) : vec3(0.0F, 1.0F, 0.0F);
    const vec3 u = glm::normalize(glm::cross(spare, up));
    return {u, glm::cross(up, u)};
}

float cross(const vec2& a, const vec2& b) {
    return a.x * b.y - a.y * b.x;
}

/// Counter-clockwise, by Andrew's monotone chain.
std::vector<vec2> convex_hull(std::vector<vec2> points) {
    std::sort(points.begin(), points.end(),
              [](const vec2& a, const vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return {};
    std::vector<vec2> hull;
    const auto add = [&](const vec2& point, std::size_t least) {
        while (hull.size() >= least + 2 &&
               cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0.0F)
            hull.pop_back();
        hull.push_back(point);
    };
    for (const vec2& point : points) add(point, 0);
    const std::size_t lower = hull.size() - 1;
    for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
    hull.pop_back();
    return hull.size() < 3 ? std::vector<vec2>() : hull;
}

}  // namespace

std::optional<BodyMass> body_mass(const Document& document, int humanoid, std::span<const mat4> world) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    const std::vector<std::optional<vec3>> centres = mass_centres(document, humanoid, world);
    BodyMass out;
    for (std::size_t s = 0; s < centres.size(); ++s) {
        const Segment& segment = figure.segments[s];
        const std::optional<vec3>& centre = centres[s];
        if (!centre) {
            ++out.without;
            continue;
        }
        ++out.given;
        out.mass += segment.mass;
        out.centre += segment.mass * *centre;
    }
    if (!(out.mass > 0.0F) || !std::isfinite(out.mass)) return std::nullopt;
    out.centre /= out.mass;
    return out;
}

std::vector<vec3> static_torques(const Document& document, int humanoid, std::span<const mat4> world,
                                 const vec3& up, float metres_per_unit) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    const std::vector<int> parents = parents_of_joints(document, humanoid);
    std::vector<float> mass(figure.joints.size(), 0.0F);
    std::vector<vec3> moment(figure.joints.size(), vec3(0.0F));  // mass times position
    const std::vector<std::optional<vec3>> centres = mass_centres(document, humanoid, world);
    for (std::size_t s = 0; s < centres.size(); ++s) {
        const Segment& segment = figure.segments[s];
        const std::optional<vec3>& centre = centres[s];
        if (!centre) continue;
        at(mass, segment.joint) += segment.mass;
        at(moment, segment.joint) += segment.mass * *centre;
    }
    std::vector<vec3> out(figure.joints.size());
    for (std::size_t j = figure.joints.size(); j-- > 0;) {
        const vec3 place(at(world, figure.joints[j].node)[3]);
        // Gravity exerts the torque r x m g, which the joint counteracts.
        out[j] = glm::cross(moment[j] - mass[j] * place, gravity * metres_per_unit * up);
        if (parents[j] < 0) continue;
        at(mass, parents[j]) += mass[j];
        at(moment, parents[j]) += moment[j];
    }
    return out;
}

std::vector<vec3> support_polygon(std::span<const vec3> points, const vec3& up, float tolerance) {
    float lowest = std::numeric_limits<float>::max();
    for (const vec3& point : points) lowest = std::min(lowest, glm::dot(point, up));
    const auto [u, v] = ground_axes(up);
    std::vector<vec2> on_ground;
    for (const vec3& point : points) {
        if (glm::dot(point, up) <= lowest + tolerance)
            on_ground.emplace_back(glm::dot(point, u), glm::dot(point, v));
    }
    std::vector<vec3> out;
    for (const vec2& corner : convex_hull(std::move(on_ground)))
        out.push_back(corner.x * u + corner.y * v + lowest * up);
    return out;
}

float distance_inside(std::span<const vec3> polygon, const vec3& point, const vec3& up) {
    float inside = std::numeric_limits<float>::max();
    float outside = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const vec3 from = polygon[i];
        const vec3 edge = polygon[(i + 1) % polygon.size()] - from;
        vec3 way = point - from;
        way -= glm::dot(way, up) * up;
        inside = std::min(inside, glm::dot(glm::cross(up, glm::normalize(edge)), way));
        const float along = std::clamp(glm::dot(way, edge) / glm::dot(edge, edge), 0.0F, 1.0F);
        outside = std::min(outside, glm::length(way - along * edge));
    }
    return inside >= 0.0F ? inside : -outside;
}

}  // namespace vitruvian
