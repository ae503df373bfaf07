#include "model/vrml/polygons.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace vitruvian::vrml {
namespace {

constexpr std::uint32_t no_index = 0xFFFFFFFFU;

/// Twice the area times the unit normal (Newell), so that larger faces weigh more in a shared normal.
std::vector<vec3> face_normals(const Polygons& p) {
    std::vector<vec3> out(p.face_count(), vec3(0.0F));
    for (std::size_t f = 0; f < out.size(); ++f) {
        const std::uint32_t begin = p.face_begin[f];
        const std::uint32_t end = p.face_begin[f + 1];
        const vec3& origin = p.points[p.point_of_corner[begin]];
        vec3 sum(0.0F);
        for (std::uint32_t c = begin + 1; c + 1 < end; ++c) {
            sum += glm::cross(p.points[p.point_of_corner[c]] - origin,
                              p.points[p.point_of_corner[c + 1]] - origin);
        }
        out[f] = p.counter_clockwise ? sum : -sum;
    }
    return out;
}

vec3 unit_or(const vec3& v, const vec3& fallback) {
    // Scaled first: the squares of tiny faces' normals vanish in single precision.
    const float largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    if (!(largest > 0.0F) || !std::isfinite(largest)) return fallback;
    return glm::normalize(v / largest);
}

const vec3 any_direction(0.0F, 1.0F, 0.0F);

/// The corners at each point, in rows.
struct Incidence {
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> corner;
};

Incidence corners_at_points(const Polygons& p) {
    Incidence out;
    out.begin.assign(p.points.size() + 1, 0);
    for (const std::uint32_t point : p.point_of_corner) ++out.begin[point + 1];
    for (std::size_t i = 1; i < out.begin.size(); ++i) out.begin[i] += out.begin[i - 1];
    out.corner.resize(p.point_of_corner.size());
    std::vector<std::uint32_t> next(out.begin.begin(), out.begin.end() - 1);
    for (std::uint32_t c = 0; c < p.point_of_corner.size(); ++c) out.corner[next[p.point_of_corner[c]]++] = c;
    return out;
}

/// Normals by crease angle: at a point, a face shares with those whose normals are within the angle.
class CreaseNormals {
  public:
    explicit CreaseNormals(const Polygons& p) : p_(&p), weighted_(face_normals(p)), unit_(weighted_.size()) {
        for (std::size_t f = 0; f < unit_.size(); ++f) unit_[f] = unit_or(weighted_[f], vec3(0.0F));
        face_of_corner_.resize(p.point_of_corner.size());
        for (std::uint32_t f = 0; f < p.face_count(); ++f) {
            for (std::uint32_t c = p.face_begin[f]; c < p.face_begin[f + 1]; ++c) face_of_corner_[c] = f;
        }
        cosine_ = std::cos(std::min(p.crease_angle, 3.14159265F));
    }

    std::vector<vec3> run() {
        std::vector<vec3> out(p_->point_of_corner.size());
        const Incidence at = corners_at_points(*p_);
        for (std::size_t point = 0; point < p_->points.size(); ++point) {
            const std::uint32_t* first = at.corner.data() + at.begin[point];
            const std::uint32_t* last = at.corner.data() + at.begin[point + 1];
            // Comparing each with each is quadratic: at the hub of a large fan, groups do as well.
            const std::ptrdiff_t most_pairwise = 64;
            if (last - first <= most_pairwise) {
                pairwise(first, last, out);
            } else {
                grouped(first, last, out);
            }
        }
        return out;
    }

  private:
    void pairwise(const std::uint32_t* first, const std::uint32_t* last, std::vector<vec3>& out) const {
        for (const std::uint32_t* a = first; a != last; ++a) {
            const vec3& own = unit_[face_of_corner_[*a]];
            vec3 sum(0.0F);
            for (const std::uint32_t* b = first; b != last; ++b) {
                const std::uint32_t face = face_of_corner_[*b];
                if (face == face_of_corner_[*a] || glm::dot(own, unit_[face]) >= cosine_)
                    sum += weighted_[face];
            }
            out[*a] = unit_or(sum, unit_or(own, any_direction));
        }
    }

