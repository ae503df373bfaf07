// What a thread draws pictures with.
#pragma once

#include "renderer/headless_context.h"
#include "renderer/renderer.h"

#include <memory>

namespace vitruvian {

struct Drawing {
    std::unique_ptr<HeadlessContext> context;  // current on the thread that created it
    std::unique_ptr<Renderer> renderer;
    RenderTarget target;

    /// Error "no-opengl".
    [[nodiscard]] static Result<std::unique_ptr<Drawing>> create();
};

/// Returns how many threads draw if the user has not said otherwise: one per core, up to 8, because each context
/// has its own programs and pictures.
[[nodiscard]] unsigned default_drawing_threads();

}  // namespace vitruvian
