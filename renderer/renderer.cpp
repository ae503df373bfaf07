#include "renderer/renderer.h"

#include "model/core/check.h"
#include "renderer/ambient_occlusion.h"
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
#include <mutex>

namespace vitruvian {

struct Renderer::State {
    std::string device_name;
    Programs programs;
    MeshCache meshes;
    Deformer deformer;
    Shadows shadows;
    Studio studio;
    AmbientOcclusion ambient;
    Surfaces surfaces;
    Outline outline;
    Overlay overlay;
    Labels labels;
    Picking picking;
    gl::Buffer frame_buffer;
    gl::VertexArray nothing;
    PassTimes* times = nullptr;
    bool shadows_stale = false;  // the stream was changed by a pick, which draws no shadows

    void lap(const char* pass) const {
        if (times == nullptr) return;
        glFinish();
        times->lap(pass);
    }
};

/// The data of a picture in progress.
struct Renderer::Picture {
    Renderer::State& renderer;
    RenderTarget::State& to;
    const RenderScene& scene;
    const Quality& quality;
    FrameBlock frame;
    OverlayShapes overlay;
    PixelRect covered;      // by figures and overlay
    PixelRect below_floor;  // by parts of figures that the floor may hide
    PixelRect outlined;     // by the selection and its outline

    [[nodiscard]] bool shadows() const { return frame.key_direction.w > 0.0F; }
    /// Whether ambient occlusion is computed.
    [[nodiscard]] bool ambient_occlusion() const {
        return shadows() && quality.soft_shadows && Surfaces::any_in_studio_light(scene);
    }
    /// Whether the layer has one pixel for four of the picture.
    [[nodiscard]] bool coarse() const { return quality.samples == 1; }
    /// A coarse layer has one pixel per 2x2 of the picture, whose four samples are theirs.
    [[nodiscard]] int step() const { return coarse() ? 2 : 1; }
};

namespace {

/// Sets the state that every pass relies on; earlier code may have left anything else.
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
    glDisable(GL_FRAMEBUFFER_SRGB);  // the shaders encode sRGB
    glEnable(GL_MULTISAMPLE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (GLuint unit = 0; unit <= static_cast<GLuint>(Unit::weights); ++unit) glBindSampler(unit, 0);
}

void upload_frame(gl::Buffer& buffer, const FrameBlock& frame) {
    glBindBuffer(GL_UNIFORM_BUFFER, buffer.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(FrameBlock), &frame, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer.get());
}

/// The position of a layer's first pixel in the picture, and its pixels' width in those of the picture.
struct LayerPlace {
    int left, bottom, step;
};

/// Restricts drawing to a rectangle.
class ScissorScope {
  public:
    ScissorScope(const PixelRect& area, const LayerPlace& layer) {
        glEnable(GL_SCISSOR_TEST);
        glScissor((area.left - layer.left) / layer.step, (area.bottom - layer.bottom) / layer.step,
                  area.width() / layer.step + 1, area.height() / layer.step + 1);
    }
    ~ScissorScope() { glDisable(GL_SCISSOR_TEST); }
    ScissorScope(const ScissorScope&) = delete;
    ScissorScope& operator=(const ScissorScope&) = delete;
};

/// Composites the layer over the contents of the viewport, which has this size.
void composite(FigureLayer& layer, bool coarse, int width, int height, gl::VertexArray& nothing,
               Programs& programs) {
    const Program& program = coarse ? programs.get({"screen.vert", "composite.frag", {"COARSE"}})
                                    : programs.get({"screen.vert", "composite.frag", {}});
    program.use();
    glUniform2f(program.at("size"), static_cast<float>(width), static_cast<float>(height));
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, layer.color.get());
    glBindVertexArray(nothing.get());
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
}

/// Determines the pixels that the scene's parts cover.
void cover(const RenderScene& scene, const std::vector<DrawItem>& items, const OverlayShapes& overlay,
           const FrameBlock& frame, int width, int height, PixelRect& covered, PixelRect& below_floor,
           PixelRect& outlined) {
    constexpr int points = 3;  // points and lines reach around their vertices
    // Toon outlines do too, rarely by as much.
    const int margin = Surfaces::any_outlined(scene) ? std::max(points, height / 40) : points;
    Coverage figures(frame.clip_from_world, width, height);
    Coverage below(frame.clip_from_world, width, height);
    Coverage selected(frame.clip_from_world, width, height);
    for (const DrawItem& draw : items) {
        const RenderItem& item = *draw.item;
        const std::span palette = std::span(scene.palettes).subspan(item.palette_begin, item.palette_count);
        const std::span weights =
            std::span(scene.weights).subspan(std::min<std::size_t>(item.weights_begin, scene.weights.size()));
        figures.add(draw.mesh->reach, palette, weights);
        below.add_below(frame.floor_up, draw.mesh->reach, palette, weights);
        if (item.highlighted) selected.add(draw.mesh->reach, palette, weights);
    }
    outlined = selected.pixels(Outline::reach);
    for (const auto* shapes : {&overlay.hidden, &overlay.on_top}) {
        for (const OverlayVertex& vertex : *shapes) figures.add(vertex.clip);
    }
    below_floor = below.pixels(points);
    covered = figures.pixels(margin);
    covered.add(outlined);
    covered.left -= covered.left % 2;  // aligned for coarse layers
    covered.bottom -= covered.bottom % 2;
}

/// Loads OpenGL's functions, which are the same for all contexts of a process; returns the version of the first
/// one, or 0. Later contexts may be created while other threads draw.
int load_functions(GlLoader loader) {
    static std::mutex mutex;
    static int version = 0;
    const std::lock_guard lock(mutex);
    if (version == 0) version = gladLoadGL(loader);
    return version;
}

void leave_clean() {
    glBindVertexArray(0);
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace

/// Draws the backdrop into the picture; a copy if the previous picture had the same.
void Renderer::draw_backdrop(const Picture& picture, float aspect) {
    State& s = picture.renderer;
    RenderTarget::State& to = picture.to;
    const Background& background = picture.scene.background;
    const bool again = !picture.scene.sky && to.backdrop_of && same_background(*to.backdrop_of, background);
    if (!again) {
        to.has_backdrop = false;
        to.backdrop_of.reset();
        if (!picture.scene.sky) to.backdrop_of = background;
        glBindFramebuffer(GL_FRAMEBUFFER, to.resolved_target.get());
        s.studio.draw_backdrop(picture.scene, aspect, s.programs);
        return;
    }
    if (!to.has_backdrop) {
        make_picture(to.backdrop, to.backdrop_target, to.width, to.height);
        s.studio.draw_backdrop(picture.scene, aspect, s.programs);
        to.has_backdrop = true;
    }
    to.take(to.backdrop_target);
}

/// Draws the studio, single-sampled, since nothing in it has edges. All of it except the shadows is cached
/// from the second picture of a view on.
void Renderer::draw_studio(const Picture& picture) {
    State& s = picture.renderer;
    RenderTarget::State& to = picture.to;
    const float aspect = static_cast<float>(to.width) / static_cast<float>(to.height);
    const StudioView view = studio_view(picture.scene, picture.frame);
    FrameBlock frame = picture.frame;
    frame.clip_from_world = view.frame.clip_from_world;
    upload_frame(s.frame_buffer, frame);
    glViewport(0, 0, to.width, to.height);
    if (!to.studio_view.is_same(view)) {
        to.studio_view = view;
        to.has_studio = false;
        draw_backdrop(picture, aspect);
        s.studio.lay_floor(picture.scene, s.programs);
    } else {
        if (!to.has_studio) {
            make_picture(to.studio, to.studio_target, to.width, to.height);
            s.studio.draw_backdrop(picture.scene, aspect, s.programs);
            s.studio.lay_floor(picture.scene, s.programs);
            to.has_studio = true;
        }
        to.take(to.studio_target);
    }
    s.lap("studio");
    if (!picture.shadows()) return;
    glDisable(GL_DEPTH_TEST);
    s.shadows.bind_floor_map();
    s.studio.draw_shadow(picture.scene, s.programs);
    glEnable(GL_DEPTH_TEST);
    s.lap("floor shadow");
}

/// Binds the layer for drawing what begins at this row of the picture.
void Renderer::bind_layer(const Picture& picture, int row) {
    RenderTarget::State& to = picture.to;
    const auto shrunk = [step = picture.step()](int pixels) {
        return static_cast<float>(pixels) / static_cast<float>(step);
    };
    glBindFramebuffer(GL_FRAMEBUFFER, to.layer.framebuffer.get());
    glViewportIndexedf(0, shrunk(-picture.covered.left), shrunk(-row), shrunk(to.width), shrunk(to.height));
    const vec4& place = picture.renderer.ambient.place();
    picture.renderer.surfaces.place_ambient_map({place.x + static_cast<float>(picture.covered.left),
                                                 place.y + static_cast<float>(row), place.z, place.w});
}

/// Draws opaque surfaces into a band of the layer, which is cleared first.
void Renderer::draw_solid(const Picture& picture, int row) {
    State& s = picture.renderer;
    bind_layer(picture, row);
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    s.lap("clear");
    s.surfaces.draw_opaque(picture.scene, picture.shadows(), s.deformer, s.programs);
    if (picture.below_floor.empty() || picture.scene.style == SurfaceStyle::wireframe) return;
    const ScissorScope scissor(picture.below_floor, {picture.covered.left, row, picture.step()});
    s.shadows.bind_floor_map();
    s.studio.draw_over_figures(picture.scene, picture.shadows(), s.programs);
}

/// Composites the band of the layer over the picture; leaves the picture bound.
void Renderer::lay(const Picture& picture, int row, int rows) {
    State& s = picture.renderer;
    RenderTarget::State& to = picture.to;
    const PixelRect& area = picture.covered;
    glBindFramebuffer(GL_FRAMEBUFFER, to.resolved_target.get());
    glViewport(area.left, row, area.width(), rows);
    composite(to.layer, picture.coarse(), area.width(), rows, s.nothing, s.programs);
}

/// Draws transparent surfaces over what is behind them; the layer only keeps its depth.
void Renderer::draw_through(const Picture& picture) {
    State& s = picture.renderer;
    RenderTarget::State& to = picture.to;
    glClear(GL_COLOR_BUFFER_BIT);
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(Unit::source));
    glBindTexture(GL_TEXTURE_2D, to.behind.get());
    s.surfaces.draw_transmitting(picture.scene, picture.shadows(), s.deformer, s.programs);
}

/// Draws figures and overlay into the layer, and composites it over the picture, band by band.
void Renderer::draw_figures(const Picture& picture) {
    State& s = picture.renderer;
    RenderTarget::State& to = picture.to;
    const PixelRect& area = picture.covered;
    if (area.empty()) return;
    const int step = picture.step();
    const int band = std::max(to.band_height / step * step, step);
    to.layer.prepare((area.width() + step - 1) / step, (std::min(band, area.height()) + step - 1) / step);
    upload_frame(s.frame_buffer, picture.frame);
    if (picture.ambient_occlusion()) {
        s.ambient.draw({picture.scene, s.deformer, s.surfaces, s.programs, hides}, picture.frame, area);
        s.lap("ambient occlusion");
    }
    const bool through = Surfaces::any_transmits(picture.scene);
    if (through) {
        for (int row = area.bottom; row < area.top; row += band) {
            draw_solid(picture, row);
            lay(picture, row, std::min(band, area.top - row));
        }
        to.keep_behind(Surfaces::any_frosted(picture.scene));
    }
    const bool is_solid_there = through && area.height() <= band;
    for (int row = area.bottom; row < area.top; row += band) {
        is_solid_there ? bind_layer(picture, row) : draw_solid(picture, row);
        if (through) draw_through(picture);
        s.surfaces.draw_blended(picture.scene, picture.shadows(), s.deformer, s.programs);
        s.lap("surfaces");
        if (!picture.outlined.empty()) {
            const ScissorScope scissor(picture.outlined, {area.left, row, step});
            s.outline.draw(to.width, to.height, s.programs);
            s.lap("outline");
        }
        s.overlay.draw(picture.overlay, s.programs);
        s.lap("overlay");
        lay(picture, row, std::min(band, area.top - row));
        s.lap("resolve");
    }
    glViewport(0, 0, to.width, to.height);
}

Renderer::Renderer() : state_(std::make_unique<State>()) {}
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(GlLoader loader) {
    const int version = load_functions(loader);
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

void Renderer::use_typefaces(std::vector<Typeface> others) {
    state_->labels.use_typefaces(std::move(others));
}

void Renderer::measure(PassTimes* times) {
    state_->times = times;
}

void Renderer::draw(const RenderScene& scene, RenderTarget& target, const Quality& quality) {
    State& s = *state_;
    RenderTarget::State& to = *target.state_;
    VT_CHECK(to.width > 0 && to.height > 0);
    if (s.times != nullptr) s.times->start();
    set_defaults();
    s.meshes.sweep();
    s.surfaces.sweep();
    s.studio.sweep();
    const bool moved = s.deformer.update(scene, s.meshes, s.programs) || s.shadows_stale;
    s.shadows_stale = false;
    s.lap("skinning");

    Picture picture{s, to, scene, quality, make_frame(scene, to.width, to.height), {}, {}, {}, {}};
    FrameBlock& frame = picture.frame;
    s.shadows.update(scene, moved, s.deformer, s.surfaces, s.programs,
                     in_proportion(quality, to.width, to.height), frame, s.frame_buffer);
    s.surfaces.use_soft_shadows(quality.soft_shadows);
    s.lap("shadow maps");
    s.labels.prepare(scene, to.width, to.height);
    picture.overlay = overlay_shapes(scene, to.width, to.height);
    cover(scene, s.deformer.items(), picture.overlay, frame, to.width, to.height, picture.covered,
          picture.below_floor, picture.outlined);
    if (!picture.outlined.empty()) {
        s.outline.draw_mask(scene, frame.clip_from_world, to.width, to.height, picture.outlined, s.deformer,
                            s.surfaces, s.programs);
        s.lap("outline");
    }
    draw_studio(picture);
    draw_figures(picture);
    s.labels.draw(s.programs);
    s.lap("overlay");
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
