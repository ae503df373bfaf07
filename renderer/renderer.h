// Draws a RenderScene. Owns the GL objects; needs a current OpenGL 4.1 core context for every call,
// whoever made it (EGL surfaceless, or a window).
#pragma once

#include "renderer/scene.h"

#include <memory>

namespace vitruvian {

using GlProcedure = void (*)();
using GlLoader = GlProcedure (*)(const char* name);

/// An offscreen picture: multisampled colour and depth, resolved to an sRGB-encoded RGBA8 texture.
class RenderTarget {
  public:
    RenderTarget();
    ~RenderTarget();
    RenderTarget(RenderTarget&&) noexcept;
    RenderTarget& operator=(RenderTarget&&) noexcept;

    /// Pixels; keeps its storage where the size is the same. With a `band_height` the picture is drawn in
    /// bands of about so many rows, one after the other, with multisampled storage for one band alone. The
    /// picture is the same, but for rounding at a few edges.
    void resize(int width, int height, int band_height = whole_picture);
    static constexpr int whole_picture = 1 << 20;
    [[nodiscard]] int width() const;
    [[nodiscard]] int height() const;
    /// The resolved colour texture's GL name (rows from the bottom, as GL has them).
    [[nodiscard]] unsigned texture() const;
    /// Reads the picture back, rows from the top.
    [[nodiscard]] Image read() const;

  private:
    friend class Renderer;
    struct State;
    std::unique_ptr<State> state_;
};

class Renderer {
  public:
    /// Loads GL functions and compiles shaders; error "no-opengl" where the context is older than 4.1.
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(GlLoader loader);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Draws into the target and resolves it.
    void draw(const RenderScene& scene, RenderTarget& target);

    /// The pick_id under a pixel (from the top left) of a picture of this size; joints and bones come before
    /// surfaces, within a few pixels; 0: nothing.
    [[nodiscard]] std::uint32_t pick(const RenderScene& scene, int width, int height, int x, int y);

    /// "llvmpipe (LLVM 15.0.6, 256 bits)" and such, for About and for logs.
    [[nodiscard]] const std::string& device_name() const;

  private:
    Renderer();
    struct State;
    static void draw_passes(State& state, const RenderScene& scene, RenderTarget::State& target, bool shadows,
                            bool outlined);
    static void copy_band(RenderTarget::State& target, int first_row);
    static void draw_transmitting(State& state, const RenderScene& scene, RenderTarget::State& target,
                                  bool shadows);
    std::unique_ptr<State> state_;
};

}  // namespace vitruvian
