// Humanoids of H-Anim 1.1 and later: what a Humanoid says of itself, and what is in it.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <optional>

namespace vitruvian::vrml {

void visit_humanoid(BuildContext& build, NodeRef node, const WalkPlace& at);
/// An HAnimMotion or HAnimPose is kept for the making of clips.
void visit_motion(BuildContext& build, NodeRef node, const WalkPlace& at);

/// A file of joints without a Humanoid around them still is a figure: one that stands where the file does.
void adopt_joints_without_humanoid(BuildContext& build);

/// bboxCenter and bboxSize of a Humanoid or Segment; a size of -1 -1 -1, the default, says nothing.
[[nodiscard]] std::optional<Bounds> read_bounding_box(World& world, NodeRef node);

}  // namespace vitruvian::vrml
