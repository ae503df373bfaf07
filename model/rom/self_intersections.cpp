#include "model/rom/self_intersections.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

using glm::dvec3;
using Triangle = std::array<dvec3, 3>;

Triangle exact(const std::array<vec3, 3>& t) {
    Triangle out;
    for (std::size_t i = 0; i < 3; ++i)
        out.at(i) = {static_cast<double>(t.at(i).x), static_cast<double>(t.at(i).y),
                     static_cast<double>(t.at(i).z)};
    return out;
}

std::array<vec3, 3> corners_at(const Corners& corners, std::span<const vec3> points) {
    return {points[corners[0]], points[corners[1]], points[corners[2]]};
}

/// Six times the signed volume of a tetrahedron.
double side(const dvec3& a, const dvec3& b, const dvec3& c, const dvec3& d) {
    return glm::dot(d - a, glm::cross(b - a, c - a));
}

/// Whether an edge of `edges` passes through the interior of `face`. `least`: smaller volumes count as zero.
bool pierces(const Triangle& edges, const Triangle& face, double least) {
    std::array<double, 3> height{};
    for (std::size_t i = 0; i < 3; ++i) height.at(i) = side(face[0], face[1], face[2], edges.at(i));
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        const bool is_through = (height.at(i) > least && height.at(next) < -least) ||
                                (height.at(i) < -least && height.at(next) > least);
        if (!is_through) continue;
        const dvec3& p = edges.at(i);
        const dvec3& q = edges.at(next);
        const double u = side(p, q, face[0], face[1]);
        const double v = side(p, q, face[1], face[2]);
        const double w = side(p, q, face[2], face[0]);
        if ((u > least && v > least && w > least) || (u < -least && v < -least && w < -least)) return true;
    }
    return false;
}

Bounds box_of(const std::array<vec3, 3>& triangle) {
    Bounds out;
    for (const vec3& corner : triangle) out.add(corner);
    return out;
}

bool overlap(const Bounds& a, const Bounds& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

/// A bounding volume hierarchy: boxes in a balanced binary tree.
class BoxTree {
  public:
    BoxTree(std::vector<Bounds> boxes, std::vector<std::uint32_t> names)
        : boxes_(std::move(boxes)), order_(std::move(names)) {
        if (!order_.empty()) build(0, order_.size());
    }

    /// Calls `see(name)` for every box that overlaps; stops where it returns false.
    template <class See>
    void find(const Bounds& box, const See& see) const {
        std::array<std::size_t, 64> open{};
        std::size_t depth = 0;
        if (!nodes_.empty()) open.at(depth++) = 0;
        while (depth > 0) {
            const std::size_t n = open.at(--depth);
            const Node& node = nodes_[n];
            if (!overlap(node.box, box)) continue;
            if (node.right != 0) {
                open.at(depth++) = node.right;
                open.at(depth++) = n + 1;
                continue;
            }
            for (std::size_t i = node.begin; i < node.end; ++i) {
                if (overlap(boxes_[order_[i]], box) && !see(order_[i])) return;
            }
        }
    }

  private:
    struct Node {
        Bounds box;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t right = 0;  // the left one follows; 0: a leaf
    };

    void build(std::size_t begin, std::size_t end) {
        constexpr std::size_t leaf = 6;
        const std::size_t own = nodes_.size();
        Node node;
        node.begin = begin;
        node.end = end;
        for (std::size_t i = begin; i < end; ++i) node.box.add(boxes_[order_[i]]);
        nodes_.push_back(node);
        if (end - begin <= leaf) return;
        const vec3 size = node.box.size();
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const std::size_t middle = begin + (end - begin) / 2;
        const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
        std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
            return boxes_[a].min[axis] + boxes_[a].max[axis] < boxes_[b].min[axis] + boxes_[b].max[axis];
        });
        build(begin, middle);
        nodes_[own].right = nodes_.size();
        build(middle, end);
    }

    std::vector<Bounds> boxes_;  // by name
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

bool share_a_vertex(const Corners& a, const Corners& b) {
    return std::any_of(a.begin(), a.end(),
                       [&](std::uint32_t v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

}  // namespace

bool triangles_cross(const std::array<vec3, 3>& first, const std::array<vec3, 3>& second) {
    const Triangle a = exact(first);
    const Triangle b = exact(second);
    double length = 0.0;
    for (std::size_t i = 0; i < 3; ++i)
        length = std::max(
            {length, glm::length(a.at((i + 1) % 3) - a.at(i)), glm::length(b.at((i + 1) % 3) - b.at(i))});
    // Positions are float32: a tetrahedron flatter than their rounding error is flat.
    const double least = 1e-6 * length * length * length;
    return pierces(a, b, least) || pierces(b, a, least);
}

int count_intersections(const BodySurface& surface, const SkinRegion& region,
                        std::span<const Carried> carried, std::span<const vec3> points) {
    constexpr int most = 100'000;  // limits the time for triangle soups
    std::vector<Bounds> boxes(surface.triangles.size());
    Bounds around;
    std::vector<char> is_in(surface.triangles.size(), 0);
    const auto is_placed = [&](std::uint32_t t) {
        const Corners& c = surface.triangles[t];
        return is_finite(points[c[0]]) && is_finite(points[c[1]]) && is_finite(points[c[2]]);
    };
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        if (is_placed(t)) boxes[t] = box_of(corners_at(surface.triangles[t], points));
    }
    for (const std::uint32_t t : region.triangles) {
        is_in[t] = 1;
        around.add(boxes[t]);
    }
    std::vector<std::uint32_t> near;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        if (!boxes[t].empty() && overlap(boxes[t], around)) near.push_back(t);
    }
    const BoxTree tree(boxes, std::move(near));
    int count = 0;
    for (const std::uint32_t t : region.triangles) {
        if (boxes[t].empty()) continue;
        const Corners& own = surface.triangles[t];
        tree.find(boxes[t], [&](std::uint32_t other) {
            if (is_in[other] != 0 && other <= t) return true;  // the pair is found by its first triangle
            if (carried[t] == carried[other] && carried[t] != Carried::deforms) return true;
            const Corners& theirs = surface.triangles[other];
            if (share_a_vertex(own, theirs)) return true;
            if (!triangles_cross(corners_at(own, points), corners_at(theirs, points))) return true;
            if (triangles_cross(corners_at(own, surface.rest), corners_at(theirs, surface.rest))) return true;
            return ++count < most;
        });
        if (count >= most) break;
    }
    return count;
}

}  // namespace vitruvian
