#include "renderer/ambient_occlusion.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace vitruvian {
namespace {

constexpr int step = 3;         // pixels of the picture per texel of the map, along each side
constexpr float reach = 0.16F;  // metres within which surfaces occlude each other
constexpr int margin = 4;       // texels around the area
constexpr int tile = 64;        // texels; map sizes are multiples of it
constexpr GLenum depth_format = GL_DEPTH_COMPONENT24;

void make_map(gl::Texture& texture, GLenum format, GLenum channels, GLenum type, int width, int height) {
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, channels, type, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace

void AmbientOcclusion::prepare(int wanted_width, int wanted_height) {
    const auto in_tiles = [](int texels) { return (texels + tile - 1) / tile * tile; };
    const bool fits = wanted_width <= width_ && wanted_height <= height_;
    const bool wasteful = width_ * height_ > 4 * in_tiles(wanted_width) * in_tiles(wanted_height);
    if (fits && !wasteful) return;
    width_ = in_tiles(wanted_width);
    height_ = in_tiles(wanted_height);
    glActiveTexture(GL_TEXTURE0);
    make_map(depth_.texture, depth_format, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, width_, height_);
    glBindFramebuffer(GL_FRAMEBUFFER, depth_.framebuffer.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.texture.get(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glBindRenderbuffer(GL_RENDERBUFFER, covered_.get());
    glRenderbufferStorage(GL_RENDERBUFFER, depth_format, width_, height_);
    for (Map* map : {&noisy_, &smooth_}) {
        make_map(map->texture, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, width_, height_);
        glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer.get());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, map->texture.get(), 0);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, covered_.get());
    }
}

void AmbientOcclusion::draw(const Casters& casters, const FrameBlock& frame, const PixelRect& area) {
    const vec2 first(area.left / step - margin, area.bottom / step - margin);
    const vec2 picture = vec2(frame.viewport) / static_cast<float>(step);  // texels
    prepare(area.width() / step + 1 + 2 * margin, area.height() / step + 1 + 2 * margin);
    place_ =
        vec4(-first * static_cast<float>(step), 1.0F / (static_cast<float>(step) * vec2(width_, height_)));

    glBindFramebuffer(GL_FRAMEBUFFER, depth_.framebuffer.get());
    glViewportIndexedf(0, -first.x, -first.y, picture.x, picture.y);
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_casters(casters, "view_depth.vert", "view_depth.frag", [&](const Program& program) {
        glUniformMatrix4fv(program.at("clip_from_world_here"), 1, GL_FALSE, &frame.clip_from_world[0][0]);
    });
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, noisy_.framebuffer.get());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_DEPTH_BUFFER_BIT, GL_NEAREST);

    glViewport(0, 0, width_, height_);
    glDepthFunc(GL_GREATER);  // keeps the depth of the nearest surface, if there is one
    glDepthMask(GL_FALSE);
    glBindVertexArray(nothing_.get());
    bind_texture(Unit::source, depth_.texture);
    look_around(casters.programs, frame, first, picture);
    blur(casters.programs, frame);
    bind_texture(Unit::ambient_map, smooth_.texture);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
}

void AmbientOcclusion::look_around(Programs& programs, const FrameBlock& frame, const vec2& first,
                                   const vec2& picture) {
    const Program& program = programs.get({"screen.vert", "ambient.frag", {}});
    program.use();
    const mat4 world_from_clip = glm::inverse(frame.clip_from_world);
    glUniformMatrix4fv(program.at("world_from_clip"), 1, GL_FALSE, &world_from_clip[0][0]);
    glUniform4f(program.at("place"), first.x, first.y, 2.0F / picture.x, 2.0F / picture.y);
    glUniform1f(program.at("reach"), reach * frame.sizes.x);
    glBindFramebuffer(GL_FRAMEBUFFER, noisy_.framebuffer.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void AmbientOcclusion::blur(Programs& programs, const FrameBlock& frame) {
    const Program& program = programs.get({"screen.vert", "ambient_blur.frag", {}});
    program.use();
    // The last row of the inverse converts depth in clip space to the distance from the eye.
    const mat4 world_from_clip = glm::inverse(frame.clip_from_world);
    const float slope = world_from_clip[2].w;
    const float start = world_from_clip[3].w;
    const mat4 rows = glm::transpose(frame.clip_from_world);
    const bool perspective = frame.eye.w > 0.5F;
    glUniform3f(program.at("eye_depth"), 2.0F * slope, start - slope,
                perspective ? 0.0F : 2.0F / glm::length(vec3(rows[2])));
    glUniform1f(program.at("reach"), reach * frame.sizes.x);
    bind_texture(Unit::ambient_map, noisy_.texture);
    glBindFramebuffer(GL_FRAMEBUFFER, smooth_.framebuffer.get());
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace vitruvian
