#include "renderer/label_places.h"

#include "model/core/utf8.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace vitruvian {
namespace {

constexpr float gap_px = 8.0F;  // from the point to the text

template <class Box>
bool overlap(const PlacedLabel& a, const Box& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

/// Candidate positions: beside the point, then beside it and a little below or above; centred below or above
/// it last, where it hides the next item of a chain.
std::array<vec2, 8> choices(const vec2& point, float width, float cap_height, float gap) {
    const float level = point.y + 0.5F * cap_height;
    const float right = point.x + gap;
    const float left = point.x - gap - width;
    const float aside = 0.9F * cap_height;
    const float middle = point.x - 0.5F * width;
    return {vec2(right, level),          vec2(left, level),
            vec2(right, level + aside),  vec2(left, level + aside),
            vec2(right, level - aside),  vec2(left, level - aside),
            vec2(middle, point.y - gap), vec2(middle, point.y + gap + cap_height)};
}

}  // namespace

std::vector<PlacedLabel> place_labels(const RenderScene& scene, int width, int height, Lettering& lettering) {
    const vec2 picture(width, height);
    const mat4 clip = scene.camera.projection(picture.x / picture.y, scene.bounds) * scene.camera.view();
    std::vector<vec4> points;
    points.reserve(scene.labels.size());
    for (const OverlayLabel& label : scene.labels) points.push_back(clip * vec4(label.position, 1.0F));
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (scene.labels[a].important != scene.labels[b].important) return scene.labels[a].important;
        return points[a].z * points[b].w < points[b].z * points[a].w;
    });
    std::vector<PlacedLabel> out;
    for (const std::size_t i : order) {
        const OverlayLabel& label = scene.labels[i];
        if (points[i].w <= 0.0F || label.text.empty()) continue;
        const vec2 point = (vec2(points[i]) / points[i].w * vec2(0.5F, -0.5F) + 0.5F) * picture;
        PlacedLabel placed{{}, {}, {}, label_characters(visible_text(label.text)), label.color};
        const float long_ = lettering.width(placed.text);
        const float margin = 0.17F * lettering.size();
        for (const vec2& pen : choices(point, long_, lettering.cap_height(), gap_px * label.scale)) {
            placed.pen = glm::round(pen);
            placed.low = placed.pen - vec2(margin, lettering.cap_height() + margin);
            placed.high = placed.pen + vec2(long_ + margin, 0.25F * lettering.size() + margin);
            const bool inside = placed.low.x >= 0.0F && placed.low.y >= 0.0F && placed.high.x <= picture.x &&
                                placed.high.y <= picture.y;
            const auto in_the_way = [&placed](const auto& other) { return overlap(placed, other); };
            if (!inside || std::any_of(out.begin(), out.end(), in_the_way) ||
                std::any_of(scene.covered.begin(), scene.covered.end(), in_the_way))
                continue;
            out.push_back(placed);
            break;
        }
    }
    return out;
}

}  // namespace vitruvian
