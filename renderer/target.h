// What is inside a RenderTarget: for the renderer's own files.
#pragma once

#include "renderer/gl.h"
#include "renderer/renderer.h"

namespace vitruvian {

struct RenderTarget::State {
    int width = 0;
    int height = 0;
    int band_height = 0;     // rows that the multisampled storage holds: all, or a part drawn at a time
    gl::Renderbuffer color;  // multisampled
    gl::Renderbuffer depth;
    gl::Framebuffer multisampled;
    gl::Texture resolved;
    gl::Framebuffer resolved_target;
};

}  // namespace vitruvian
