#include "renderer/mesh_cache.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <utility>

namespace vitruvian {
namespace {

template <class T>
void upload(GLenum target, gl::Buffer& buffer, const std::vector<T>& data) {
    glBindBuffer(target, buffer.get());
    glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
}

void attribute(Attribute at, GLint components, GLsizei stride, std::size_t offset) {
    glEnableVertexAttribArray(static_cast<GLuint>(at));
    glVertexAttribPointer(static_cast<GLuint>(at), components, GL_FLOAT, GL_FALSE, stride,
                          gl::offset(offset));
}

/// Creates a buffer texture of `data`; none where it is empty or exceeds the driver's limit.
template <class T>
bool upload_texels(gl::Texture& texture, gl::Buffer& buffer, const std::vector<T>& data, GLenum format) {
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &limit);
    if (data.empty() || data.size() > static_cast<std::size_t>(limit)) return false;
    upload(GL_TEXTURE_BUFFER, buffer, data);
    glBindTexture(GL_TEXTURE_BUFFER, texture.get());
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer.get());
    return true;
}

struct Influence {
    std::uint32_t joint;
    std::uint32_t weight_bits;
};

/// The sparse targets of a mesh converted to rows: all offsets of a vertex are adjacent.
struct MorphRows {
    std::vector<std::uint32_t> begin;  // vertex count + 1
    std::vector<vec4> texels;          // two per offset
};

MorphRows morph_rows(const Mesh& mesh) {
    MorphRows rows;
    rows.begin.assign(mesh.positions.size() + 1, 0);
    const auto moves = [](const MorphTarget& target) {
        return !target.positions.empty() || !target.normals.empty();
    };
    for (const MorphTarget& target : mesh.targets) {
        if (!moves(target)) continue;
        for (const std::uint32_t vertex : target.vertices) ++rows.begin[vertex + 1];
    }
    std::partial_sum(rows.begin.begin(), rows.begin.end(), rows.begin.begin());
    rows.texels.resize(std::size_t{rows.begin.back()} * 2);
    std::vector<std::uint32_t> next(rows.begin.begin(), rows.begin.end() - 1);
    for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
        const MorphTarget& target = mesh.targets[t];
        if (!moves(target)) continue;
        const float index = std::bit_cast<float>(static_cast<std::int32_t>(t));
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            const std::size_t at = std::size_t{next[target.vertices[i]]++} * 2;
            rows.texels[at] = vec4(target.positions.empty() ? vec3(0.0F) : target.positions[i], index);
            rows.texels[at + 1] = vec4(target.normals.empty() ? vec3(0.0F) : target.normals[i], 0.0F);
        }
    }
    return rows;
}

struct VertexRows {
    std::uint32_t influence_begin, influence_end, morph_begin, morph_end;
};

void upload_rows(const Mesh& mesh, GpuMesh& gpu) {
    std::vector<VertexRows> rows(mesh.positions.size());
    if (mesh.is_skinned()) {
        std::vector<Influence> influences(mesh.influence_joint.size());
        for (std::size_t i = 0; i < influences.size(); ++i) {
            influences[i] = {mesh.influence_joint[i], std::bit_cast<std::uint32_t>(mesh.influence_weight[i])};
        }
        gpu.skinned = true;
        if (upload_texels(gpu.influences, gpu.influence_data, influences, GL_RG32UI)) {
            for (std::size_t v = 0; v < rows.size(); ++v) {
                rows[v].influence_begin = mesh.influence_begin[v];
                rows[v].influence_end = mesh.influence_begin[v + 1];
            }
        }
    }
    if (!mesh.targets.empty()) {
        const MorphRows morphs = morph_rows(mesh);
        if (upload_texels(gpu.morphs, gpu.morph_data, morphs.texels, GL_RGBA32F)) {
            for (std::size_t v = 0; v < rows.size(); ++v) {
                rows[v].morph_begin = morphs.begin[v];
                rows[v].morph_end = morphs.begin[v + 1];
            }
        }
    }
    upload(GL_ARRAY_BUFFER, gpu.rows, rows);
    glEnableVertexAttribArray(static_cast<GLuint>(Attribute::rows));
    glVertexAttribIPointer(static_cast<GLuint>(Attribute::rows), 4, GL_UNSIGNED_INT, sizeof(VertexRows),
                           nullptr);
}

