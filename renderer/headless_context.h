// An OpenGL 4.1 core context without a window or a display server: EGL on Mesa's surfaceless platform.
#pragma once

#include "model/core/result.h"
#include "renderer/renderer.h"

#include <cstddef>
#include <memory>
#include <string>

namespace vitruvian {

class HeadlessContext {
  public:
    /// Divides the cores among the contexts of `threads` threads that will draw at once, where the driver draws in
    /// software and the user has not said otherwise (LP_NUM_THREADS). To be called before the first context is
    /// created, while no other thread reads the environment.
    static void prepare_for_threads(std::size_t threads);

    /// Creates the context and makes it current on this thread; error "no-opengl" if unavailable.
    [[nodiscard]] static Result<std::unique_ptr<HeadlessContext>> create();
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

    [[nodiscard]] static GlLoader loader();

    /// "4.5 (Core Profile) Mesa 22.3.6" etc.: pictures of other drivers may differ slightly.
    [[nodiscard]] static std::string driver_name();

  private:
    HeadlessContext() = default;
    void* display_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace vitruvian
