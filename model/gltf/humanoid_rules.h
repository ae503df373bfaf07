// What the humanoid extensions demand of a figure before it may be written as one.
#pragma once

#include "model/document/document.h"
#include "model/io/save.h"

namespace vitruvian::gltf {

/// The extension that `options` ask for; `automatic` is VRM for .vrm files, EXT_skeleton_humanoid otherwise
/// (which automatic then only gives to figures that already are H-Anim or have it).
[[nodiscard]] HumanoidExtension wanted_extension(const Document& document, const SaveOptions& options);

/// The local transforms that the file shows: as stored, but VRM and KHR_character want the first figure's
/// bones to rest in a T-pose.
[[nodiscard]] std::vector<Transform> shown_pose(const Document& document, HumanoidExtension extension);

/// The figure's bones without those that VRM 1.0 does not let stand alone (an upper chest without a chest,
/// finger joints without the one before), which is noted. The Error "vrm-bones-missing" names the required
/// bones that are not there (VRMC_vrm 1.0, humanoid.md; KHR_character's vrmHumanoid has the same).
[[nodiscard]] Result<BoneMap> vrm_bones(const Document& document, const Humanoid& humanoid,
                                        Diagnostics& notes);

}  // namespace vitruvian::gltf
