#include "model/formats/vrml/shapes/polygons.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace vitruvian::vrml {
namespace {

const vec3 any_direction(0.0F, 1.0F, 0.0F);

/// Returns a face's normal times twice its area (Newell), so that larger faces weigh more in a shared one.
vec3 face_normal(const Polygons& p, std::size_t face) {
    const std::uint32_t begin = p.face_begin[face];
    const std::uint32_t end = p.face_begin[face + 1];
    const vec3& origin = p.points[p.point_of_corner[begin]];
    vec3 sum(0.0F);
    for (std::uint32_t c = begin + 1; c + 1 < end; ++c) {
        sum +=
            glm::cross(p.points[p.point_of_corner[c]] - origin, p.points[p.point_of_corner[c + 1]] - origin);
    }
    return p.counter_clockwise ? sum : -sum;
}

vec3 unit_or(const vec3& v, const vec3& fallback) {
    const float squared = glm::dot(v, v);
    const float least = 1e-30F;
    const float most = 1e30F;
    if (squared > least && squared < most) return v * (1.0F / std::sqrt(squared));
    // Scaled first: the squares of tiny faces' normals underflow in single precision.
    const float largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    if (!(largest > 0.0F) || !std::isfinite(largest)) return fallback;
    return glm::normalize(v / largest);
}

/// Finds the face of a corner. Usually all faces have as many corners, and it is a division.
class FaceOfCorner {
  public:
    explicit FaceOfCorner(const Polygons& p) {
        if (p.face_count() == 0) return;
        each_ = p.face_begin[1];
        for (std::size_t f = 0; f < p.face_count(); ++f) {
            if (p.face_begin[f + 1] - p.face_begin[f] != each_) each_ = 0;
        }
        if (each_ != 0) return;
        face_.resize(p.point_of_corner.size());
        for (std::uint32_t f = 0; f < p.face_count(); ++f) {
            for (std::uint32_t c = p.face_begin[f]; c < p.face_begin[f + 1]; ++c) face_[c] = f;
        }
    }
    [[nodiscard]] std::uint32_t operator()(std::uint32_t corner) const {
        if (each_ == 3) return corner / 3;
        return each_ != 0 ? corner / each_ : face_[corner];
    }

  private:
    std::uint32_t each_ = 0;
    std::vector<std::uint32_t> face_;
};

/// The corners at each point, in rows and in the file's order.
struct Incidence {
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> corner;

    explicit Incidence(const Polygons& p) {
        begin.assign(p.points.size() + 2, 0);
        for (const std::uint32_t point : p.point_of_corner) ++begin[point + 2];
        for (std::size_t i = 2; i < begin.size(); ++i) begin[i] += begin[i - 1];
        corner.resize(p.point_of_corner.size());
        for (std::uint32_t c = 0; c < p.point_of_corner.size(); ++c)
            corner[begin[p.point_of_corner[c] + 1]++] = c;
        begin.pop_back();
    }
    [[nodiscard]] std::span<const std::uint32_t> at(std::size_t point) const {
        return std::span(corner).subspan(begin[point], begin[point + 1] - begin[point]);
    }
};

/// Computes the normals of the corners, one point after the other. None where the surface is flat shaded. The
/// polygons' corners are only read by the constructor.
class CornerNormals {
  public:
    explicit CornerNormals(const Polygons& p)
        : p_(&p), from_faces_(p.normals.empty() && p.crease_angle > 0.0F) {
        const auto has_direction = [](const vec3& n) { return unit_or(n, vec3(0.0F)) != vec3(0.0F); };
        if (!from_faces_ && std::all_of(p.normals.begin(), p.normals.end(), has_direction)) return;
        face_of_.emplace(p);
        const float crease = std::min(p.crease_angle, 3.14159265F);
        cosine_ = std::cos(crease);
        half_cosine_ = std::cos(crease * 0.5F);
        weigh_faces();
    }

    [[nodiscard]] bool exist() const { return from_faces_ || !p_->normals.empty(); }

