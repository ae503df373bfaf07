#include "model/formats/vrml/shapes/outline.h"

#include "model/formats/vrml/shapes/polygons.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitruvian::vrml {
namespace {

float cross(const vec2& a, const vec2& b, const vec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool contains(const Contour& contour, const vec2& p) {
    bool inside = false;
    for (std::size_t i = 0, j = contour.size() - 1; i < contour.size(); j = i++) {
        const vec2& a = contour[i];
        const vec2& b = contour[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

/// Whether the open segments cross each other.
bool crosses(const vec2& a, const vec2& b, const vec2& c, const vec2& d) {
    if (a == c || a == d || b == c || b == d) return false;
    return (cross(a, b, c) > 0.0F) != (cross(a, b, d) > 0.0F) &&
           (cross(c, d, a) > 0.0F) != (cross(c, d, b) > 0.0F);
}

bool is_clear(const vec2& from, const vec2& to, const Contour& contour) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
        if (crosses(from, to, contour[i], contour[(i + 1) % contour.size()])) return false;
    }
    return true;
}

/// Whether the segment from corner `i` of a counter-clockwise contour to `p` begins inside it.
bool begins_inside(const Contour& contour, std::size_t i, const vec2& p) {
    const std::size_t n = contour.size();
    const vec2& before = contour[(i + n - 1) % n];
    const vec2& at = contour[i];
    const vec2& after = contour[(i + 1) % n];
    const bool left_of_next = cross(at, after, p) >= 0.0F;
    const bool left_of_last = cross(before, at, p) >= 0.0F;
    return cross(before, at, after) >= 0.0F ? left_of_next && left_of_last : left_of_next || left_of_last;
}

/// Joins the hole to the outer contour by a cut along the shortest unobstructed segment.
void bridge(Contour& outer, const Contour& hole, const std::vector<Contour>& other_holes) {
    std::size_t from = 0;
    for (std::size_t i = 1; i < hole.size(); ++i) {
        if (hole[i].x > hole[from].x) from = i;
    }
    std::size_t to = outer.size();
    float nearest = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < outer.size(); ++i) {
        const vec2 way = outer[i] - hole[from];
        const float length = glm::dot(way, way);
        if (length >= nearest || !begins_inside(outer, i, hole[from])) continue;
        const bool clear = is_clear(hole[from], outer[i], outer) && is_clear(hole[from], outer[i], hole) &&
                           std::all_of(other_holes.begin(), other_holes.end(), [&](const Contour& other) {
                               return is_clear(hole[from], outer[i], other);
                           });
        if (!clear) continue;
        nearest = length;
        to = i;
    }
    if (to == outer.size()) return;  // unreachable: the hole stays filled
    Contour merged(outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    for (std::size_t i = 0; i <= hole.size(); ++i) merged.push_back(hole[(from + i) % hole.size()]);
    merged.insert(merged.end(), outer.begin() + static_cast<std::ptrdiff_t>(to), outer.end());
    outer = std::move(merged);
}

void drop_repeats(Contour& contour) {
    contour.erase(std::unique(contour.begin(), contour.end()), contour.end());
    while (contour.size() > 1 && contour.front() == contour.back()) contour.pop_back();
}

float rightmost(const Contour& contour) {
    return std::max_element(contour.begin(), contour.end(),
                            [](const vec2& a, const vec2& b) { return a.x < b.x; })
        ->x;
}

}  // namespace

float signed_area2(const Contour& contour) {
    float sum = 0.0F;
    for (std::size_t i = 0; i < contour.size(); ++i) {
        const vec2& a = contour[i];
        const vec2& b = contour[(i + 1) % contour.size()];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

FilledOutline fill_outline(std::vector<Contour> contours) {
    for (Contour& contour : contours) drop_repeats(contour);
    contours.erase(
        std::remove_if(contours.begin(), contours.end(), [](const Contour& c) { return c.size() < 3; }),
        contours.end());
    FilledOutline out;
    if (contours.empty()) return out;
    const auto largest =
        std::max_element(contours.begin(), contours.end(), [](const Contour& a, const Contour& b) {
            return std::abs(signed_area2(a)) < std::abs(signed_area2(b));
        });
    if (signed_area2(*largest) < 0.0F) {
        for (Contour& contour : contours) std::reverse(contour.begin(), contour.end());
    }
    std::vector<Contour> outers;
    std::vector<Contour> holes;
    for (Contour& contour : contours)
        (signed_area2(contour) >= 0.0F ? outers : holes).push_back(std::move(contour));
    std::sort(holes.begin(), holes.end(),
              [](const Contour& a, const Contour& b) { return rightmost(a) > rightmost(b); });
    while (!holes.empty()) {
        const Contour hole = std::move(holes.front());
        holes.erase(holes.begin());
        Contour* around = nullptr;
        for (Contour& outer : outers) {
            const bool closer =
                around == nullptr || std::abs(signed_area2(outer)) < std::abs(signed_area2(*around));
            if (contains(outer, hole.front()) && closer) around = &outer;
        }
        if (around != nullptr) bridge(*around, hole, holes);
    }
    for (const Contour& outer : outers) {
        const auto first = static_cast<std::uint32_t>(out.points.size());
        std::vector<vec3> corners;
        for (const vec2& p : outer) corners.emplace_back(p, 0.0F);
        std::vector<std::uint32_t> triangles;
        triangulate_face(corners, false, triangles);
        out.points.insert(out.points.end(), outer.begin(), outer.end());
        for (const std::uint32_t corner : triangles) out.triangles.push_back(first + corner);
    }
    return out;
}

}  // namespace vitruvian::vrml
