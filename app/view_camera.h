// Which camera a view's name means: one of the standard views, or a viewpoint of the file.
#pragma once

#include "app/frame.h"

#include <string>

namespace vitruvian {

/// The file's own viewpoint as a camera, where its node stands at `world`. It turns about the point before it
/// that is nearest to the middle of `bounds`. The viewpoint's field of view is of the smaller side of the
/// picture (VRML97 6.53).
[[nodiscard]] Camera viewpoint_camera(const Viewpoint& viewpoint, std::span<const mat4> world,
                                      const Bounds& bounds, float aspect);

/// "best", "front", ... or the name of a viewpoint of the first figure's document; error "no-such-view" lists
/// them.
[[nodiscard]] Result<Camera> camera_for_view(std::span<const Figure> figures, const std::string& name,
                                             float aspect);

}  // namespace vitruvian
