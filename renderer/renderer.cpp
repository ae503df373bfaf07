#include "renderer/renderer.h"

#include "model/core/check.h"
#include "renderer/deform.h"
#include "renderer/labels.h"
#include "renderer/outline.h"
#include "renderer/overlay.h"
#include "renderer/picking.h"
#include "renderer/shadows.h"
#include "renderer/studio.h"
#include "renderer/surfaces.h"
#include "renderer/target.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {

struct Renderer::State {
    std::string device_name;
    Programs programs;
    MeshCache meshes;
    Deformer deformer;
    Shadows shadows;
    Studio studio;
    Surfaces surfaces;
    Outline outline;
    Overlay overlay;
    Labels labels;
    Picking picking;
    gl::Buffer frame_buffer;
    bool shadows_stale = false;  // the stream changed in a pick, which draws no shadows
};

namespace {

/// What every pass relies on; whoever drew before may have left anything else.
void set_defaults() {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // colours are premultiplied
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);  // shaders encode
    glEnable(GL_MULTISAMPLE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (GLuint unit = 0; unit <= static_cast<GLuint>(Unit::weights); ++unit) glBindSampler(unit, 0);
}

void leave_clean() {
    glBindVertexArray(0);
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace

/// What is drawn of a band to its place in the finished picture.
void Renderer::copy_band(RenderTarget::State& to, int first_row) {
    const int rows = std::min(to.band_height, to.height - first_row);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, to.multisampled.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.resolved_target.get());
    glBlitFramebuffer(0, 0, to.width, rows, 0, first_row, to.width, first_row + rows, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

/// Surfaces that let light through, over a copy of what is drawn by now.
void Renderer::draw_transmitting(State& s, const RenderScene& scene, RenderTarget::State& to, bool shadows) {
    copy_band(to, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, to.multisampled.get());
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D, to.resolved.get());
    s.surfaces.draw_transmitting(scene, shadows, s.deformer, s.programs);
}

/// All that lies under the overlay, into the framebuffer at hand.
void Renderer::draw_passes(State& s, const RenderScene& scene, RenderTarget::State& to, bool shadows,
                           bool outlined) {
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const float aspect = static_cast<float>(to.width) / static_cast<float>(to.height);
    const auto draw_studio = [&] {
        s.studio.draw_background(scene, aspect, s.programs);
        s.shadows.bind_floor_map();
        s.studio.draw_floor(scene, s.programs);
    };
    // Behind opaque figures the studio is drawn last, so that nothing is shaded twice; a wireframe shows it
    // through.
    const bool seen_through = scene.style == SurfaceStyle::wireframe;
    if (seen_through) draw_studio();
    s.surfaces.draw_opaque(scene, shadows, s.deformer, s.programs);
    if (!seen_through) draw_studio();
    if (Surfaces::any_transmits(scene)) draw_transmitting(s, scene, to, shadows);
    s.surfaces.draw_blended(scene, shadows, s.deformer, s.programs);
    if (outlined) s.outline.draw(to.width, to.height, s.programs);
}

Renderer::Renderer() : state_(std::make_unique<State>()) {}
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(GlLoader loader) {
    const int version = gladLoadGL(loader);
    if (version == 0) return fail("no-opengl", "no OpenGL context is current");
    if (version < GLAD_MAKE_VERSION(4, 1)) {
        return fail("no-opengl", fmt::format("this OpenGL is {}.{}; Vitruvian needs 4.1",
                                             GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)));
    }
    std::unique_ptr<Renderer> renderer(new Renderer());
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    renderer->state_->device_name = name != nullptr ? name : "unknown";
    return renderer;
}

const std::string& Renderer::device_name() const {
    return state_->device_name;
}

void Renderer::draw(const RenderScene& scene, RenderTarget& target) {
    State& s = *state_;
    RenderTarget::State& to = *target.state_;
    VT_CHECK(to.width > 0 && to.height > 0);
    // What is seen through a surface may stand in any row.
    if (Surfaces::any_transmits(scene)) target.resize(to.width, to.height);
    set_defaults();
    s.meshes.sweep();
    s.surfaces.sweep();
    s.studio.sweep();
    const bool moved = s.deformer.update(scene, s.meshes, s.programs) || s.shadows_stale;
    s.shadows_stale = false;

    FrameBlock frame = make_frame(scene, to.width, to.height);
    s.shadows.update(scene, moved, s.deformer, s.surfaces, s.programs, frame, s.frame_buffer);
    const bool shadows = frame.key_direction.w > 0.0F;
    const bool outlined = s.outline.draw_mask(scene, frame.clip_from_world, to.width, to.height, s.deformer,
                                              s.surfaces, s.programs);
    glBindBuffer(GL_UNIFORM_BUFFER, s.frame_buffer.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(FrameBlock), &frame, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, s.frame_buffer.get());

    s.labels.prepare(scene, to.width, to.height);
    const auto overlay = overlay_shapes(scene, to.width, to.height);
    for (int first_row = 0; first_row < to.height; first_row += to.band_height) {
        glBindFramebuffer(GL_FRAMEBUFFER, to.multisampled.get());
        glViewport(0, -first_row, to.width, to.height);
        draw_passes(s, scene, to, shadows, outlined);
        s.overlay.draw(overlay, s.programs);
        s.labels.draw(s.programs);
        copy_band(to, first_row);
    }
    leave_clean();
}

std::uint32_t Renderer::pick(const RenderScene& scene, int width, int height, int x, int y) {
    if (width <= 0 || height <= 0 || x < 0 || y < 0 || x >= width || y >= height) return 0;
    State& s = *state_;
    set_defaults();
    if (s.deformer.update(scene, s.meshes, s.programs)) s.shadows_stale = true;
    const std::uint32_t id = s.picking.pick(scene, width, height, x, y, s.deformer, s.overlay, s.programs);
    leave_clean();
    return id;
}

}  // namespace vitruvian
