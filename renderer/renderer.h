// Draws a RenderScene. Owns the GL objects; requires a current OpenGL 4.1 core context for every call, of any
// origin (EGL surfaceless, or a window).
#pragma once

#include "renderer/lettering.h"
#include "renderer/pass_times.h"
#include "renderer/quality.h"
#include "renderer/scene.h"

#include <memory>
#include <vector>

namespace vitruvian {

using GlProcedure = void (*)();
using GlLoader = GlProcedure (*)(const char* name);

/// An offscreen picture: an sRGB-encoded RGBA8 texture, and the buffers to draw it.
class RenderTarget {
  public:
    RenderTarget();
    ~RenderTarget();
    RenderTarget(RenderTarget&&) noexcept;
    RenderTarget& operator=(RenderTarget&&) noexcept;

    /// Sets the size in pixels; keeps the storage if the size is unchanged. With a `band_height` figures are
    /// drawn in bands of that many rows, one after the other, with multisampled storage for only one band.
    /// The picture is the same, except for rounding at a few edges.
    void resize(int width, int height, int band_height = whole_picture);
    static constexpr int whole_picture = 1 << 20;
    [[nodiscard]] int width() const;
    [[nodiscard]] int height() const;
    /// Copies the picture into the framebuffer that is bound for drawing, its lower left pixel to (left,
    /// bottom).
    void show_at(int left, int bottom) const;
    /// Reads the picture back, rows from the top.
    [[nodiscard]] Image read() const;

  private:
    friend class Renderer;
    struct State;
    std::unique_ptr<State> state_;
};

struct PixelRect;

class Renderer {
  public:
    /// Loads GL functions and compiles shaders; error "no-opengl" if the context is older than 4.1.
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(GlLoader loader);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Draws into the target. Pictures of equal scenes and quality are identical in every byte, regardless of
    /// previous draws.
    void draw(const RenderScene& scene, RenderTarget& target, const Quality& quality = {});

    /// Starts adding the cost of each picture's passes to `times`; null: stops.
    void measure(PassTimes* times);

    /// Returns the pick_id at a pixel (from the top left) of a picture of this size; joints and bones take
    /// precedence over surfaces, within a few pixels; 0: nothing.
    [[nodiscard]] std::uint32_t pick(const RenderScene& scene, int width, int height, int x, int y);

    /// Sets fallbacks for letters of labels that the window's typeface lacks; initially none.
    void use_typefaces(std::vector<Typeface> others);

    /// "llvmpipe (LLVM 15.0.6, 256 bits)" etc., for About and for logs.
    [[nodiscard]] const std::string& device_name() const;

  private:
    Renderer();
    struct State;
    struct Picture;
    static void draw_studio(const Picture& picture);
    static void draw_backdrop(const Picture& picture, float aspect);
    static void draw_figures(const Picture& picture);
    static void bind_layer(const Picture& picture, int row);
    static void draw_solid(const Picture& picture, int row);
    static void draw_through(const Picture& picture);
    static void lay(const Picture& picture, int row, int rows);
    std::unique_ptr<State> state_;
};

}  // namespace vitruvian
