#include "renderer/shadows.h"

#include "model/core/at.h"
#include "renderer/casters.h"
#include "renderer/depth_bias.h"

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr int fine_floor = 256;  // texels from which on the floor map is finely blurred
constexpr float map_margin = 1.05F;

/// Returns an orthographic camera along `direction` that sees all of `bounds`; `extent` receives the width of
/// its view.
mat4 map_camera(const Bounds& bounds, const vec3& direction, const vec3& up_hint, float& extent) {
    const vec3 right = glm::normalize(glm::cross(up_hint, direction));
    const vec3 up = glm::cross(direction, right);
    const vec3 centre = bounds.centre();
    vec3 half(0.0F);
    for (const vec3& corner : bounds.corners()) {
        const vec3 d = corner - centre;
        half = glm::max(half, glm::abs(vec3(glm::dot(d, right), glm::dot(d, up), glm::dot(d, direction))));
    }
    half = glm::max(half * map_margin, vec3(1e-6F));
    extent = 2.0F * std::max(half.x, half.y);
    mat4 clip(1.0F);
    for (int axis = 0; axis < 3; ++axis) {
        clip[axis][0] = right[axis] / half.x;
        clip[axis][1] = up[axis] / half.y;
        clip[axis][2] = -direction[axis] / half.z;
    }
    clip[3] = vec4(-glm::dot(right, centre) / half.x, -glm::dot(up, centre) / half.y,
                   glm::dot(direction, centre) / half.z, 1.0F);
    return clip;
}

mat4 zero_to_one() {
    return glm::scale(glm::translate(mat4(1.0F), vec3(0.5F)), vec3(0.5F));
}

/// Computes the part of the floor that shadows can reach, as scale and offset to 0..1 along left and front.
void place_floor_map(const Bounds& bounds, FrameBlock& frame) {
    const vec3 up(frame.floor_up);
    const vec3 left(frame.floor_left);
    const vec3 front(frame.floor_front);
    const vec3 key(frame.key_direction);
    vec2 low(std::numeric_limits<float>::max());
    vec2 high(std::numeric_limits<float>::lowest());
    for (const vec3& corner : bounds.corners()) {
        const float height = std::max(glm::dot(up, corner) + frame.floor_up.w, 0.0F);
        const vec2 below(glm::dot(left, corner) + frame.floor_left.w,
                         glm::dot(front, corner) + frame.floor_front.w);
        const vec2 cast =
            below - vec2(glm::dot(key, left), glm::dot(key, front)) * (height / glm::dot(key, up));
        low = glm::min(low, glm::min(below, cast));
        high = glm::max(high, glm::max(below, cast));
    }
    const vec2 margin = vec2(0.06F) * std::max(high.x - low.x, high.y - low.y) + vec2(1e-6F);
    low -= margin;
    high += margin;
    frame.floor_map_left = vec4(1.0F / (high.x - low.x), -low.x / (high.x - low.x), 0.0F, 0.0F);
    frame.floor_map_front = vec4(1.0F / (high.y - low.y), -low.y / (high.y - low.y), 0.0F, 0.0F);
}

/// Returns the size of the floor map in texels: larger if several figures share it, so that each shadow keeps
/// its shape.
int floor_map_size(const Bounds& bounds, float unit, const Quality& quality) {
    constexpr float for_one = 7.0F;  // metres for one figure with its shadow
    const float metres = bounds.empty() ? 0.0F : glm::length(bounds.size()) / unit;
    return quality.floor_map * (metres > 2.0F * for_one ? 4 : metres > for_one ? 2 : 1);
}

bool same_place(const Floor& a, const Floor& b) {
    return a.origin == b.origin && a.up == b.up && a.front == b.front && a.unit == b.unit;
}

}  // namespace

