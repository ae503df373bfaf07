#include "model/formats/vrml/write/shape_writer.h"

#include "model/core/at.h"
#include "model/document/texture_coordinates.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitruvian::vrml {
namespace {

/// Returns three vertices and -1 for each non-degenerate triangle.
std::vector<std::uint32_t> sound_triangles(const Mesh& mesh) {
    std::vector<std::uint32_t> out;
    out.reserve(mesh.indices.size());
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const std::uint32_t a = mesh.indices[i];
        const std::uint32_t b = mesh.indices[i + 1];
        const std::uint32_t c = mesh.indices[i + 2];
        if (a != b && b != c && a != c) out.insert(out.end(), {a, b, c});
    }
    return out;
}

template <class Map>
std::vector<std::int32_t> face_index(const std::vector<std::uint32_t>& corners, const Map& map) {
    std::vector<std::int32_t> out;
    out.reserve(corners.size() / 3 * 4);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        out.push_back(static_cast<std::int32_t>(map(corners[i])));
        if (i % 3 == 2) out.push_back(-1);
    }
    return out;
}

OutputNode normal_node(const std::vector<vec3>& vectors, const std::string& def) {
    OutputNode out{"Normal", def, false, {}};
    std::vector<float> numbers;
    numbers.reserve(vectors.size() * 3);
    for (const vec3& n : vectors) numbers.insert(numbers.end(), {n.x, n.y, n.z});
    out.set_list("vector", std::move(numbers), 3);
    return out;
}

/// Whether a Shape without a DEF name is read with the same name: that of its segment, if X3D allows it.
bool is_named_after_segment(const Document& document, const MeshInstance& instance) {
    return instance.humanoid >= 0 && instance.segment >= 0 &&
           DefNames().make(instance.name) == instance.name &&
           at(at(document.humanoids, instance.humanoid).segments, instance.segment).name == instance.name;
}

}  // namespace

std::vector<vec3> turned(const std::vector<vec3>& normals, const glm::dmat3& turn) {
    std::vector<vec3> out = normals;
    if (turn == glm::dmat3(1.0)) return out;
    for (vec3& n : out) {
        const glm::dvec3 t = turn * glm::dvec3(n);
        const double length = glm::length(t);
        if (length > 0.0) n = vec3(t / length);
    }
    return out;
}

ShapeWriter::ShapeWriter(const Document& document, AppearanceWriter& appearances, DefNames& names,
                         Diagnostics& notes, bool vrml97)
    : document_(&document), appearances_(&appearances), names_(&names), notes_(&notes), vrml97_(vrml97) {
    for (const MeshInstance& instance : document.meshes) ++uses_[instance.mesh.get()];
    for (const auto& clip : document.clips) {
        for (const Channel& channel : clip->channels) {
            if (channel.path == ChannelPath::weight) animated_.insert(channel.displacer);
        }
    }
}

const TextureMove* ShapeWriter::move_of(const Job& job) const {
    const KeptLook* look = appearances_->look_of(job.instance->material);
    return look != nullptr && look->texture_move ? &*look->texture_move : nullptr;
}

ShapeWriter::Key ShapeWriter::key_of(const Job& job) const {
    const Material* m = job.material;
    const bool double_sided = m != nullptr && m->double_sided;
    const bool own = m != nullptr && ((!job.mesh->colors.empty() && vec3(m->base_color) != vec3(1.0F)) ||
                                      has_transform(m->base_color_texture) ||
                                      m->base_color_texture.uv_set != 0 || move_of(job) != nullptr);
    return {job.mesh, double_sided, own ? job.instance->material : -1};
}