void update_reach(const Mesh& mesh, GpuMesh& gpu) {
    gpu.reach = reach_of(mesh);
    gpu.bounds = {};
    for (const Bounds& part : gpu.reach.joints) gpu.bounds.add(part);
    gpu.bounds.add(gpu.reach.still);
}

/// Attributes that a mesh lacks have no array, and are constant for all its vertices (see Deformer::capture):
/// worlds have clouds of millions of points.
void upload_rest(const Mesh& mesh, GpuMesh& gpu) {
    glBindVertexArray(gpu.rest_array.get());
    update_reach(mesh, gpu);
    if (gpu.has_normals || gpu.has_tangents) {
        std::vector<WorldVertex> vertices(mesh.positions.size());
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            vertices[v].position = mesh.positions[v];
            vertices[v].normal = gpu.has_normals ? mesh.normals[v] : vec3(0.0F);
            vertices[v].tangent = gpu.has_tangents ? mesh.tangents[v] : vec4(0.0F);
        }
        upload(GL_ARRAY_BUFFER, gpu.rest, vertices);
        attribute(Attribute::position, 3, sizeof(WorldVertex), offsetof(WorldVertex, position));
        attribute(Attribute::normal, 3, sizeof(WorldVertex), offsetof(WorldVertex, normal));
        attribute(Attribute::tangent, 4, sizeof(WorldVertex), offsetof(WorldVertex, tangent));
    } else {
        upload(GL_ARRAY_BUFFER, gpu.rest, mesh.positions);
        attribute(Attribute::position, 3, sizeof(vec3), 0);
    }
    if (mesh.is_skinned() || !mesh.targets.empty()) upload_rows(mesh, gpu);
}

