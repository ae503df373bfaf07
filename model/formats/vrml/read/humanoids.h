// Humanoids of H-Anim 1.1 and later: the fields of a Humanoid, and its contents.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <optional>

namespace vitruvian::vrml {

void visit_humanoid(BuildContext& build, NodeRef node, const WalkPlace& at);
/// Records an HAnimMotion or HAnimPose, from which clips are made later.
void visit_motion(BuildContext& build, NodeRef node, const WalkPlace& at);

/// Makes a figure from a file of joints without a Humanoid around them; it is placed at the file's origin.
void adopt_joints_without_humanoid(BuildContext& build);

/// Reads bboxCenter and bboxSize of a Humanoid or Segment; nullopt for a size of -1 -1 -1, the default.
[[nodiscard]] std::optional<Bounds> read_bounding_box(World& world, NodeRef node);

}  // namespace vitruvian::vrml
