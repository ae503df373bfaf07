// What is inside a RenderTarget: for the renderer's own files.
#pragma once

#include "renderer/gl.h"
#include "renderer/renderer.h"

namespace vitruvian {

struct RenderTarget::State {
    int width = 0;
    int height = 0;
    gl::Renderbuffer color;  // multisampled
    gl::Renderbuffer depth;
    gl::Framebuffer multisampled;
    gl::Texture resolved;
    gl::Framebuffer resolved_target;
};

}  // namespace vitruvian
