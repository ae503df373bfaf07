// Clips without a rig: bone channels relative to the T-pose, as in EXT_skeleton_humanoid's channels and VRMA
// files, made from a clip of any figure; and the figures without meshes with which they are written.
// Independent of files.
#pragma once

#include "model/remap/remap.h"

namespace vitruvian {

/// The bone axes of such a figure.
enum class BoneAxes {
    extension,  // as in EXT_skeleton_humanoid (t_pose_frame): its channels' values are the clip's own
    world,      // the world's axes, as in VRM's normalised humanoid: N itself (see remap.h)
};

/// Returns a figure of joints without meshes that stands in the T-pose at rest, on the ground, facing +Z, in
/// metres: with the bones and proportions of humanoid `humanoid` of `document`, or, if `document` is null or
/// has no such humanoid, all 55 bones of an average adult. Node 0 is its root. With world axes it is a VRM
/// 1.0 humanoid, with extension axes an EXT_skeleton_humanoid.
[[nodiscard]] Document make_t_pose_figure(const Document* document, int humanoid, BoneAxes axes);

/// Retargets the clip to `figure` (from make_t_pose_figure), as channels of its nodes. Errors as
/// RemapPlan::make.
[[nodiscard]] Result<Clip> clip_on_figure(const RemapSource& source, const Document& figure);

/// Returns whether the source's clip has a gaze, or moves expressions or displacers that have a name.
[[nodiscard]] bool moves_faces(const RemapSource& source);

/// Adds the faces of the source's clip to `on_figure`: for each a node and an expression of its name to `figure`, whose X
/// translation is its weight, as in a VRMA. Adds the gaze in place of turns of eyes, and of lookLeft and the like.
void add_faces(const RemapSource& source, Document& figure, Clip& on_figure);

/// Converts node channels of `figure` (as above) to bone channels: deltas from rest, which is the reference
/// pose. Channels of other nodes are dropped.
[[nodiscard]] Clip to_bone_channels(const Clip& clip, const Document& figure);

}  // namespace vitruvian
