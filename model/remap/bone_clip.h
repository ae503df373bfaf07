// Clips that belong to no rig: of bones, relative to the T-pose. What EXT_skeleton_humanoid's channels and
// VRMA files hold, made from a clip of any figure, and the bare figures that they are written with. It knows
// no files.
#pragma once

#include "model/remap/remap.h"

namespace vitruvian {

/// Which way a bare figure's bones point.
enum class BoneAxes {
    extension,  // as EXT_skeleton_humanoid wants them (t_pose_frame): its channels' values are the clip's own
    world,      // all along the world's axes, as VRM's normalised humanoid: N itself (see remap.h)
};

/// A figure of joints without meshes that stands in the T-pose at rest, on the ground, looking along +Z, in
/// metres: with the bones and proportions of humanoid `humanoid` of `document`, or, where `document` is null
/// or has no such humanoid, all 55 bones of an average adult. Node 0 is its root.
/// With axes of the world it is a VRM 1.0 humanoid, with those of the extension an EXT_skeleton_humanoid.
[[nodiscard]] Document make_t_pose_figure(const Document* document, int humanoid, BoneAxes axes);

/// The clip on `figure` (made by make_t_pose_figure), as channels of its nodes. Errors as RemapPlan::make.
[[nodiscard]] Result<Clip> clip_on_figure(const RemapSource& source, const Document& figure);

/// Channels of nodes of `figure` (as above) as channels of its bones: deltas from rest, which is the
/// reference. What moves other nodes is left out.
[[nodiscard]] Clip to_bone_channels(const Clip& clip, const Document& figure);

}  // namespace vitruvian
