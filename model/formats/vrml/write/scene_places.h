// Cameras, lights and backgrounds.
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

/// In the file frame of the node that contains it.
[[nodiscard]] OutputNode viewpoint_node(const Viewpoint& view, const glm::dmat4& file_from_node);
[[nodiscard]] OutputNode light_node(SceneContext& scene, const Light& light,
                                    const glm::dmat4& file_from_node);
[[nodiscard]] OutputNode background_node(SceneContext& scene, const Sky& sky);

}  // namespace vitruvian::vrml