void upload_still(const Mesh& mesh, GpuMesh& gpu) {
    glBindVertexArray(gpu.draw_array.get());
    if (!mesh.uv0.empty()) {
        upload(GL_ARRAY_BUFFER, gpu.uv0, mesh.uv0);
        attribute(Attribute::uv0, 2, 0, 0);
    }
    if (!mesh.uv1.empty()) {
        upload(GL_ARRAY_BUFFER, gpu.uv1, mesh.uv1);
        attribute(Attribute::uv1, 2, 0, 0);
    }
    if (!mesh.colors.empty()) {
        upload(GL_ARRAY_BUFFER, gpu.colors, mesh.colors);
        attribute(Attribute::color, 4, 0, 0);
    }
    if (mesh.indices.empty()) {
        std::vector<std::uint32_t> in_order(mesh.positions.size());
        std::iota(in_order.begin(), in_order.end(), 0U);
        upload(GL_ELEMENT_ARRAY_BUFFER, gpu.indices, in_order);
        gpu.index_count = static_cast<GLsizei>(in_order.size());
    } else {
        upload(GL_ELEMENT_ARRAY_BUFFER, gpu.indices, mesh.indices);
        gpu.index_count = static_cast<GLsizei>(mesh.indices.size());
    }
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Whether the meshes are equal except for their weights.
bool same_shape(const Mesh& a, const Mesh& b) {
    const auto same_target = [](const MorphTarget& x, const MorphTarget& y) {
        return same_bytes(x.vertices, y.vertices) && same_bytes(x.positions, y.positions) &&
               same_bytes(x.normals, y.normals);
    };
    return a.topology == b.topology && a.is_skinned() && b.is_skinned() &&
           same_bytes(a.positions, b.positions) && same_bytes(a.normals, b.normals) &&
           same_bytes(a.tangents, b.tangents) && same_bytes(a.uv0, b.uv0) && same_bytes(a.uv1, b.uv1) &&
           same_bytes(a.colors, b.colors) && same_bytes(a.indices, b.indices) &&
           std::equal(a.targets.begin(), a.targets.end(), b.targets.begin(), b.targets.end(), same_target);
}

/// Changes the weights of `before`, which the copy has, to those of `mesh`.
void update_weights(const Mesh& before, const Mesh& mesh, GpuMesh& gpu) {
    gpu.runs.emplace();  // which vertices move together may change, and painting continues
    update_reach(mesh, gpu);
    if (!gpu.influences.exists() || before.influence_begin != mesh.influence_begin) {
        glBindVertexArray(gpu.rest_array.get());
        upload_rows(mesh, gpu);
        glBindVertexArray(0);
        return;
    }
    const auto differs = [&](std::size_t i) {
        return before.influence_joint[i] != mesh.influence_joint[i] ||
               before.influence_weight[i] != mesh.influence_weight[i];
    };
    std::size_t first = 0;
    std::size_t last = mesh.influence_joint.size();
    while (first < last && !differs(first)) ++first;
    while (last > first && !differs(last - 1)) --last;
    std::vector<Influence> changed;
    changed.reserve(last - first);
    for (std::size_t i = first; i < last; ++i)
        changed.push_back({mesh.influence_joint[i], std::bit_cast<std::uint32_t>(mesh.influence_weight[i])});
    glBindBuffer(GL_TEXTURE_BUFFER, gpu.influence_data.get());
    glBufferSubData(GL_TEXTURE_BUFFER, static_cast<GLintptr>(first * sizeof(Influence)),
                    static_cast<GLsizeiptr>(changed.size() * sizeof(Influence)), changed.data());
}

GpuMesh uploaded(const Mesh& mesh) {
    GpuMesh gpu;
    gpu.mode = mesh.topology == Topology::triangles ? GL_TRIANGLES
               : mesh.topology == Topology::lines   ? GL_LINES
                                                    : GL_POINTS;
    gpu.vertex_count = static_cast<GLsizei>(mesh.positions.size());
    gpu.has_normals = !mesh.normals.empty();
    gpu.has_tangents = !mesh.tangents.empty();
    gpu.has_colors = !mesh.colors.empty();
    gpu.has_alpha =
        std::any_of(mesh.colors.begin(), mesh.colors.end(), [](const vec4& color) { return color.a < 1.0F; });
    gpu.has_uv = !mesh.uv0.empty() || !mesh.uv1.empty();
    upload_rest(mesh, gpu);
    upload_still(mesh, gpu);
    glBindVertexArray(0);
    return gpu;
}

}  // namespace

GpuMesh& MeshCache::get(const std::shared_ptr<const Mesh>& mesh) {
    const auto found = entries_.find(mesh.get());
    if (found != entries_.end() && !found->second.mesh.expired()) {
        found->second.picture = picture_;
        return found->second.gpu;
    }
    if (found != entries_.end()) entries_.erase(found);  // another mesh had this address before
    std::optional<GpuMesh> recycled = recycle(mesh);
    Entry entry{mesh, recycled ? std::move(*recycled) : uploaded(*mesh), picture_};
    entry.gpu.serial = ++uploads_;
    newest_ = mesh;
    unused_ = 0;
    return entries_.emplace(mesh.get(), std::move(entry)).first->second.gpu;
}

std::optional<GpuMesh> MeshCache::recycle(const std::shared_ptr<const Mesh>& mesh) {
    const auto found = entries_.find(newest_.get());
    if (found == entries_.end() || found->second.picture == picture_ || !same_shape(*newest_, *mesh))
        return std::nullopt;
    GpuMesh gpu = std::move(found->second.gpu);
    entries_.erase(found);
    update_weights(*newest_, *mesh, gpu);
    return gpu;
}

void MeshCache::sweep() {
    ++picture_;
    if (newest_ && newest_.use_count() == 1 && ++unused_ > 1) newest_.reset();
    std::erase_if(entries_, [](const auto& entry) { return entry.second.mesh.expired(); });
}

}  // namespace vitruvian
