// The studio around the figures: its lights, and the uniforms shared by all shaders.
#pragma once

#include "renderer/gl.h"
#include "renderer/programs.h"
#include "renderer/scene.h"
#include "renderer/textures.h"

namespace vitruvian {

/// Mirrors the block of shaders/frame.glsl byte for byte (std140).
struct FrameBlock {
    mat4 clip_from_world{1.0F};
    mat4 shadow_from_world{1.0F};
    mat4 sky_from_world{1.0F};
    vec4 eye{0.0F};
    vec4 view_back{0.0F};
    vec4 floor_up{0.0F};
    vec4 floor_left{0.0F};
    vec4 floor_front{0.0F};
    vec4 key_direction{0.0F};
    vec4 fill_direction{0.0F};
    vec4 rim_direction{0.0F};
    vec4 floor_map_left{0.0F};
    vec4 floor_map_front{0.0F};
    vec4 sizes{1.0F};
    vec4 floor_middle{0.0F};
    vec4 viewport{1.0F};
    bool operator==(const FrameBlock&) const = default;
};

/// Makes the block of a scene for a picture of this size; shadow maps fill in their own part.
[[nodiscard]] FrameBlock make_frame(const RenderScene& scene, int width, int height);

/// Everything that determines the appearance of the empty studio: pictures of equal views are equal.
struct StudioView {
    FrameBlock frame;  // with its own projection, which is independent of the figures' pose
    Background background;
    bool grid = false;
    bool floor = false;
    bool drawable = false;  // false: cannot be compared (the sky of a file)
    /// True if both can be compared, and are equal.
    [[nodiscard]] bool is_same(const StudioView& other) const;
};
[[nodiscard]] bool same_background(const Background& a, const Background& b);
[[nodiscard]] StudioView studio_view(const RenderScene& scene, const FrameBlock& frame);

/// Draws what is behind the figures: the backdrop, the floor, and the shadows on it. The frame block must be
/// bound.
class Studio {
  public:
    /// Draws the backdrop into a picture without depth, overwriting its content.
    void draw_backdrop(const RenderScene& scene, float aspect, Programs& programs);
    /// Draws the floor over it, where visible, without shadows.
    void lay_floor(const RenderScene& scene, Programs& programs);
    /// Darkens the floor. The floor map is bound to Unit::source.
    void draw_shadow(const RenderScene& scene, Programs& programs);
    /// Draws floor and shadow over those parts of the figures that are below the floor.
    void draw_over_figures(const RenderScene& scene, bool shadows, Programs& programs);
    void sweep() { textures_.sweep(); }

  private:
    void draw_background(const RenderScene& scene, float aspect, Programs& programs);
    void draw_floor(const RenderScene& scene, Programs& programs);
    /// Draws the sky of a file: bands of colour by the angle from the world's Y, and pictures over them. The
    /// scene's frame block must be bound.
    void draw_sky(const RenderScene& scene, float aspect, Programs& programs);
    void draw_sky_pictures(const RenderScene& scene, const mat3& world_from_view, vec2 half_size,
                           Programs& programs);

    Textures textures_;
    gl::VertexArray nothing_;  // core OpenGL requires a vertex array for drawing, even an empty one
};

}  // namespace vitruvian
