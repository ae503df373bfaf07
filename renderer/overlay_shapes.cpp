// Converts overlay items to triangles in clip space. No OpenGL.
#include "renderer/overlay.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace vitruvian {
namespace {

constexpr float kind_flat = 0.0F;
constexpr float kind_ball = 1.0F;
constexpr float kind_line = 2.0F;
constexpr float bone_waist = 0.12F;  // position of a bone's widest part, as a share of its length

class Builder {
  public:
    Builder(const RenderScene& scene, int width, int height)
        : width_(static_cast<float>(width)),
          height_(static_cast<float>(height)),
          eye_(scene.camera.eye()),
          back_(glm::normalize(eye_ - scene.camera.target)),
          up_(scene.camera.up),
          perspective_(!scene.camera.orthographic),
          clip_from_world_(scene.camera.projection(width_ / height_, scene.bounds) * scene.camera.view()) {}

    void triangle(std::vector<OverlayVertex>& out, const vec3& a, const vec3& b, const vec3& c,
                  const vec4& color, std::uint32_t id) const {
        for (const vec3& p : {a, b, c})
            out.push_back({clip(p), color, vec4(0.0F, 0.0F, 0.0F, kind_flat), id});
    }

    /// Draws a line as a quad facing the eye; the part behind the eye is clipped.
    void line(std::vector<OverlayVertex>& out, const vec3& a, const vec3& b, const vec4& color,
              float width_px, std::uint32_t id) const {
        vec4 from = clip(a);
        vec4 to = clip(b);
        if (!cut_to_front(from, to)) return;
        const vec2 half_size = vec2(width_, height_) * 0.5F;
        vec2 along = (vec2(to) / to.w - vec2(from) / from.w) * half_size;
        const float length = glm::length(along);
        along = length > 1e-6F ? along / length : vec2(1.0F, 0.0F);
        const float reach = width_px * 0.5F + 1.0F;
        const vec2 aside = vec2(-along.y, along.x) * reach / half_size;
        const auto corner = [&](const vec4& p, float side) {
            return OverlayVertex{p + vec4(aside * side * p.w, 0.0F, 0.0F), color,
                                 vec4(side * reach, 0.0F, width_px * 0.5F, kind_line), id};
        };
        quad(out, corner(from, -1.0F), corner(from, 1.0F), corner(to, 1.0F), corner(to, -1.0F));
    }

