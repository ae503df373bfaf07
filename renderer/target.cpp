#include "renderer/target.h"

#include "model/core/check.h"

#include <algorithm>
#include <cstring>

namespace vitruvian {
namespace {

constexpr GLint wanted_samples = 4;
constexpr int dither_rows = 4;  // the background's dither repeats; bands begin where it does

/// Premultiplied to straight alpha, as PNG has it.
void unmultiply(std::vector<std::uint8_t>& rgba) {
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

void RenderTarget::resize(int width, int height, int band_height) {
    VT_CHECK(width > 0 && height > 0 && band_height > 0);
    State& s = *state_;
    const int band = std::min(height, (band_height + dither_rows - 1) / dither_rows * dither_rows);
    if (s.width == width && s.height == height && s.band_height == band) return;
    s.width = width;
    s.height = height;
    s.band_height = band;
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    samples = std::min(samples, wanted_samples);

    glBindRenderbuffer(GL_RENDERBUFFER, s.color.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, band);
    glBindRenderbuffer(GL_RENDERBUFFER, s.depth.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, band);
    glBindFramebuffer(GL_FRAMEBUFFER, s.multisampled.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, s.color.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, s.depth.get());

    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, s.resolved.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindFramebuffer(GL_FRAMEBUFFER, s.resolved_target.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, s.resolved.get(), 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

int RenderTarget::width() const {
    return state_->width;
}
int RenderTarget::height() const {
    return state_->height;
}
unsigned RenderTarget::texture() const {
    return state_->resolved.get();
}

Image RenderTarget::read() const {
    const State& s = *state_;
    VT_CHECK(s.width > 0 && s.height > 0);
    Image image{s.width, s.height, {}};
    const std::size_t stride = static_cast<std::size_t>(s.width) * 4;
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
