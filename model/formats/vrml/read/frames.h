// Frames of the document; document.h describes how a node's frame is at its center. A joint's translation,
// rotation and scale are its pose (delta); those of a Transform, Humanoid or Site are its placement and go
// into rest, so that the neutral pose keeps them.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <string>

namespace vitruvian::vrml {

enum class FieldsAre { placement, pose };

[[nodiscard]] glm::dmat4 translation_matrix(const vec3& v);

/// Returns T(t) T(c) R SR S SR^-1 T(-c) of a Transform's fields, VRML97 6.52.
[[nodiscard]] glm::dmat4 file_matrix(World& world, NodeRef node);

/// Returns the matrix from the frame at `at` to that of the document's node that contains it.
[[nodiscard]] glm::dmat4 node_from(const WalkPlace& at);

/// Adds the document's node for `node` and returns the place of its children.
[[nodiscard]] WalkPlace add_frame(BuildContext& build, NodeRef node, const WalkPlace& at,
                                  vitruvian::NodeKind kind, FieldsAre fields, std::string name);

}  // namespace vitruvian::vrml
