#include "renderer/outline.h"

#include <algorithm>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

constexpr vec4 outline_color{1.0F, 0.66F, 0.22F, 1.0F};
constexpr float outline_px = 2.0F;
constexpr GLint wanted_samples = 4;

}  // namespace

void Outline::prepare(int width, int height) {
    if (width_ == width && height_ == height) return;
    width_ = width;
    height_ = height;
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    glBindRenderbuffer(GL_RENDERBUFFER, samples_.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, std::min(samples, wanted_samples), GL_R8, width,
                                     height);
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, samples_.get());

    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D, mask_.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, mask_.get(), 0);
}

void Outline::draw_mask(const RenderScene& scene, const mat4& clip_from_world, int width, int height,
                        const PixelRect& area, Deformer& deformer, Surfaces& surfaces, Programs& programs) {
    const auto& items = deformer.items();
    prepare(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_.get());
    glViewport(0, 0, width, height);
    // The line samples pixels around those that it covers.
    const PixelRect looked_at = area.grown(2 * reach, width, height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(looked_at.left, looked_at.bottom, looked_at.width(), looked_at.height());
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    const auto draw_items = [&](bool cut) {
        const Program& program = programs.get(
            {"depth.vert", "mask.frag", cut ? std::vector<std::string>{"CUT"} : std::vector<std::string>{}});
        program.use();
        glUniformMatrix4fv(program.at("clip_from_world_here"), 1, GL_FALSE, &clip_from_world[0][0]);
        if (!cut) deformer.bind_positions();
        for (const DrawItem& draw : items) {
            if (!draw.item->highlighted || Surfaces::is_cut_out(scene, draw) != cut) continue;
            if (cut) {
                surfaces.bind_cut_out(scene, draw, deformer, program);
                Surfaces::draw_elements(draw);
            } else {
                Deformer::draw_positions(draw);
            }
        }
    };
    draw_items(false);
    draw_items(true);
    Textures::unbind();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled_.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target_.get());
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(looked_at.left, looked_at.bottom, looked_at.right, looked_at.top, looked_at.left,
                      looked_at.bottom, looked_at.right, looked_at.top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void Outline::draw(int width, int height, Programs& programs) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D, mask_.get());
    const Program& program = programs.get({"screen.vert", "outline.frag", {}});
    program.use();
    glUniform2f(program.at("texel"), 1.0F / static_cast<float>(width), 1.0F / static_cast<float>(height));
    glUniform4fv(program.at("color"), 1, &outline_color[0]);
    glUniform1f(program.at("width_px"), outline_px);
    glBindVertexArray(nothing_.get());
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

}  // namespace vitruvian