    /// Computes those of `corners`, all the corners at a point.
    void at_point(std::uint32_t point, std::span<const std::uint32_t> corners, std::vector<vec3>& out) const {
        out.resize(corners.size());
        // Pairwise comparison is quadratic: at the hub of a large fan, groups suffice.
        const std::size_t max_pairwise = 64;
        if (!from_faces_) {
            given(point, corners, out);
        } else if (!all_alike(corners, out)) {
            corners.size() <= max_pairwise ? pairwise(corners, out) : grouped(corners, out);
        }
    }

  private:
    void weigh_faces() {
        weighted_.resize(p_->face_count());
        inverse_length_.resize(p_->face_count());
        for (std::size_t f = 0; f < weighted_.size(); ++f) {
            vec3 normal = face_normal(*p_, f);
            float length = glm::length(normal);
            // Vectors too small or large to be squared in single precision still have a direction.
            if (!(length > 1e-15F && length < 1e18F)) {
                normal = unit_or(normal, vec3(0.0F)) * (length < 1.0F ? 1e-12F : 1e18F);
                length = glm::length(normal);
            }
            weighted_[f] = normal;
            inverse_length_[f] = length > 0.0F ? 1.0F / length : 0.0F;
        }
    }

    [[nodiscard]] vec3 unit(std::uint32_t face) const { return weighted_[face] * inverse_length_[face]; }

    /// The file's normals; zero vectors are replaced by the face's normal.
    void given(std::uint32_t point, std::span<const std::uint32_t> corners, std::vector<vec3>& out) const {
        std::uint32_t last = no_index;
        vec3 normal(0.0F);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const std::uint32_t index =
                p_->normal_of_corner.empty() ? point : p_->normal_of_corner[corners[i]];
            if (index != last) normal = unit_or(p_->normals[index], vec3(0.0F));
            last = index;
            out[i] = normal;
            if (normal != vec3(0.0F)) continue;
            out[i] = unit_or(unit((*face_of_)(corners[i])), any_direction);
        }
    }

    /// The common case of smooth points: where all faces are within half the crease angle of the first, they
    /// are within the crease angle of each other.
    [[nodiscard]] bool all_alike(std::span<const std::uint32_t> corners, std::vector<vec3>& out) const {
        if (corners.empty()) return true;
        const std::uint32_t first = (*face_of_)(corners.front());
        const vec3 own = unit(first);
        vec3 sum(0.0F);
        for (const std::uint32_t corner : corners) {
            const std::uint32_t face = (*face_of_)(corner);
            if (!(glm::dot(own, unit(face)) >= half_cosine_)) return false;
            sum += weighted_[face];
        }
        std::fill(out.begin(), out.end(), unit_or(sum, own));
        return true;
    }

    /// At a point, a face averages with those whose normals are within the crease angle (VRML97 4.6.3.5).
    void pairwise(std::span<const std::uint32_t> corners, std::vector<vec3>& out) const {
        for (std::size_t a = 0; a < corners.size(); ++a) {
            const std::uint32_t own_face = (*face_of_)(corners[a]);
            const vec3 own = unit(own_face);
            vec3 sum(0.0F);
            for (const std::uint32_t b : corners) {
                const std::uint32_t face = (*face_of_)(b);
                if (face == own_face || glm::dot(own, unit(face)) >= cosine_) sum += weighted_[face];
            }
            out[a] = unit_or(sum, unit_or(own, any_direction));
        }
    }

    void grouped(std::span<const std::uint32_t> corners, std::vector<vec3>& out) const {
        std::vector<vec3> leaders;
        std::vector<vec3> sums;
        const auto group_of = [&](std::uint32_t face) {
            const std::size_t max_groups = 16;
            for (std::size_t g = 0; g < leaders.size(); ++g) {
                if (glm::dot(leaders[g], unit(face)) >= cosine_) return g;
            }
            if (leaders.size() == max_groups) return max_groups - 1;
            leaders.push_back(unit(face));
            sums.emplace_back(0.0F);
            return leaders.size() - 1;
        };
        for (const std::uint32_t c : corners) {
            const std::uint32_t face = (*face_of_)(c);
            sums[group_of(face)] += weighted_[face];
        }
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const std::uint32_t face = (*face_of_)(corners[i]);
            out[i] = unit_or(sums[group_of(face)], unit_or(unit(face), any_direction));
        }
    }

    const Polygons* p_;
    bool from_faces_;
    std::optional<FaceOfCorner> face_of_;
    std::vector<vec3> weighted_;
    std::vector<float> inverse_length_;
    float cosine_ = 1.0F;
    float half_cosine_ = 1.0F;
};

