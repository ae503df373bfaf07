// Frames of the document. See document.h for how a node's frame stands at its center. A joint's translation, rotation and
// scale are its pose (delta); those of a Transform, Humanoid or Site say where it is placed, and go into rest, so that the
// neutral pose keeps them.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <string>

namespace vitruvian::vrml {

enum class FieldsAre { placement, pose };

[[nodiscard]] glm::dmat4 translation_matrix(const vec3& v);

/// T(t) T(c) R SR S SR^-1 T(-c) of a Transform's fields, VRML97 6.52.
[[nodiscard]] glm::dmat4 file_matrix(World& world, NodeRef node);

/// The frame of the document's node that carries what is at `at`, from the frame there.
[[nodiscard]] glm::dmat4 node_from(const WalkPlace& at);

/// Adds the document's node for `node` and returns where its children stand.
[[nodiscard]] WalkPlace add_frame(BuildContext& build, NodeRef node, const WalkPlace& at,
                                  vitruvian::NodeKind kind, FieldsAre fields, std::string name);

}  // namespace vitruvian::vrml