    void grouped(const std::uint32_t* first, const std::uint32_t* last, std::vector<vec3>& out) const {
        std::vector<vec3> leaders;
        std::vector<vec3> sums;
        const auto group_of = [&](std::uint32_t face) {
            const std::size_t most_groups = 16;
            for (std::size_t g = 0; g < leaders.size(); ++g) {
                if (glm::dot(leaders[g], unit_[face]) >= cosine_) return g;
            }
            if (leaders.size() == most_groups) return most_groups - 1;
            leaders.push_back(unit_[face]);
            sums.emplace_back(0.0F);
            return leaders.size() - 1;
        };
        for (const std::uint32_t* c = first; c != last; ++c) {
            const std::uint32_t face = face_of_corner_[*c];
            sums[group_of(face)] += weighted_[face];
        }
        for (const std::uint32_t* c = first; c != last; ++c) {
            const std::uint32_t face = face_of_corner_[*c];
            out[*c] = unit_or(sums[group_of(face)], unit_or(unit_[face], any_direction));
        }
    }

    const Polygons* p_;
    std::vector<vec3> weighted_;
    std::vector<vec3> unit_;
    std::vector<std::uint32_t> face_of_corner_;
    float cosine_ = 1.0F;
};

/// The file's normals per corner; what is no direction there gets the face's own.
std::vector<vec3> given_normals(const Polygons& p) {
    std::vector<vec3> out(p.point_of_corner.size());
    std::vector<vec3> of_faces;
    for (std::size_t f = 0; f < p.face_count(); ++f) {
        for (std::uint32_t c = p.face_begin[f]; c < p.face_begin[f + 1]; ++c) {
            const vec3 normal = unit_or(p.normals[p.normal_of_corner[c]], vec3(0.0F));
            if (normal != vec3(0.0F)) {
                out[c] = normal;
                continue;
            }
            if (of_faces.empty()) of_faces = face_normals(p);
            out[c] = unit_or(of_faces[f], any_direction);
        }
    }
    return out;
}

std::vector<vec3> corner_normals(const Polygons& p) {
    if (!p.normals.empty()) return given_normals(p);
    if (p.crease_angle > 0.0F) return CreaseNormals(p).run();
    return {};
}

/// One vertex per different corner, found by hashing.
class Welder {
  public:
    Welder(const Polygons& p, const std::vector<vec3>& normals) : p_(&p), normals_(&normals) {
        slots_.assign(std::bit_ceil(p.point_of_corner.size() * 2 + 1), no_index);
    }

    std::vector<std::uint32_t> run(Mesh& mesh) {
        std::vector<std::uint32_t> vertex_of_corner(p_->point_of_corner.size());
        for (std::uint32_t c = 0; c < vertex_of_corner.size(); ++c)
            vertex_of_corner[c] = find_or_add(c, mesh);
        mesh.source_vertex_count = static_cast<std::uint32_t>(p_->points.size());
        return vertex_of_corner;
    }

    [[nodiscard]] std::vector<std::uint32_t> normals_of_vertices() const {
        std::vector<std::uint32_t> out;
        out.reserve(first_corner_.size());
        for (const std::uint32_t c : first_corner_) out.push_back(p_->normal_of_corner[c]);
        return out;
    }