void Shadows::prepare(DepthMap& map, int size) {
    if (map.size == size) return;
    map.size = size;
    glBindTexture(GL_TEXTURE_2D, map.texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, depth_map_format, size, size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    const vec4 lit(1.0F);  // everything outside the map is lit
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, &lit[0]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glBindFramebuffer(GL_FRAMEBUFFER, map.framebuffer.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, map.texture.get(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
}

void Shadows::draw_depth(const Casters& casters, DepthMap& map, const mat4& clip_from_world) {
    glBindFramebuffer(GL_FRAMEBUFFER, map.framebuffer.get());
    glViewport(0, 0, map.size, map.size);
    glClear(GL_DEPTH_BUFFER_BIT);
    const DepthBiasScope bias;
    draw_casters(casters, "depth.vert", "depth.frag", [&](const Program& program) {
        glUniformMatrix4fv(program.at("clip_from_world_here"), 1, GL_FALSE, &clip_from_world[0][0]);
    });
}

void Shadows::prepare_floor_map(int size) {
    if (floor_size_ == size) return;
    floor_size_ = size;
    drawn_ = false;
    for (int i = 0; i < 2; ++i) {
        glBindTexture(GL_TEXTURE_2D, floor_[i].get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
        glBindFramebuffer(GL_FRAMEBUFFER, floor_target_[i].get());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, floor_[i].get(), 0);
    }
}

void Shadows::clear_floor_map() {
    glBindFramebuffer(GL_FRAMEBUFFER, floor_target_[0].get());
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    drawn_ = false;
}

void Shadows::draw_floor_map(const Casters& casters) {
    glViewport(0, 0, floor_size_, floor_size_);
    glBindFramebuffer(GL_FRAMEBUFFER, floor_target_[0].get());
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX);
    for (const bool along_key : {true, false}) {
        const float key = along_key ? 1.0F : 0.0F;
        draw_casters(casters, "floor_map.vert", "floor_map.frag", [&](const Program& program) {
            glUniform1f(program.at("along_key"), key);
            glUniform4f(program.at("drawn"), key, 1.0F - key, key, key);
        });
    }
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);

    const Program& blur = floor_size_ < fine_floor
                              ? casters.programs.get({"screen.vert", "blur.frag", {"COARSE"}})
                              : casters.programs.get({"screen.vert", "blur.frag", {}});
    blur.use();
    const float texel = 1.0F / static_cast<float>(floor_size_);
    glBindVertexArray(nothing_.get());
    for (int pass = 0; pass < 2; ++pass) {
        glBindFramebuffer(GL_FRAMEBUFFER, floor_target_[1 - pass].get());
        bind_texture(Unit::source, floor_[pass]);
        glUniform2f(blur.at("texel"), pass == 0 ? texel : 0.0F, pass == 0 ? 0.0F : texel);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glEnable(GL_DEPTH_TEST);
}

void Shadows::update(const RenderScene& scene, bool moved, Deformer& deformer, Surfaces& surfaces,
                     Programs& programs, const Quality& quality, FrameBlock& frame,
                     gl::Buffer& frame_buffer) {
    const Bounds& bounds = scene.casters.empty() ? scene.bounds : scene.casters;
    prepare_floor_map(floor_map_size(bounds, frame.sizes.x, quality));
    if (bounds.empty() || scene.items.empty()) {
        clear_floor_map();
        return;
    }
    float key_extent = 0.0F;
    float sky_extent = 0.0F;
    const mat4 key = map_camera(bounds, vec3(frame.key_direction), scene.floor.up, key_extent);
    const mat4 sky = map_camera(bounds, scene.floor.up, scene.floor.front, sky_extent);
    frame.shadow_from_world = zero_to_one() * key;
    frame.sky_from_world = zero_to_one() * sky;
    frame.sizes.y = key_extent / static_cast<float>(quality.key_map);
    frame.sizes.z = sky_extent / static_cast<float>(quality.sky_map);
    frame.key_direction.w = 1.0F;
    place_floor_map(bounds, frame);
    const bool same_bounds = bounds_of_maps_.min == bounds.min && bounds_of_maps_.max == bounds.max;
    const auto& items = deformer.items();
    std::vector<Caster> casters_now;
    casters_now.reserve(items.size());
    for (const DrawItem& draw : items) {
        casters_now.push_back(!casts(scene, draw)                 ? Caster::none
                              : Surfaces::is_cut_out(scene, draw) ? Caster::cut_out
                                                                  : Caster::whole);
    }
    if (!drawn_ || moved || !same_bounds || key_.size != quality.key_map || sky_.size != quality.sky_map ||
        casters_now != casters_of_maps_ || !same_place(floor_of_maps_, scene.floor)) {
        glBindBuffer(GL_UNIFORM_BUFFER, frame_buffer.get());
        glBufferData(GL_UNIFORM_BUFFER, sizeof(FrameBlock), &frame, GL_STREAM_DRAW);
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_buffer.get());
        prepare(key_, quality.key_map);
        prepare(sky_, quality.sky_map);
        const Casters casters{scene, deformer, surfaces, programs};
        draw_depth(casters, key_, key);
        draw_depth(casters, sky_, sky);
        draw_floor_map(casters);
        drawn_ = true;
        floor_of_maps_ = scene.floor;
        bounds_of_maps_ = bounds;
        casters_of_maps_ = std::move(casters_now);
    }
    bind_texture(Unit::key_map, key_.texture);
    bind_texture(Unit::sky_map, sky_.texture);
}

void Shadows::bind_floor_map() {
    bind_texture(Unit::source, floor_[0]);
}

}  // namespace vitruvian
