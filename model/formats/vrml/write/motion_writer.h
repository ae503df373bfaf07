// Clips as HAnimMotion (ISO/IEC 19774-2): frames of Euler angles and positions, one after the other.
#pragma once

#include "model/formats/vrml/write/clip_writer.h"

namespace vitruvian::vrml {

/// Returns the humanoid whose HAnimMotion a clip becomes, or -1: the options do not ask for that, the file is
/// VRML97, or the clip animates something other than joints of one written humanoid, or scales them.
[[nodiscard]] int motion_humanoid(const SaveOptions& options, const FramePlan& plan,
                                  const HanimNaming& naming, const Clip& clip);

/// Warns where the frames of the clip's HAnimMotion do not follow its rotations.
void note_cut_corners(const Clip& clip, Diagnostics& notes);

}  // namespace vitruvian::vrml
