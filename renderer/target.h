// Internals of a RenderTarget, for the renderer's own files.
#pragma once

#include "renderer/covered.h"
#include "renderer/gl.h"
#include "renderer/renderer.h"
#include "renderer/studio.h"

#include <optional>

namespace vitruvian {

/// Transparent layer into which figures and overlay are drawn, before they are composited over the studio: as
/// large as the part of the picture that they cover.
struct FigureLayer {
    gl::Texture color;
    gl::Renderbuffer depth;
    gl::Framebuffer framebuffer;
    int width = 0;
    int height = 0;

    static constexpr int samples = 4;
    /// Ensures room for this many pixels, without keeping many times as many.
    void prepare(int wanted_width, int wanted_height);
};

/// Creates an RGBA8 texture without multisampling, and its framebuffer.
void make_picture(gl::Texture& texture, gl::Framebuffer& target, int width, int height);

struct RenderTarget::State {
    int width = 0;
    int height = 0;
    int band_height = 0;  // maximum rows of the layer
    FigureLayer layer;
    gl::Texture resolved;
    gl::Framebuffer resolved_target;

    // The picture without transmitting surfaces, which sample it.
    gl::Texture behind;
    gl::Framebuffer behind_target;

    // The backdrop alone, cached from the second picture on that has the same one.
    std::optional<Background> backdrop_of;  // of the previous picture
    bool has_backdrop = false;
    gl::Texture backdrop;
    gl::Framebuffer backdrop_target;

    // The studio without shadows, cached from the second picture on that has the same one.
    StudioView studio_view;
    bool has_studio = false;
    gl::Texture studio;
    gl::Framebuffer studio_target;

    /// Copies another picture of the same size into this one, and binds it for drawing.
    void take(gl::Framebuffer& other);
    /// Copies the picture to `behind`, with smaller levels if it will be blurred.
    void keep_behind(bool blurred);
};

}  // namespace vitruvian
