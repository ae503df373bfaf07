#include "model/rom/skin_region.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace vitruvian {
namespace {

using glm::dvec3;
using Edge = std::pair<std::uint32_t, std::uint32_t>;

dvec3 exact(const vec3& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

double area_of(const Corners& corners, std::span<const vec3> points) {
    const dvec3 a = exact(points[corners[0]]);
    return 0.5 * glm::length(glm::cross(exact(points[corners[1]]) - a, exact(points[corners[2]]) - a));
}

/// Numbers the connected parts of the boundary.
void find_loops(SkinRegion& region) {
    std::map<std::uint32_t, std::uint32_t> leader;
    const auto root = [&](std::uint32_t v) {
        while (leader.at(v) != v) {
            leader[v] = leader.at(leader.at(v));
            v = leader.at(v);
        }
        return v;
    };
    for (const auto& [a, b] : region.rim) {
        leader.emplace(a, a);
        leader.emplace(b, b);
        leader[root(a)] = root(b);
    }
    std::map<std::uint32_t, int> number;
    for (const auto& [a, b] : region.rim) {
        const auto found = number.emplace(root(a), static_cast<int>(number.size())).first;
        region.rim_loop.push_back(found->second);
    }
    region.loops = static_cast<int>(number.size());
}

}  // namespace

SkinRegion make_skin_region(const BodySurface& surface, const std::vector<char>& is_counted) {
    constexpr float min_weight = 0.01F;
    std::vector<char> is_in(surface.rest.size(), 0);
    for (std::uint32_t v = 0; v < surface.rest.size(); ++v)
        is_in[v] = surface.same[v] == v && weight_on(surface, v, is_counted) > min_weight ? 1 : 0;
    SkinRegion out;
    std::vector<Edge> directed;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const Corners& c = surface.triangles[t];
        if (is_in[c[0]] == 0 || is_in[c[1]] == 0 || is_in[c[2]] == 0) continue;
        out.triangles.push_back(t);
        for (std::size_t k = 0; k < 3; ++k) directed.emplace_back(c[k], c[(k + 1) % 3]);
    }
    std::sort(directed.begin(), directed.end());
    for (auto first = directed.begin(); first != directed.end();) {
        const auto last = std::upper_bound(first, directed.end(), *first);
        const Edge reversed(first->second, first->first);
        const auto [from, to] = std::equal_range(directed.begin(), directed.end(), reversed);
        // Where more triangles use an edge in one direction than the other, the excess is boundary.
        for (auto n = last - first; n > to - from; --n) out.rim.push_back(*first);
        if (first->first < first->second || from == to) out.edges.push_back(*first);
        first = last;
    }
    find_loops(out);
    return out;
}

SkinMeasure measure_region(const BodySurface& surface, const SkinRegion& region,
                           std::span<const vec3> points) {
    SkinMeasure out;
    if (region.triangles.empty()) return out;
    // Relative to a point of the region, so that figures far from the origin lose no precision.
    const dvec3 origin = exact(points[surface.triangles[region.triangles.front()][0]]);
    const auto place = [&](std::uint32_t v) { return exact(points[v]) - origin; };
    const auto under = [](const dvec3& a, const dvec3& b, const dvec3& c) {
        return glm::dot(a, glm::cross(b, c)) / 6.0;
    };
    for (const std::uint32_t t : region.triangles) {
        const Corners& c = surface.triangles[t];
        out.volume += under(place(c[0]), place(c[1]), place(c[2]));
        out.area += area_of(c, points);
    }
    std::vector<dvec3> centre(static_cast<std::size_t>(region.loops), dvec3(0.0));
    std::vector<double> count(centre.size(), 0.0);
    for (std::size_t i = 0; i < region.rim.size(); ++i) {
        const auto loop = static_cast<std::size_t>(region.rim_loop[i]);
        centre[loop] += 0.5 * (place(region.rim[i].first) + place(region.rim[i].second));
        count[loop] += 1.0;
    }
    for (std::size_t i = 0; i < region.rim.size(); ++i) {
        const auto loop = static_cast<std::size_t>(region.rim_loop[i]);
        out.volume +=
            under(place(region.rim[i].second), place(region.rim[i].first), centre[loop] / count[loop]);
    }
    return out;
}

double longest_stretch(const BodySurface& surface, const SkinRegion& region, std::span<const vec3> points) {
    const auto length = [](std::span<const vec3> of, std::uint32_t a, std::uint32_t b) {
        return glm::length(exact(of[a]) - exact(of[b]));
    };
    double lengths = 0.0;
    double areas = 0.0;
    for (const auto& [a, b] : region.edges) lengths += length(surface.rest, a, b);
    for (const std::uint32_t t : region.triangles) areas += area_of(surface.triangles[t], surface.rest);
    // Much smaller triangles than others are stitches, and folds as between closed lips; what they become
    // when they open is no stretched skin.
    const double least_length = 0.1 * lengths / std::max(static_cast<double>(region.edges.size()), 1.0);
    const double least_area = 0.2 * areas / std::max(static_cast<double>(region.triangles.size()), 1.0);
    double most = 0.0;
    for (const std::uint32_t t : region.triangles) {
        const Corners& c = surface.triangles[t];
        if (area_of(c, surface.rest) <= least_area) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const double before = length(surface.rest, c[k], c[(k + 1) % 3]);
            if (before > least_length) most = std::max(most, length(points, c[k], c[(k + 1) % 3]) / before);
        }
    }
    return most > 0.0 ? most : 1.0;
}

std::vector<float> area_ratios(const BodySurface& surface, std::span<const vec3> points) {
    std::vector<double> before(surface.rest.size(), 0.0);
    std::vector<double> after(surface.rest.size(), 0.0);
    for (const Corners& corners : surface.triangles) {
        const double at_rest = area_of(corners, surface.rest);
        const double posed = area_of(corners, points);
        for (const std::uint32_t v : corners) {
            before[v] += at_rest;
            after[v] += posed;
        }
    }
    std::vector<float> out(surface.rest.size(), 1.0F);
    for (std::size_t v = 0; v < out.size(); ++v) {
        const std::uint32_t own = surface.same[v];
        if (before[own] > 0.0) out[v] = static_cast<float>(after[own] / before[own]);
    }
    return out;
}

}  // namespace vitruvian
