#include "renderer/picking.h"

#include <glm/gtc/matrix_transform.hpp>

#include <array>

namespace vitruvian {
namespace {

constexpr int overlay_reach = 6;  // pixels
constexpr int surface_reach = 1;
constexpr int side = 2 * overlay_reach + 1;

}  // namespace

void Picking::prepare() {
    if (target_.exists()) return;
    glBindRenderbuffer(GL_RENDERBUFFER, ids_.get());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_R32UI, side, side);
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.get());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, side, side);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, ids_.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
}

std::uint32_t Picking::nearest_id(int reach) const {
    std::array<std::uint32_t, static_cast<std::size_t>(side) * side> ids{};
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, side, side, GL_RED_INTEGER, GL_UNSIGNED_INT, ids.data());
    std::uint32_t best = 0;
    int best_distance = reach * reach + 1;
    for (int y = -reach; y <= reach; ++y) {
        for (int x = -reach; x <= reach; ++x) {
            const auto at = static_cast<std::size_t>((y + overlay_reach) * side + x + overlay_reach);
            const int distance = x * x + y * y;
            if (ids.at(at) == 0 || distance >= best_distance) continue;
            best = ids.at(at);
            best_distance = distance;
        }
    }
    return best;
}

std::uint32_t Picking::pick(const RenderScene& scene, int width, int height, int x, int y, Deformer& deformer,
                            Overlay& overlay, Programs& programs) {
    prepare();
    glBindFramebuffer(GL_FRAMEBUFFER, target_.get());
    glViewport(0, 0, side, side);
    const auto w = static_cast<float>(width);
    const auto h = static_cast<float>(height);
    // Scales the pixels around the pointer up to the whole of clip space.
    const vec2 scale(w / static_cast<float>(side), h / static_cast<float>(side));
    const vec2 pointer((2.0F * static_cast<float>(x) + 1.0F) / w - 1.0F,
                       1.0F - (2.0F * static_cast<float>(y) + 1.0F) / h);
    const vec4 window(scale, -pointer * scale);

    constexpr std::array<GLuint, 4> nothing{};
    glClearBufferuiv(GL_COLOR, 0, nothing.data());
    const OverlayShapes shapes = overlay_shapes(scene, width, height);
    glDisable(GL_DEPTH_TEST);
    overlay.draw_ids(shapes.on_top, window, programs);
    glEnable(GL_DEPTH_TEST);
    if (const std::uint32_t id = nearest_id(overlay_reach); id != 0) return id;

    mat4 blow_up(1.0F);
    blow_up[0][0] = window.x;
    blow_up[1][1] = window.y;
    blow_up[3][0] = window.z;
    blow_up[3][1] = window.w;
    const mat4 clip = blow_up * scene.camera.projection(w / h, scene.bounds) * scene.camera.view();
    const Program& program = programs.get({"depth.vert", "id.frag", {}});
    program.use();
    glUniformMatrix4fv(program.at("clip_from_world_here"), 1, GL_FALSE, &clip[0][0]);
    glClear(GL_DEPTH_BUFFER_BIT);
    deformer.bind_positions();
    for (const DrawItem& draw : deformer.items()) {
        glUniform1ui(program.at("id"), draw.item->pick_id);
        Deformer::draw_positions(draw);
    }
    overlay.draw_ids(shapes.hidden, window, programs);
    return nearest_id(surface_reach);
}

}  // namespace vitruvian
