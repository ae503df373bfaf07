#include "renderer/labels.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace vitruvian {
namespace {

constexpr float em_px = 12.5F;  // at scale 1

bool is_light(const Background& background) {
    const vec3 luma(0.2126F, 0.7152F, 0.0722F);
    return background.plain && !background.transparent && glm::dot(background.color, luma) > 0.5F;
}

/// A label's colour for a light background: greys become nearly black, hues keep their saturation.
vec4 darkened(const vec4& color) {
    const float grey = std::min({color.x, color.y, color.z});
    return {0.6F * (vec3(color) - 0.8F * grey), color.w};
}

}  // namespace

void Labels::use_typefaces(std::vector<Typeface> others) {
    typefaces_ = std::move(others);
    lettering_.reset();
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
    if (lettering_ == nullptr || lettering_->size() != size)
        lettering_ = std::make_unique<Lettering>(size, typefaces_);
    const bool on_light = is_light(scene.background);
    for (PlacedLabel& label : place_labels(scene, width, height, *lettering_)) {
        if (on_light) label.color = darkened(label.color);
        add(label, vec2(width, height));
    }
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
