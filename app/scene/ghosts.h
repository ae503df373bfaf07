// Two figures overlaid as ghosts in two colours: parts that only one has show in its colour.
#pragma once

#include "app/scene/frame.h"
#include "renderer/camera.h"

#include <array>

namespace vitruvian {

inline constexpr vec4 first_ghost_color{0.95F, 0.45F, 0.12F, 0.55F};   // orange
inline constexpr vec4 second_ghost_color{0.16F, 0.45F, 0.95F, 0.55F};  // blue

/// Like compose_frame, with all meshes of the first figure in one colour and of the second in another.
[[nodiscard]] RenderScene compose_ghosts(const std::array<Figure, 2>& figures, const ViewSettings& view,
                                         const Camera& camera, Picks* picks = nullptr);

}  // namespace vitruvian
