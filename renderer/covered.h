// The pixels of a picture that parts of a scene can cover, so that passes skip the others. Pure calculation.
#pragma once

#include "model/document/mesh.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Pixels [left, right) x [bottom, top), rows from the bottom as in OpenGL.
struct PixelRect {
    int left = 0;
    int bottom = 0;
    int right = 0;
    int top = 0;

    [[nodiscard]] bool empty() const { return left >= right || bottom >= top; }
    [[nodiscard]] int width() const { return right - left; }
    [[nodiscard]] int height() const { return top - bottom; }
    /// Extends it to the smallest rectangle that contains both.
    void add(const PixelRect& other);
    /// Returns it extended by `pixels` on each side, within a picture of this size; an empty one stays empty.
    [[nodiscard]] PixelRect grown(int pixels, int width, int height) const;
    bool operator==(const PixelRect&) const = default;
};

/// Bounds of a mesh's vertices at rest, by what moves them.
struct MeshReach {
    std::vector<Bounds> joints;   // by skin entry; a mesh without influences has one
    Bounds still;                 // of vertices without influences
    std::vector<Bounds> targets;  // of each morph target's offsets and zero
};
[[nodiscard]] MeshReach reach_of(const Mesh& mesh);

/// Accumulates the bounds of what is drawn into a picture of this size.
class Coverage {
  public:
    Coverage(const mat4& clip_from_world, int width, int height)
        : clip_from_world_(clip_from_world), width_(width), height_(height) {}

    /// Adds a point in clip space.
    void add(const vec4& clip);
    void add(const Bounds& box, const mat4& world_from_box);
    /// Adds a mesh displaced by `weights` (one for each of its targets) and skinned by `palette`, as in
    /// deform.vert.
    void add(const MeshReach& reach, std::span<const mat4> palette, std::span<const float> weights);

    /// As above, but only the part below a plane: where dot(xyz, p) + w < 0.
    void add_below(const vec4& plane, const MeshReach& reach, std::span<const mat4> palette,
                   std::span<const float> weights);

    /// Returns the pixels, extended by `margin` on each side. All pixels if something is behind the eye.
    [[nodiscard]] PixelRect pixels(int margin) const;

  private:
    void add_below(const vec4& plane, const Bounds& box);

    mat4 clip_from_world_;
    int width_, height_;
    vec2 low_{std::numeric_limits<float>::max()};
    vec2 high_{std::numeric_limits<float>::lowest()};
    bool everywhere_ = false;
};

}  // namespace vitruvian
