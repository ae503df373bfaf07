#include "app/jobs/drawing.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace vitruvian {

Result<std::unique_ptr<Drawing>> Drawing::create() {
    auto context = HeadlessContext::create();
    if (!context) return tl::unexpected(context.error());
    auto renderer = Renderer::create(HeadlessContext::loader());
    if (!renderer) return tl::unexpected(renderer.error());
    return std::unique_ptr<Drawing>(new Drawing{std::move(*context), std::move(*renderer), {}});
}

unsigned default_drawing_threads() {
    constexpr unsigned most = 8;
    return std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

}  // namespace vitruvian
