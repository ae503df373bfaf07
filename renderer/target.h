// What is inside a RenderTarget: for the renderer's own files.
#pragma once

#include "renderer/covered.h"
#include "renderer/gl.h"
#include "renderer/renderer.h"
#include "renderer/studio.h"

#include <optional>

namespace vitruvian {

/// Where figures and overlay are drawn, on nothing, before they are laid over the studio: as large as the part of
/// the picture that they cover.
struct FigureLayer {
    gl::Texture color;
    gl::Renderbuffer depth;
    gl::Framebuffer framebuffer;
    int width = 0;
    int height = 0;

    static constexpr int samples = 4;
    /// Has room for this many pixels afterwards, and not for many times as many.
    void prepare(int wanted_width, int wanted_height);
};

/// RGBA8 without samples, and what draws into it.
void make_picture(gl::Texture& texture, gl::Framebuffer& target, int width, int height);

struct RenderTarget::State {
    int width = 0;
    int height = 0;
    int band_height = 0;  // rows that the layer holds at most
    FigureLayer layer;
    gl::Texture resolved;
    gl::Framebuffer resolved_target;

    // The picture without what lets light through, which looks at it.
    gl::Texture behind;
    gl::Framebuffer behind_target;

    // The backdrop alone, kept from the second picture on that has the same.
    std::optional<Background> backdrop_of;  // the picture before
    bool has_backdrop = false;
    gl::Texture backdrop;
    gl::Framebuffer backdrop_target;

    // The studio without shadows, kept from the second picture of the same on.
    StudioView studio_view;
    bool has_studio = false;
    gl::Texture studio;
    gl::Framebuffer studio_target;

    /// Makes the picture a copy of another of its size, and binds it for drawing.
    void take(gl::Framebuffer& other);
    /// Keeps a copy of the picture in `behind`.
    void keep_behind();
};

}  // namespace vitruvian