  private:
    [[nodiscard]] std::size_t hash(std::uint32_t c) const {
        std::uint64_t h = p_->point_of_corner[c];
        const auto mix = [&h](std::uint32_t v) { h = (h ^ v) * 0x9E3779B97F4A7C15ULL + (h >> 29U); };
        if (!normals_->empty()) {
            const vec3& n = (*normals_)[c];
            for (const float x : {n.x, n.y, n.z}) mix(std::bit_cast<std::uint32_t>(x));
        }
        if (!p_->uvs.empty()) {
            const vec2& uv = p_->uvs[p_->uv_of_corner[c]];
            for (const float x : {uv.x, uv.y}) mix(std::bit_cast<std::uint32_t>(x));
        }
        if (!p_->colors.empty()) mix(p_->color_of_corner[c]);
        mix(1);
        return static_cast<std::size_t>(h >> 16U);
    }

    [[nodiscard]] bool same(std::uint32_t a, std::uint32_t b) const {
        return p_->point_of_corner[a] == p_->point_of_corner[b] &&
               (normals_->empty() || (*normals_)[a] == (*normals_)[b]) &&
               (p_->uvs.empty() || p_->uvs[p_->uv_of_corner[a]] == p_->uvs[p_->uv_of_corner[b]]) &&
               (p_->colors.empty() || p_->color_of_corner[a] == p_->color_of_corner[b]);
    }

    std::uint32_t find_or_add(std::uint32_t c, Mesh& mesh) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t slot = hash(c) & mask;; slot = (slot + 1) & mask) {
            const std::uint32_t vertex = slots_[slot];
            if (vertex != no_index && !same(first_corner_[vertex], c)) continue;
            if (vertex != no_index) return vertex;
            const auto added = static_cast<std::uint32_t>(first_corner_.size());
            slots_[slot] = added;
            first_corner_.push_back(c);
            mesh.positions.push_back(p_->points[p_->point_of_corner[c]]);
            mesh.source_vertex.push_back(p_->point_of_corner[c]);
            if (!normals_->empty()) mesh.normals.push_back((*normals_)[c]);
            if (!p_->uvs.empty()) mesh.uv0.push_back(p_->uvs[p_->uv_of_corner[c]]);
            if (!p_->colors.empty()) mesh.colors.push_back(p_->colors[p_->color_of_corner[c]]);
            return added;
        }
    }

    const Polygons* p_;
    const std::vector<vec3>* normals_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint32_t> first_corner_;
};

void add_triangles(const Polygons& p, const std::vector<std::uint32_t>& vertex_of_corner, Mesh& mesh) {
    std::vector<vec3> corners;
    std::vector<std::uint32_t> triangles;
    mesh.indices.reserve(p.point_of_corner.size());
    for (std::size_t f = 0; f < p.face_count(); ++f) {
        const std::uint32_t begin = p.face_begin[f];
        corners.clear();
        for (std::uint32_t c = begin; c < p.face_begin[f + 1]; ++c)
            corners.push_back(p.points[p.point_of_corner[c]]);
        triangles.clear();
        triangulate_face(corners, p.convex, triangles);
        for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
            const std::uint32_t a = vertex_of_corner[begin + triangles[t]];
            const std::uint32_t b = vertex_of_corner[begin + triangles[t + 1]];
            const std::uint32_t c = vertex_of_corner[begin + triangles[t + 2]];
            if (a == b || b == c || a == c) continue;
            mesh.indices.insert(mesh.indices.end(),
                                {a, p.counter_clockwise ? b : c, p.counter_clockwise ? c : b});
        }
    }
}

}  // namespace

Mesh make_mesh(const Polygons& polygons, std::vector<std::uint32_t>* normal_of_vertex) {
    Mesh mesh;
    const std::vector<vec3> normals = corner_normals(polygons);
    if (normals.empty() && polygons.uvs.empty() && polygons.colors.empty()) {
        mesh.positions = polygons.points;
        add_triangles(polygons, polygons.point_of_corner, mesh);
    } else {
        Welder welder(polygons, normals);
        add_triangles(polygons, welder.run(mesh), mesh);
        if (normal_of_vertex != nullptr && !polygons.normals.empty())
            *normal_of_vertex = welder.normals_of_vertices();
    }
    return mesh;
}

}  // namespace vitruvian::vrml