    void ball(std::vector<OverlayVertex>& out, const OverlayJoint& joint) const {
        const vec4 middle = clip(joint.position);
        if (middle.w <= 0.0F) return;
        const float reach = joint.radius_px + 1.0F;
        const vec2 step = vec2(2.0F * reach / width_, 2.0F * reach / height_) * middle.w;
        const auto corner = [&](float x, float y) {
            return OverlayVertex{middle + vec4(step.x * x, step.y * y, 0.0F, 0.0F), joint.color,
                                 vec4(x * reach, y * reach, joint.radius_px, kind_ball), joint.pick_id};
        };
        quad(out, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
    }

    void bone(std::vector<OverlayVertex>& out, const OverlayBone& bone) const;

    [[nodiscard]] float depth(const vec3& p) const { return -glm::dot(p - eye_, back_); }

  private:
    [[nodiscard]] vec4 clip(const vec3& p) const { return clip_from_world_ * vec4(p, 1.0F); }
    [[nodiscard]] vec3 towards_eye(const vec3& p) const { return perspective_ ? eye_ - p : back_; }

    static void quad(std::vector<OverlayVertex>& out, const OverlayVertex& a, const OverlayVertex& b,
                     const OverlayVertex& c, const OverlayVertex& d) {
        for (const OverlayVertex* v : {&a, &b, &c, &a, &c, &d}) out.push_back(*v);
    }

    /// Clips a segment at the near plane, z = -w; returns false where nothing remains.
    static bool cut_to_front(vec4& a, vec4& b) {
        const float before_a = a.z + a.w;
        const float before_b = b.z + b.w;
        if (before_a <= 0.0F && before_b <= 0.0F) return false;
        if (before_a < 0.0F) a = glm::mix(a, b, before_a / (before_a - before_b));
        if (before_b < 0.0F) b = glm::mix(b, a, before_b / (before_b - before_a));
        return a.w > 0.0F && b.w > 0.0F;
    }

    float width_, height_;
    vec3 eye_, back_, up_;
    bool perspective_;
    mat4 clip_from_world_;
};

void Builder::bone(std::vector<OverlayVertex>& out, const OverlayBone& bone) const {
    const vec3 along = bone.tail - bone.head;
    const float length = glm::length(along);
    if (!(length > 0.0F)) return;
    const vec3 axis = along / length;
    const vec3 other = std::abs(axis.y) < 0.9F ? vec3(0.0F, 1.0F, 0.0F) : vec3(1.0F, 0.0F, 0.0F);
    const vec3 u = glm::normalize(glm::cross(axis, other));
    const vec3 v = glm::cross(axis, u);
    const vec3 waist = bone.head + along * bone_waist;
    const float width = bone.half_width;
    const std::array<vec3, 4> ring = {waist + u * width, waist + v * width, waist - u * width,
                                      waist - v * width};

    struct Face {
        vec3 a, b, c;
        bool front;
    };
    std::array<Face, 8> faces{};
    for (std::size_t i = 0; i < 4; ++i) {
        faces.at(i) = {bone.head, ring.at((i + 1) % 4), ring.at(i), false};
        faces.at(i + 4) = {bone.tail, ring.at(i), ring.at((i + 1) % 4), false};
    }
    const vec3 light = glm::normalize(back_ + up_ * 0.8F + glm::cross(back_, up_) * 0.6F);
    for (Face& face : faces) {
        const vec3 n = glm::normalize(glm::cross(face.b - face.a, face.c - face.a));
        face.front = glm::dot(n, towards_eye(face.a)) > 0.0F;
        if (!face.front) continue;
        const float lit = 0.62F + 0.45F * std::max(glm::dot(n, light), 0.0F);
        triangle(out, face.a, face.b, face.c, vec4(vec3(bone.color) * lit, bone.color.a), bone.pick_id);
    }
    const vec4 rim(vec3(bone.color) * 0.22F, bone.color.a * 0.85F);
    const auto edge = [&](std::size_t one, std::size_t two, const vec3& a, const vec3& b) {
        if (faces.at(one).front != faces.at(two).front) line(out, a, b, rim, 1.2F, bone.pick_id);
    };
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t before = (i + 3) % 4;
        edge(i, before, bone.head, ring.at(i));
        edge(i + 4, before + 4, bone.tail, ring.at(i));
        edge(i, i + 4, ring.at(i), ring.at((i + 1) % 4));
    }
}

/// Returns indices of `items` from the farthest to the nearest.
template <class T, class Depth>
std::vector<std::size_t> back_to_front(const std::vector<T>& items, Depth depth) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<float> depths(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) depths[i] = depth(items[i]);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return depths[a] > depths[b]; });
    return order;
}

}  // namespace

OverlayShapes overlay_shapes(const RenderScene& scene, int width, int height) {
    const Builder builder(scene, width, height);
    OverlayShapes shapes;
    std::vector<OverlayVertex>& above = scene.overlay_behind ? shapes.hidden : shapes.on_top;
    const auto triangle_depth = [&](const OverlayTriangle& t) {
        return builder.depth((t.a + t.b + t.c) / 3.0F);
    };
    for (const std::size_t i : back_to_front(scene.triangles, triangle_depth)) {
        const OverlayTriangle& t = scene.triangles[i];
        builder.triangle(above, t.a, t.b, t.c, t.color, 0);
    }
    for (const OverlayLine& line : scene.lines) {
        builder.line(line.on_top ? above : shapes.hidden, line.a, line.b, line.color, line.width_px, 0);
    }
    const auto bone_depth = [&](const OverlayBone& bone) {
        return builder.depth((bone.head + bone.tail) * 0.5F);
    };
    for (const std::size_t i : back_to_front(scene.bones, bone_depth)) builder.bone(above, scene.bones[i]);
    const auto joint_depth = [&](const OverlayJoint& joint) { return builder.depth(joint.position); };
    for (const std::size_t i : back_to_front(scene.joints, joint_depth)) builder.ball(above, scene.joints[i]);
    return shapes;
}

}  // namespace vitruvian
