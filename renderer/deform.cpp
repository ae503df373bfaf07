#include "renderer/deform.h"

#include "model/core/check.h"
#include "renderer/closed_parts.h"
#include "renderer/depth_bias.h"
#include "renderer/surface_textures.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

namespace vitruvian {
namespace {

void stream_attribute(Attribute at, GLint components, std::size_t offset) {
    glEnableVertexAttribArray(static_cast<GLuint>(at));
    glVertexAttribPointer(static_cast<GLuint>(at), components, GL_FLOAT, GL_FALSE, sizeof(WorldVertex),
                          gl::offset(offset));
}

void bind_texels(Unit unit, gl::Texture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_BUFFER, texture.exists() ? texture.get() : 0);
}

/// Even a draw that rasterizes nothing requires a complete framebuffer, which a context without a surface
/// does not have.
void bind_smallest_target(gl::Framebuffer& framebuffer, gl::Renderbuffer& depth) {
    const bool is_new = !framebuffer.exists();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.get());
    if (!is_new) return;
    glBindRenderbuffer(GL_RENDERBUFFER, depth.get());
    glRenderbufferStorage(GL_RENDERBUFFER, depth_map_format, 1, 1);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.get());
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
}

std::span<const mat4> palette_of(const RenderScene& scene, const RenderItem& item) {
    return std::span(scene.palettes).subspan(item.palette_begin, item.palette_count);
}

/// Whether none of them mirrors, or all do.
bool are_alike(std::span<const mat4> palette) {
    std::size_t mirrors = 0;
    for (const mat4& matrix : palette) mirrors += glm::determinant(mat3(matrix)) < 0.0F ? 1 : 0;
    return mirrors == 0 || mirrors == palette.size();
}

bool same_bytes(const std::vector<mat4>& a, const std::vector<mat4>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(mat4)) == 0);
}

}  // namespace

bool Deformer::update(const RenderScene& scene, MeshCache& meshes, Programs& programs) {
    for (const RenderItem& item : scene.items) {
        VT_CHECK(item.mesh != nullptr);
        VT_CHECK(item.palette_begin + item.palette_count <= scene.palettes.size());
        VT_CHECK(item.mesh->targets.empty() ||
                 item.weights_begin + item.mesh->targets.size() <= scene.weights.size());
    }
    collect(scene, meshes);
    std::vector<Part> parts;
    parts.reserve(items_.size());
    for (const DrawItem& draw : items_) {
        const RenderItem& item = *draw.item;
        parts.push_back({draw.mesh->serial, item.palette_begin, item.palette_count, item.weights_begin});
    }
    if (parts == parts_ && scene.weights == weights_ && same_bytes(scene.palettes, palettes_)) return false;
    parts_ = std::move(parts);
    palettes_ = scene.palettes;
    weights_ = scene.weights;
    capture(scene, programs);
    return true;
}

void Deformer::collect(const RenderScene& scene, MeshCache& meshes) {
    items_.clear();
    vertex_total_ = 0;
    for (const RenderItem& item : scene.items) {
        GpuMesh& mesh = meshes.get(item.mesh);
        DrawItem draw{&item, &mesh, vertex_total_, false, mesh.bounds.centre()};
        if (item.palette_count > 0) {
            const mat4& first = scene.palettes[item.palette_begin];
            draw.mirrored = glm::determinant(mat3(first)) < 0.0F;
            draw.middle = vec3(first * vec4(draw.middle, 1.0F));
        }
        const Material& material = material_of(scene, item);
        if (material.double_sided && material.alpha_mode == AlphaMode::opaque) {
            if (!mesh.runs) mesh.runs = closed_parts(*item.mesh);
            draw.has_shells = !mesh.runs->empty() && are_alike(palette_of(scene, item));
        }
        vertex_total_ += mesh.vertex_count;
        items_.push_back(draw);
    }
}