/// Gives each point a vertex for each different set of attributes that its corners have.
class Welder {
  public:
    Welder(Polygons& polygons, Mesh& mesh, std::vector<std::uint32_t>* normal_of_vertex)
        : p_(&polygons),
          mesh_(&mesh),
          normals_of_(polygons),
          normal_of_vertex_(polygons.normals.empty() ? nullptr : normal_of_vertex) {}

    /// Creates the vertices, in the order of the points, and stores the corners' vertices in
    /// `point_of_corner`.
    void run() {
        const Incidence incidence(*p_);
        const std::size_t points = p_->points.size();
        reserve(points);
        for (std::size_t point = 0; point < points; ++point) {
            first_ = static_cast<std::uint32_t>(mesh_->positions.size());
            const std::span<const std::uint32_t> corners = incidence.at(point);
            if (normals_of_.exist())
                normals_of_.at_point(static_cast<std::uint32_t>(point), corners, normals_);
            if (corners.empty() && p_->keeps_unused_points) add_unused(point);
            // Linear search is quadratic in total: at the hub of a large fan vertices are found by hashing.
            const std::size_t max_compared = 32;
            slots_.assign(corners.size() > max_compared ? std::bit_ceil(corners.size() * 2) : 0, no_index);
            for (std::size_t i = 0; i < corners.size(); ++i)
                p_->point_of_corner[corners[i]] =
                    find_or_add({static_cast<std::uint32_t>(point), corners[i], i});
            if (mesh_->positions.size() != point + 1 && !splits_)
                start_splitting(point, incidence.corner.size() - incidence.begin[point]);
            if (splits_)
                mesh_->source_vertex.resize(mesh_->positions.size(), static_cast<std::uint32_t>(point));
        }
        if (splits_) mesh_->source_vertex_count = static_cast<std::uint32_t>(points);
    }

  private:
    void reserve(std::size_t vertices) {
        mesh_->positions.reserve(vertices);
        if (normals_of_.exist()) mesh_->normals.reserve(vertices);
        if (!p_->uvs.empty()) mesh_->uv0.reserve(vertices);
        if (!p_->colors.empty()) mesh_->colors.reserve(vertices);
    }

    /// Up to here every vertex was its point. From now on each corner may be one: reserved memory that is not
    /// used is not committed, while growing step by step would take twice as much.
    void start_splitting(std::size_t point, std::size_t corners_left) {
        splits_ = true;
        const std::size_t most = point + corners_left + p_->points.size() - point;
        reserve(most);
        mesh_->source_vertex.reserve(most);
        mesh_->source_vertex.resize(point);
        std::iota(mesh_->source_vertex.begin(), mesh_->source_vertex.end(), 0U);
    }

    /// Adds a vertex for an unused point, since lists (skins, displacers) may refer to it.
    void add_unused(std::size_t point) {
        mesh_->positions.push_back(p_->points[point]);
        if (normals_of_.exist()) mesh_->normals.push_back(any_direction);
        if (normal_of_vertex_ != nullptr) normal_of_vertex_->push_back(0);
        if (!p_->uvs.empty()) mesh_->uv0.emplace_back(0.0F);
        if (!p_->colors.empty()) mesh_->colors.emplace_back(1.0F);
    }

    /// A corner of the current point: the `i`th there.
    struct Corner {
        std::uint32_t point;
        std::uint32_t number;
        std::size_t i;
    };
    [[nodiscard]] const vec2& uv(const Corner& c) const {
        return p_->uvs[p_->uv_of_corner.empty() ? c.point : p_->uv_of_corner[c.number]];
    }
    [[nodiscard]] const vec4& color(const Corner& c) const {
        return p_->colors[p_->color_of_corner.empty() ? c.point : p_->color_of_corner[c.number]];
    }

    [[nodiscard]] bool is_same(std::uint32_t vertex, const Corner& c) const {
        return (mesh_->normals.empty() || mesh_->normals[vertex] == normals_[c.i]) &&
               (p_->uvs.empty() || mesh_->uv0[vertex] == uv(c)) &&
               (p_->colors.empty() || mesh_->colors[vertex] == color(c));
    }

