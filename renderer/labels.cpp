#include "renderer/labels.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace vitruvian {
namespace {

constexpr float em_px = 12.5F;  // at scale 1
constexpr float gap_px = 8.0F;  // from the point to the text

bool overlap(const PlacedLabel& a, const PlacedLabel& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

/// Right of the point, left of it, above and below.
std::array<vec2, 4> choices(const vec2& point, float width, float cap_height, float gap) {
    const float level = point.y + 0.5F * cap_height;
    return {vec2(point.x + gap, level), vec2(point.x - gap - width, level),
            vec2(point.x - 0.5F * width, point.y - gap),
            vec2(point.x - 0.5F * width, point.y + gap + cap_height)};
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
        PlacedLabel placed{{}, {}, {}, label_characters(label.text), label.color};
        const float long_ = lettering.width(placed.text);
        const float margin = 0.17F * lettering.size();
        for (const vec2& pen : choices(point, long_, lettering.cap_height(), gap_px * label.scale)) {
            placed.pen = glm::round(pen);
            placed.low = placed.pen - vec2(margin, lettering.cap_height() + margin);
            placed.high = placed.pen + vec2(long_ + margin, 0.25F * lettering.size() + margin);
            const bool inside = placed.low.x >= 0.0F && placed.low.y >= 0.0F && placed.high.x <= picture.x &&
                                placed.high.y <= picture.y;
            if (!inside || std::any_of(out.begin(), out.end(),
                                       [&](const PlacedLabel& other) { return overlap(placed, other); }))
                continue;
            out.push_back(placed);
            break;
        }
    }
    return out;
}

void Labels::add(const PlacedLabel& label, vec2 picture) {
    vec2 pen = label.pen;
    for (std::size_t i = 0; i < label.text.size(); ++i) {
        const Letter& letter = lettering_->letter(label.text[i]);
        const vec2 low = glm::round(pen) + letter.corner;
        const auto corner = [&](float x, float y) {
            const vec2 aside = vec2(x, y) * letter.size;
            const vec2 clip = (low + aside) / picture * vec2(2.0F, -2.0F) + vec2(-1.0F, 1.0F);
            return Vertex{vec4(clip, letter.place + aside), label.color};
        };
        if (letter.size.x > 0.0F) {
            for (const vec2& at : {vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1)})
                corners_.push_back(corner(at.x, at.y));
        }
        pen.x += letter.advance;
        if (i + 1 < label.text.size()) pen.x += lettering_->between(label.text[i], label.text[i + 1]);
    }
}

void Labels::prepare(const RenderScene& scene, int width, int height) {
    corners_.clear();
    if (scene.labels.empty()) return;
    const float size = em_px * scene.labels.front().scale;
    if (lettering_ == nullptr || lettering_->size() != size) lettering_ = std::make_unique<Lettering>(size);
    for (const PlacedLabel& label : place_labels(scene, width, height, *lettering_))
        add(label, vec2(width, height));
    if (corners_.empty()) return;
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D, sheet_.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG8, Lettering::sheet_width, lettering_->sheet_height(), 0, GL_RG,
                 GL_UNSIGNED_BYTE, lettering_->sheet().data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners_.size() * sizeof(Vertex)), corners_.data(),
                 GL_STREAM_DRAW);
    for (GLuint at = 0; at < 2; ++at) {
        glEnableVertexAttribArray(at);
        glVertexAttribPointer(at, 4, GL_FLOAT, GL_FALSE, sizeof(Vertex),
                              gl::offset(at == 0 ? offsetof(Vertex, place) : offsetof(Vertex, color)));
    }
}

void Labels::draw(Programs& programs) {
    if (corners_.empty()) return;
    programs.get({"label.vert", "label.frag", {}}).use();
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D, sheet_.get());
    glBindVertexArray(array_.get());
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners_.size()));
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

}  // namespace vitruvian