void Deformer::upload_pose(const RenderScene& scene) {
    std::vector<vec4> rows;
    rows.reserve(scene.palettes.size() * 3 + 3);
    for (const mat4& matrix : scene.palettes) {
        for (int row = 0; row < 3; ++row) {
            rows.emplace_back(matrix[0][row], matrix[1][row], matrix[2][row], matrix[3][row]);
        }
    }
    rows.resize(std::max<std::size_t>(rows.size(), 3));
    std::vector<float> weights = scene.weights;
    weights.resize(std::max<std::size_t>(weights.size(), 1));

    glBindBuffer(GL_TEXTURE_BUFFER, palette_data_.get());
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(rows.size() * sizeof(vec4)), rows.data(),
                 GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, palette_texels_.get());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, palette_data_.get());
    glBindBuffer(GL_TEXTURE_BUFFER, weight_data_.get());
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(weights.size() * sizeof(float)), weights.data(),
                 GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, weight_texels_.get());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32F, weight_data_.get());
}

void Deformer::capture(const RenderScene& scene, Programs& programs) {
    if (vertex_total_ == 0) return;
    const Program& program = programs.get({"deform.vert", "", {}});
    program.use();
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::palettes));
    upload_pose(scene);
    bind_texels(Unit::palettes, palette_texels_);
    bind_texels(Unit::weights, weight_texels_);

    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, stream_.get());
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER,
                 static_cast<GLsizeiptr>(sizeof(WorldVertex)) * static_cast<GLsizeiptr>(vertex_total_),
                 nullptr, GL_STREAM_COPY);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, stream_.get());
    bind_smallest_target(nowhere_, nowhere_depth_);
    const DepthBiasScope as_depth_maps;
    glEnable(GL_RASTERIZER_DISCARD);
    // For meshes without these arrays.
    glVertexAttrib4f(static_cast<GLuint>(Attribute::normal), 0.0F, 0.0F, 0.0F, 0.0F);
    glVertexAttrib4f(static_cast<GLuint>(Attribute::tangent), 0.0F, 0.0F, 0.0F, 0.0F);
    glVertexAttribI4ui(static_cast<GLuint>(Attribute::rows), 0, 0, 0, 0);
    glBeginTransformFeedback(GL_POINTS);
    const GLint part = program.at("part");
    for (const DrawItem& draw : items_) {
        if (draw.mesh->vertex_count == 0) continue;
        bind_texels(Unit::influences, draw.mesh->influences);
        bind_texels(Unit::morphs, draw.mesh->morphs);
        glUniform4i(part, static_cast<GLint>(draw.item->palette_begin),
                    static_cast<GLint>(draw.item->palette_count),
                    static_cast<GLint>(draw.item->weights_begin), draw.mesh->skinned ? 1 : 0);
        glBindVertexArray(draw.mesh->rest_array.get());
        glDrawArrays(GL_POINTS, 0, draw.mesh->vertex_count);
    }
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
}

void Deformer::bind_positions() {
    glBindVertexArray(positions_.get());
    glBindBuffer(GL_ARRAY_BUFFER, stream_.get());
    stream_attribute(Attribute::position, 3, offsetof(WorldVertex, position));
}

void Deformer::draw_positions(const DrawItem& item) {
    if (item.mesh->index_count == 0) return;
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, item.mesh->indices.get());
    glDrawElementsBaseVertex(item.mesh->mode, item.mesh->index_count, GL_UNSIGNED_INT, nullptr,
                             item.first_vertex);
}

void Deformer::bind_surface(const DrawItem& item) {
    glBindVertexArray(item.mesh->draw_array.get());
    glBindBuffer(GL_ARRAY_BUFFER, stream_.get());
    const std::size_t begin = static_cast<std::size_t>(item.first_vertex) * sizeof(WorldVertex);
    stream_attribute(Attribute::position, 3, begin + offsetof(WorldVertex, position));
    stream_attribute(Attribute::normal, 3, begin + offsetof(WorldVertex, normal));
    stream_attribute(Attribute::tangent, 4, begin + offsetof(WorldVertex, tangent));
}

}  // namespace vitruvian
