// Resolves view names to cameras: a standard view, or a viewpoint or camera site of the file.
#pragma once

#include "app/scene/frame.h"

#include <string>
#include <vector>

namespace vitruvian {

/// Returns the cameras of a document: its viewpoints, and the sites whose name ends in "_view" (H-Anim 1.1,
/// Site) that have no viewpoint of their own; those look along their -Z. Every camera has a name: an unnamed
/// viewpoint is named after its site, else by its number.
[[nodiscard]] std::vector<Viewpoint> cameras_of(const Document& document);

/// Returns the camera of a file's viewpoint, with node matrices `world` in the scene and `placement` from
/// document world space to the scene. It orbits about the point in front of it nearest to the middle of
/// `bounds`. The viewpoint's field of view applies to the smaller side of the picture (VRML97 6.53).
[[nodiscard]] Camera viewpoint_camera(const Viewpoint& viewpoint, std::span<const mat4> world,
                                      const mat4& placement, const Bounds& bounds, float aspect);

/// Returns the camera for "best", "front", ... or the name of a camera of the first figure's document (see
/// cameras_of); error "no-such-view" lists the valid names.
[[nodiscard]] Result<Camera> camera_for_view(std::span<const Figure> figures, const std::string& name,
                                             float aspect, const Air& air = {});

}  // namespace vitruvian
