#include "renderer/target.h"

#include "model/core/check.h"
#include "model/core/large_memory.h"

#include <algorithm>
#include <cstring>

namespace vitruvian {
namespace {

constexpr int tile = 64;  // pixels; layer sizes are multiples of it

int in_tiles(int pixels) {
    return (pixels + tile - 1) / tile * tile;
}

/// Converts premultiplied to straight alpha, as in PNG.
void unmultiply(std::vector<std::uint8_t>& rgba) {
    unsigned least = 255;  // branch-free, since most pictures are opaque: several pixels are tested at once
    for (std::size_t i = 3; i < rgba.size(); i += 4) least &= rgba[i];
    if (least == 255) return;
    for (std::size_t i = 0; i < rgba.size(); i += 4) {
        const unsigned alpha = rgba[i + 3];
        if (alpha == 255 || alpha == 0) continue;
        for (std::size_t c = i; c < i + 3; ++c) {
            rgba[c] = static_cast<std::uint8_t>(std::min((rgba[c] * 255U + alpha / 2) / alpha, 255U));
        }
    }
}

}  // namespace

RenderTarget::RenderTarget() : state_(std::make_unique<State>()) {}
RenderTarget::~RenderTarget() = default;
RenderTarget::RenderTarget(RenderTarget&&) noexcept = default;
RenderTarget& RenderTarget::operator=(RenderTarget&&) noexcept = default;

void make_picture(gl::Texture& texture, gl::Framebuffer& target, int width, int height) {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.get(), 0);
}

void FigureLayer::prepare(int wanted_width, int wanted_height) {
    const bool fits = wanted_width <= width && wanted_height <= height;
    const bool wasteful = width * height > 4 * in_tiles(wanted_width) * in_tiles(wanted_height);
    if (fits && !wasteful) return;
    width = in_tiles(wanted_width);
    height = in_tiles(wanted_height);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, color.get());
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, GL_RGBA8, width, height, GL_TRUE);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
    glBindRenderbuffer(GL_RENDERBUFFER, depth.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, color.get(), 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.get());
}

void RenderTarget::resize(int width, int height, int band_height) {
    VT_CHECK(width > 0 && height > 0 && band_height > 0);
    State& s = *state_;
    s.band_height = std::min(height, band_height);
    if (s.width == width && s.height == height) return;
    s.width = width;
    s.height = height;
    s.studio_view = {};
    s.has_studio = false;

    s.studio.reset();  // created on next use
    s.backdrop_of.reset();
    s.has_backdrop = false;
    s.backdrop.reset();
    s.behind.reset();
    make_picture(s.resolved, s.resolved_target, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void RenderTarget::State::take(gl::Framebuffer& other) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, other.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_target.get());
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, resolved_target.get());
}

void RenderTarget::State::keep_behind(bool blurred) {
    if (!behind.exists()) make_picture(behind, behind_target, width, height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_target.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, behind_target.get());
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, behind.get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, blurred ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    if (blurred) glGenerateMipmap(GL_TEXTURE_2D);
}

int RenderTarget::width() const {
    return state_->width;
}
int RenderTarget::height() const {
    return state_->height;
}

void RenderTarget::show_at(int left, int bottom) const {
    const State& s = *state_;
    const GLboolean is_cut = glIsEnabled(GL_SCISSOR_TEST);
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->resolved_target.get());
    glBlitFramebuffer(0, 0, s.width, s.height, left, bottom, left + s.width, bottom + s.height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    if (is_cut == GL_TRUE) glEnable(GL_SCISSOR_TEST);
}

Image RenderTarget::read() const {
    const State& s = *state_;
    VT_CHECK(s.width > 0 && s.height > 0);
    Image image{s.width, s.height, {}};
    const std::size_t stride = static_cast<std::size_t>(s.width) * 4;
    reserve_to_fill(image.rgba, stride * static_cast<std::size_t>(s.height));
    image.rgba.resize(stride * static_cast<std::size_t>(s.height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->resolved_target.get());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glReadPixels(0, 0, s.width, s.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    std::uint8_t* top = image.rgba.data();
    std::uint8_t* bottom = top + stride * static_cast<std::size_t>(s.height - 1);
    for (; top < bottom; top += stride, bottom -= stride) std::swap_ranges(top, top + stride, bottom);
    unmultiply(image.rgba);
    return image;
}

}  // namespace vitruvian
