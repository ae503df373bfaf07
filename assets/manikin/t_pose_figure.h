// The manikin as EXT_skeleton_humanoid wants it: bound and standing in the T-pose, each bone's +Y along it
// and +X the way it bends. Neutral stays H-Anim's default pose, so that limits mean what they say.
#pragma once

#include "model/document/document.h"

namespace vitruvian::manikin {

/// `figure`: in H-Anim's default pose, its joints' axes those of the humanoid.
[[nodiscard]] Document t_pose_figure(const Document& figure);

/// The figure's clips on bare joints, as channels of humanoid bones, with no more keys than half a degree
/// needs. The bare figure is straighter than a person: each of its bones lies along its own +Y.
[[nodiscard]] Document clips_alone(const Document& figure);

}  // namespace vitruvian::manikin
