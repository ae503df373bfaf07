#include "renderer/covered.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// What stands on a plane may be below it by this share of its size, which is less than the floor's depth
/// offset (Studio::draw_over_figures).
constexpr float rounding = 2.5e-7F;

std::array<vec3, 8> corners_of(const Bounds& box, const mat4& world_from_box) {
    std::array<vec3, 8> corners = box.corners();
    for (vec3& corner : corners) corner = vec3(world_from_box * vec4(corner, 1.0F));
    return corners;
}

/// Calls `use(box, world_from_box)` for boxes that together contain a displaced and skinned mesh.
template <class Use>
void for_each_box(const MeshReach& reach, std::span<const mat4> palette, std::span<const float> weights,
                  Use use) {
    vec3 low(0.0F);  // by the largest displacement of the targets
    vec3 high(0.0F);
    for (std::size_t t = 0; t < reach.targets.size() && t < weights.size(); ++t) {
        const vec3 a = reach.targets[t].min * weights[t];
        const vec3 b = reach.targets[t].max * weights[t];
        low += glm::min(a, b);
        high += glm::max(a, b);
    }
    const auto use_moved = [&](const Bounds& box, const mat4& matrix) {
        if (!box.empty()) use(Bounds{box.min + low, box.max + high}, matrix);
    };
    use_moved(reach.still, mat4(1.0F));
    for (std::size_t joint = 0; joint < reach.joints.size(); ++joint) {
        use_moved(reach.joints[joint],
                  palette.empty() ? mat4(1.0F) : palette[std::min(joint, palette.size() - 1)]);
    }
}

}  // namespace

void PixelRect::add(const PixelRect& other) {
    if (other.empty()) return;
    if (empty()) {
        *this = other;
        return;
    }
    left = std::min(left, other.left);
    bottom = std::min(bottom, other.bottom);
    right = std::max(right, other.right);
    top = std::max(top, other.top);
}

PixelRect PixelRect::grown(int pixels, int width, int height) const {
    if (empty()) return {};
    return {std::max(left - pixels, 0), std::max(bottom - pixels, 0), std::min(right + pixels, width),
            std::min(top + pixels, height)};
}

MeshReach reach_of(const Mesh& mesh) {
    MeshReach out;
    if (mesh.is_skinned()) {
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const std::uint32_t end = mesh.influence_begin[v + 1];
            if (mesh.influence_begin[v] == end) out.still.add(mesh.positions[v]);
            for (std::uint32_t i = mesh.influence_begin[v]; i < end; ++i) {
                const std::size_t joint = mesh.influence_joint[i];
                if (joint >= out.joints.size()) out.joints.resize(joint + 1);
                out.joints[joint].add(mesh.positions[v]);
            }
        }
    } else {
        out.joints.resize(1);
        for (const vec3& position : mesh.positions) out.joints[0].add(position);
    }
    for (const MorphTarget& target : mesh.targets) {
        Bounds& offsets = out.targets.emplace_back();
        offsets.add(vec3(0.0F));
        for (const vec3& offset : target.positions) offsets.add(offset);
    }
    return out;
}

void Coverage::add(const vec4& clip) {
    if (!(clip.w > 1e-6F)) {
        everywhere_ = true;
        return;
    }
    const vec2 place = vec2(clip) / clip.w;
    low_ = glm::min(low_, place);
    high_ = glm::max(high_, place);
}

void Coverage::add(const Bounds& box, const mat4& world_from_box) {
    for (const vec3& corner : corners_of(box, world_from_box)) add(clip_from_world_ * vec4(corner, 1.0F));
}

void Coverage::add_below(const vec4& plane, const Bounds& box) {
    const std::array<vec3, 8> corners = corners_of(box, mat4(1.0F));
    std::array<float, 8> height{};
    for (std::size_t i = 0; i < 8; ++i) height.at(i) = glm::dot(vec3(plane), corners.at(i)) + plane.w;
    if (*std::min_element(height.begin(), height.end()) >= -rounding * glm::length(box.size())) return;
    for (std::size_t i = 0; i < 8; ++i) {
        if (height.at(i) >= 0.0F) continue;
        add(clip_from_world_ * vec4(corners.at(i), 1.0F));
        for (const std::size_t axis : {1U, 2U, 4U}) {  // along the edges, up to the plane
            const std::size_t next = i ^ axis;
            if (height.at(next) < 0.0F) continue;
            const float share = height.at(i) / (height.at(i) - height.at(next));
            add(clip_from_world_ * vec4(glm::mix(corners.at(i), corners.at(next), share), 1.0F));
        }
    }
}

void Coverage::add(const MeshReach& reach, std::span<const mat4> palette, std::span<const float> weights) {
    for_each_box(reach, palette, weights,
                 [this](const Bounds& box, const mat4& matrix) { add(box, matrix); });
}

void Coverage::add_below(const vec4& plane, const MeshReach& reach, std::span<const mat4> palette,
                         std::span<const float> weights) {
    // A vertex with two joints may be below although neither's box is: uses one box around all.
    Bounds whole;
    for_each_box(reach, palette, weights, [&](const Bounds& box, const mat4& matrix) {
        for (const vec3& corner : corners_of(box, matrix)) whole.add(corner);
    });
    if (!whole.empty()) add_below(plane, whole);
}

PixelRect Coverage::pixels(int margin) const {
    if (everywhere_) return {0, 0, width_, height_};
    if (!(low_.x <= high_.x) || !(low_.y <= high_.y)) return {};
    const auto place = [margin](float clip, int size, int side) {
        const float at = (std::clamp(clip, -2.0F, 2.0F) * 0.5F + 0.5F) * static_cast<float>(size);
        const int pixel = static_cast<int>(side < 0 ? std::floor(at) : std::ceil(at)) + side * margin;
        return std::clamp(pixel, 0, size);
    };
    const PixelRect out{place(low_.x, width_, -1), place(low_.y, height_, -1), place(high_.x, width_, 1),
                        place(high_.y, height_, 1)};
    return out.empty() ? PixelRect{} : out;
}

}  // namespace vitruvian
