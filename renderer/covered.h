// Which pixels of a picture the parts of a scene can reach, so that passes touch no others. Pure calculation.
#pragma once

#include "model/document/mesh.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Pixels [left, right) x [bottom, top), rows from the bottom as OpenGL has them.
struct PixelRect {
    int left = 0;
    int bottom = 0;
    int right = 0;
    int top = 0;

    [[nodiscard]] bool empty() const { return left >= right || bottom >= top; }
    [[nodiscard]] int width() const { return right - left; }
    [[nodiscard]] int height() const { return top - bottom; }
    /// The smallest that holds both.
    void add(const PixelRect& other);
    /// Wider by `pixels` on each side, within a picture of this size; an empty one stays empty.
    [[nodiscard]] PixelRect grown(int pixels, int width, int height) const;
    bool operator==(const PixelRect&) const = default;
};

/// Where the vertices of a mesh are at rest, by what moves them.
struct MeshReach {
    std::vector<Bounds> joints;   // by entry of its skin; a mesh without influences has one
    Bounds still;                 // of vertices that no joint moves
    std::vector<Bounds> targets;  // offsets of each morph target, and none
};
[[nodiscard]] MeshReach reach_of(const Mesh& mesh);

/// Gathers what is to be drawn into a picture of this size.
class Coverage {
  public:
    Coverage(const mat4& clip_from_world, int width, int height)
        : clip_from_world_(clip_from_world), width_(width), height_(height) {}

    /// A point of clip space.
    void add(const vec4& clip);
    void add(const Bounds& box, const mat4& world_from_box);
    /// A mesh displaced by `weights` (one for each of its targets) and skinned by `palette`, as deform.vert
    /// does it.
    void add(const MeshReach& reach, std::span<const mat4> palette, std::span<const float> weights);

    /// As above, but only what lies below a plane: where dot(xyz, p) + w < 0.
    void add_below(const vec4& plane, const MeshReach& reach, std::span<const mat4> palette,
                   std::span<const float> weights);

    /// The pixels, and `margin` more on each side. All of them where something reaches behind the eye.
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
