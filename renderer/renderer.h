// Draws a RenderScene. Owns the GL objects; needs a current OpenGL 4.1 core context for every call,
// whoever made it (EGL surfaceless, or a window).
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

/// An offscreen picture: an sRGB-encoded RGBA8 texture, and what it is drawn with.
class RenderTarget {
  public:
    RenderTarget();
    ~RenderTarget();
    RenderTarget(RenderTarget&&) noexcept;
    RenderTarget& operator=(RenderTarget&&) noexcept;

    /// Pixels; keeps its storage where the size is the same. With a `band_height` figures are drawn in bands
    /// of so many rows, one after the other, with multisampled storage for one band alone. The picture is the
    /// same, but for rounding at a few edges.
    void resize(int width, int height, int band_height = whole_picture);
    static constexpr int whole_picture = 1 << 20;
    [[nodiscard]] int width() const;
    [[nodiscard]] int height() const;
    /// Copies the picture into the framebuffer that is bound for drawing, its lower left pixel to (left, bottom).
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
    /// Loads GL functions and compiles shaders; error "no-opengl" where the context is older than 4.1.
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(GlLoader loader);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Draws into the target. Pictures of one scene in one quality are the same bytes, whatever was drawn
    /// before.
    void draw(const RenderScene& scene, RenderTarget& target, const Quality& quality = {});

    /// From now on adds what the passes of each picture cost to `times`; null: no longer.
    void measure(PassTimes* times);

    /// The pick_id under a pixel (from the top left) of a picture of this size; joints and bones come before
    /// surfaces, within a few pixels; 0: nothing.
    [[nodiscard]] std::uint32_t pick(const RenderScene& scene, int width, int height, int x, int y);

    /// For letters of labels that the window's typeface lacks; none at first.
    void use_typefaces(std::vector<Typeface> others);

    /// "llvmpipe (LLVM 15.0.6, 256 bits)" and such, for About and for logs.
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