OutputNode ShapeWriter::shape(const MeshInstance& instance, const CoordinateUse* use) {
    Job job;
    job.instance = &instance;
    job.mesh = instance.mesh.get();
    if (instance.material >= 0) job.material = &at(document_->materials, instance.material);
    job.use = use;
    OutputNode out{"Shape", {}, false, {}};
    if (!instance.name.empty()) {
        out.def = names_->make(instance.name);
        const bool is_given = out.def == instance.name;
        if (!is_given && is_named_after_segment(*document_, instance)) {
            names_->release(out.def);
            out.def.clear();
        } else if (!is_given) {
            renamed.emplace_back(out.def, instance.name);
        }
    }
    const bool lines = job.mesh->topology != Topology::triangles;
    if (std::optional<OutputNode> appearance = appearances_->appearance(instance.material, lines)) {
        out.set_node("appearance", std::move(*appearance));
    }
    const bool shared = use == nullptr && uses_[job.mesh] > 1 && instance.displacers.empty();
    if (shared) {
        const auto known = written_.find(key_of(job));
        if (known != written_.end()) {
            const std::string_view type =
                lines ? (job.mesh->topology == Topology::lines ? "IndexedLineSet" : "PointSet")
                      : "IndexedFaceSet";
            out.set_node("geometry", use_of(type, known->second));
            return out;
        }
    }
    if (use == nullptr) {
        job.own = make_points(instance, job.mesh->positions, glm::dmat3(1.0), {});
        displace(job);
    }
    const std::vector<std::uint32_t>& of = use == nullptr ? job.own.of_vertex : use->point_of_vertex;
    job.one_to_one = (use == nullptr ? job.own : *use->coordinate->points).places.size() == of.size();
    for (std::uint32_t v = 0; v < of.size(); ++v) job.one_to_one = job.one_to_one && of[v] == v;
    OutputNode geometry = this->geometry(job);
    if (shared || !job.mesh->name.empty()) {
        geometry.def = names_->make(job.mesh->name.empty() ? "mesh" : job.mesh->name);
        if (!job.mesh->name.empty() && geometry.def != job.mesh->name)
            renamed.emplace_back(geometry.def, job.mesh->name);
        if (shared) written_[key_of(job)] = geometry.def;
    }
    out.set_node("geometry", std::move(geometry));
    if (!job.mesh->uv0.empty() && !job.mesh->uv1.empty()) {
        notes_->warn("mesh-not-carried",
                     "a second set of texture coordinates cannot be written; one is kept");
    }
    const bool turned_normals = std::any_of(job.mesh->targets.begin(), job.mesh->targets.end(),
                                            [](const MorphTarget& t) { return !t.normals.empty(); });
    if (turned_normals) {
        notes_->note("mesh-not-carried",
                     "the normals of morph targets cannot be written; displacers move points");
    }
    return out;
}

void ShapeWriter::displace(Job& job) {
    MeshPoints points = job.own;
    std::erase_if(points.displacers, [](const auto& entry) { return !entry.second.moves; });
    const auto found = std::find_if(points.displacers.begin(), points.displacers.end(),
                                    [this](const auto& entry) { return animated_.contains(entry.first); });
    if (found != points.displacers.end()) {
        const Displacer& displacer = at(document_->displacers, found->first);
        job.coordinate_def =
            names_->make(job.instance->name.empty() ? "points" : job.instance->name + "_points");
        moving.push_back({job.coordinate_def, {}, std::move(points)});
        if (displacer.keyed_shape)
            moving.back().interpolator = displacer.name.substr(0, displacer.name.rfind(" key "));
    }
    apply_weights(*document_, job.own);
}

OutputNode ShapeWriter::geometry(const Job& job) {
    switch (job.mesh->topology) {
        case Topology::lines:
            return lines(job);
        case Topology::points:
            return points(job);
        default:
            return faces(job);
    }
}

OutputNode ShapeWriter::coordinate(const Job& job) const {
    OutputNode out{"Coordinate", job.coordinate_def, false, {}};
    const MeshPoints* points = &job.own;
    if (job.use != nullptr) {
        SharedCoordinate& shared = *job.use->coordinate;
        if (shared.written) return use_of("Coordinate", shared.def);
        shared.written = true;
        out.def = shared.def;
        points = shared.points;
    }
    std::vector<float> numbers;
    numbers.reserve(points->places.size() * 3);
    for (const vec3& p : points->places) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    out.set_list("point", std::move(numbers), 3);
    return out;
}

OutputNode ShapeWriter::faces(const Job& job) {
    OutputNode out{"IndexedFaceSet", {}, false, {}};
    const std::vector<std::uint32_t> corners = sound_triangles(*job.mesh);
    if (job.material != nullptr && job.material->double_sided) out.set("solid", false);
    if (job.use != nullptr && job.use->mirrored) out.set("ccw", false);
    out.set_node("coord", coordinate(job));
    out.set_list("coordIndex", face_index(corners, [&](std::uint32_t v) { return job.point(v); }));
    // Where points are vertices, an attribute has the order of the points, and needs no index of its own.
    std::vector<std::int32_t> index;
    if (!job.one_to_one) index = face_index(corners, [](std::uint32_t v) { return v; });
    add_normals(job, corners, index, out);
    add_texture_coordinates(job, index, out);
    if (!job.mesh->colors.empty()) {
        std::vector<std::uint32_t> all(job.mesh->colors.size());
        std::iota(all.begin(), all.end(), 0U);
        out.set_node("color", color_node(job, all));
        if (!index.empty()) out.set_list("colorIndex", std::move(index));
    }
    return out;
}

void ShapeWriter::add_normals(const Job& job, const std::vector<std::uint32_t>& corners,
                              const std::vector<std::int32_t>& index, OutputNode& out) {
    if (job.mesh->normals.empty()) return;
    SharedNormal* shared = job.use == nullptr ? nullptr : job.use->normal;
    if (shared == nullptr) {
        const glm::dmat3 turn = job.use == nullptr ? glm::dmat3(1.0) : job.use->turn;
        out.set_node("normal", normal_node(turned(job.mesh->normals, turn), {}));
        if (!index.empty()) out.set_list("normalIndex", index);
        return;
    }
    out.set_node("normal",
                 shared->written ? use_of("Normal", shared->def) : normal_node(shared->vectors, shared->def));
    shared->written = true;
    if (!index.empty() || shared->vectors.size() != job.mesh->normals.size()) {
        const std::uint32_t first = job.use->first_normal;
        out.set_list("normalIndex", face_index(corners, [first](std::uint32_t v) { return first + v; }));
    }
}