    [[nodiscard]] std::size_t hash(const Corner& c) const {
        std::uint64_t h = 1;
        const auto mix = [&h](float x) {
            // +0 and -0 are equal.
            h = (h ^ std::bit_cast<std::uint32_t>(x + 0.0F)) * 0x9E3779B97F4A7C15ULL + (h >> 29U);
        };
        if (!mesh_->normals.empty()) {
            for (int k = 0; k < 3; ++k) mix(normals_[c.i][k]);
        }
        if (!p_->uvs.empty()) {
            for (int k = 0; k < 2; ++k) mix(uv(c)[k]);
        }
        if (!p_->colors.empty()) {
            for (int k = 0; k < 4; ++k) mix(color(c)[k]);
        }
        return static_cast<std::size_t>(h >> 16U);
    }

    std::uint32_t find_or_add(const Corner& c) {
        const auto end = static_cast<std::uint32_t>(mesh_->positions.size());
        if (slots_.empty()) {
            for (std::uint32_t vertex = first_; vertex < end; ++vertex) {
                if (is_same(vertex, c)) return vertex;
            }
        } else {
            const std::size_t mask = slots_.size() - 1;
            std::size_t slot = hash(c) & mask;
            for (; slots_[slot] != no_index; slot = (slot + 1) & mask) {
                if (is_same(slots_[slot], c)) return slots_[slot];
            }
            slots_[slot] = end;
        }
        mesh_->positions.push_back(p_->points[c.point]);
        if (normals_of_.exist()) mesh_->normals.push_back(normals_[c.i]);
        if (normal_of_vertex_ != nullptr)
            normal_of_vertex_->push_back(p_->normal_of_corner.empty() ? c.point
                                                                      : p_->normal_of_corner[c.number]);
        if (!p_->uvs.empty()) mesh_->uv0.push_back(uv(c));
        if (!p_->colors.empty()) mesh_->colors.push_back(color(c));
        return end;
    }

    Polygons* p_;
    Mesh* mesh_;
    CornerNormals normals_of_;
    std::vector<std::uint32_t>* normal_of_vertex_;
    std::vector<vec3> normals_;  // of the corners at the current point
    std::vector<std::uint32_t> slots_;
    std::uint32_t first_ = 0;  // of the vertices of the current point
    bool splits_ = false;      // some point has several vertices, or none
};

/// Adds the faces as triangles; their corners are vertex indices by now.
void add_triangles(const Polygons& p, Mesh& mesh) {
    std::vector<vec3> places;
    std::vector<std::uint32_t> corners;
    mesh.indices.reserve(p.point_of_corner.size());
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        if (a == b || b == c || a == c) return;
        if (!p.counter_clockwise) std::swap(b, c);
        mesh.indices.insert(mesh.indices.end(), {a, b, c});
    };
    for (std::size_t f = 0; f < p.face_count(); ++f) {
        const std::uint32_t begin = p.face_begin[f];
        const std::uint32_t* vertex = p.point_of_corner.data() + begin;
        const std::uint32_t count = p.face_begin[f + 1] - begin;
        if (count == 3) {
            add(vertex[0], vertex[1], vertex[2]);
            continue;
        }
        places.clear();
        for (std::uint32_t k = 0; k < count; ++k) places.push_back(mesh.positions[vertex[k]]);
        corners.clear();
        triangulate_face(places, p.convex, corners);
        for (std::size_t t = 0; t + 2 < corners.size(); t += 3)
            add(vertex[corners[t]], vertex[corners[t + 1]], vertex[corners[t + 2]]);
    }
}

}  // namespace

Mesh make_mesh(Polygons polygons, std::vector<std::uint32_t>* normal_of_vertex) {
    Mesh mesh;
    const bool plain = polygons.normals.empty() && polygons.crease_angle <= 0.0F && polygons.uvs.empty() &&
                       polygons.colors.empty();
    if (plain) {
        mesh.positions = std::move(polygons.points);
    } else {
        Welder(polygons, mesh, normal_of_vertex).run();
        polygons.points = {};
    }
    add_triangles(polygons, mesh);
    return mesh;
}

}  // namespace vitruvian::vrml
