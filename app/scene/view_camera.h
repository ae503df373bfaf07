// Which camera a view's name means: one of the standard views, or a viewpoint or camera site of the file.
#pragma once

#include "app/scene/frame.h"

#include <string>
#include <vector>

namespace vitruvian {

/// The cameras that a document offers: its viewpoints, and the sites whose name ends in "_view" (H-Anim 1.1,
/// Site) that have no viewpoint of their own; those look along their -Z. None is without a name: a viewpoint
/// that has none is called after its site, else by its number.
[[nodiscard]] std::vector<Viewpoint> cameras_of(const Document& document);

/// The file's own viewpoint as a camera, where its node is at `world` (nodes to the scene) and
/// `placement` is the document's world in the scene. It turns about the point before it that is nearest to
/// the middle of `bounds`. The viewpoint's field of view is of the smaller side of the picture (VRML97 6.53).
[[nodiscard]] Camera viewpoint_camera(const Viewpoint& viewpoint, std::span<const mat4> world,
                                      const mat4& placement, const Bounds& bounds, float aspect);

/// "best", "front", ... or the name of a camera of the first figure's document (see cameras_of); error
/// "no-such-view" lists them.
[[nodiscard]] Result<Camera> camera_for_view(std::span<const Figure> figures, const std::string& name,
                                             float aspect, const Air& air = {});

}  // namespace vitruvian