void ShapeWriter::add_texture_coordinates(const Job& job, const std::vector<std::int32_t>& index,
                                          OutputNode& out) {
    static const TextureUse plain;
    const TextureUse& use = job.material == nullptr ? plain : job.material->base_color_texture;
    const std::vector<vec2>& uvs = coordinate_set(*job.mesh, use);
    if (uvs.empty()) return;
    const TextureMove* move = move_of(job);
    std::vector<float> numbers;
    numbers.reserve(uvs.size() * 2);
    for (const vec2& uv : uvs) {
        // VRML's TextureTransform scales after rotating, so it cannot represent every transform.
        const vec2 moved = has_transform(use) ? transformed(use, uv) : uv;
        const vec2 shown(moved.x, 1.0F - moved.y);
        const vec2 written = move == nullptr ? shown : move->written(shown);
        numbers.insert(numbers.end(), {written.x, written.y});
    }
    OutputNode coordinates{"TextureCoordinate", {}, false, {}};
    coordinates.set_list("point", std::move(numbers), 2);
    out.set_node("texCoord", std::move(coordinates));
    if (!index.empty()) out.set_list("texCoordIndex", index);
}

/// Vertex colours replace the material's colour in VRML, so they are multiplied by it.
OutputNode ShapeWriter::color_node(const Job& job, const std::vector<std::uint32_t>& vertices) {
    const vec3 tint = job.material == nullptr ? vec3(1.0F) : vec3(job.material->base_color);
    const bool translucent = std::any_of(vertices.begin(), vertices.end(),
                                         [&](std::uint32_t v) { return job.mesh->colors[v].w < 1.0F; });
    if (translucent && vrml97_) {
        notes_->warn("mesh-not-carried", "VRML97's vertex colours have no transparency; theirs is left out");
    }
    const bool with_alpha = translucent && !vrml97_;
    std::vector<float> numbers;
    for (const std::uint32_t v : vertices) {
        const vec3 c = srgb_from_linear(vec3(job.mesh->colors[v]) * tint);
        numbers.insert(numbers.end(), {c.x, c.y, c.z});
        if (with_alpha) numbers.push_back(std::clamp(job.mesh->colors[v].w, 0.0F, 1.0F));
    }
    OutputNode out{with_alpha ? "ColorRGBA" : "Color", {}, false, {}};
    out.set_list("color", std::move(numbers), with_alpha ? 4 : 3);
    return out;
}

/// Lines that end where the next begins are joined.
OutputNode ShapeWriter::lines(const Job& job) {
    OutputNode out{"IndexedLineSet", {}, false, {}};
    std::vector<std::int32_t> points;
    std::vector<std::int32_t> vertices;
    std::int64_t end = -1;
    for (std::size_t i = 0; i + 1 < job.mesh->indices.size(); i += 2) {
        const std::uint32_t from = job.mesh->indices[i];
        const std::uint32_t to = job.mesh->indices[i + 1];
        if (end != from) {
            if (end >= 0) {
                points.push_back(-1);
                vertices.push_back(-1);
            }
            points.push_back(static_cast<std::int32_t>(job.point(from)));
            vertices.push_back(static_cast<std::int32_t>(from));
        }
        points.push_back(static_cast<std::int32_t>(job.point(to)));
        vertices.push_back(static_cast<std::int32_t>(to));
        end = to;
    }
    out.set_node("coord", coordinate(job));
    out.set_list("coordIndex", std::move(points));
    if (!job.mesh->colors.empty()) {
        std::vector<std::uint32_t> all(job.mesh->colors.size());
        std::iota(all.begin(), all.end(), 0U);
        out.set_node("color", color_node(job, all));
        if (!job.one_to_one) out.set_list("colorIndex", std::move(vertices));
    }
    return out;
}

/// A PointSet has no index: every point of it is drawn, in order.
OutputNode ShapeWriter::points(const Job& job) {
    OutputNode out{"PointSet", {}, false, {}};
    if (job.use != nullptr) {
        out.set_node("coord", coordinate(job));
        return out;
    }
    std::vector<float> numbers;
    for (const std::uint32_t v : job.mesh->indices) {
        const vec3& p = job.mesh->positions[v];
        numbers.insert(numbers.end(), {p.x, p.y, p.z});
    }
    OutputNode coord{"Coordinate", {}, false, {}};
    coord.set_list("point", std::move(numbers), 3);
    out.set_node("coord", std::move(coord));
    if (!job.mesh->colors.empty()) out.set_node("color", color_node(job, job.mesh->indices));
    return out;
}

}  // namespace vitruvian::vrml
