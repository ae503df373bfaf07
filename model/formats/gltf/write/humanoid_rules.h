// The requirements of the humanoid extensions on a figure that is written, and how questions that
// EXT_skeleton_humanoid's draft leaves open are resolved, for reading and writing alike.
//
// The published schema and text disagree; the choices are
//  - `humanoidSkeletons`, a list, as the text has it; one skeleton at the top, as the schema has it, is
//    read too;
//  - all 55 bones (the schema forgets the chest); an unknown bone name is reported and left out;
//  - rotation, translation and scale channels are read; written are rotations, and the hips' translation;
//  - `rootNode` is written (the humanoid's node, or the deepest node above all joints) and not needed
//    to read;
//  - channels need no node; a clip file written here has a bare figure all the same, so that programs know
//    how high the hips are (bone_clip.h).
// Questions of meaning, and where the answer is at work:
//   1 the parent of the hips is not a joint         the node's own rest rotation           reference_pose.h
//   2 nodes that are not joints between bones     their rest is divided out              reference_pose.h
//   3 parent in the tree or among the bones      in the tree; what is between rests     reference_pose.h
//   4 a bone in several skins                    bone and parent from the same skin     reference_pose.h
//   5 no inverse bind matrices                   rest                                   reference_pose.h
//   6 bind pose and rest differ                  measured; the nearer to the T-pose     reference_pose.h
//   7 bones without a channel                    at the reference while a clip plays    remap.h
//   8 the target lacks a bone                    folded into its children               remap.h
//   9 which of T, R, S are written               only what is animated                  remap.h
//  10 what a translation means                   hips alone, scaled by hip heights      remap.h
//  11 axes of bones without a child              Godot's; thumbs at 45 degrees          bone_frames.h
//  12 rigs with other bone axes                  rest-normalised rotations (`world`)    remap.h
//  13 facing -Z, scaled or mirrored roots        the figure's own axes                  body_frame.h
//  14 bones out of hierarchy                     mapped; moved by world transforms      remap.h
//  15 a sampler shared with other channels       reported; never written                animations.cpp
//  16 interpolation before or after              before; both give the same             remap.h
//  17 several skeletons in the clip's file       the one that most channels move        remap.h
// The reference pose is that of the inverse bind matrices. A figure written from scratch is therefore bound
// in a T-pose with the extension's axes (conforming.h), whatever pose its nodes are in; with VRMC_vrm and
// KHR_character its bones also rest in it.
#pragma once

#include "model/document/document.h"
#include "model/io/save_options.h"

#include <optional>
#include <vector>

namespace vitruvian::gltf {

/// Returns the extension that `options` ask for; `automatic` is VRM for .vrm files, EXT_skeleton_humanoid
/// otherwise (and then only for figures that already are H-Anim figures or have the extension).
[[nodiscard]] HumanoidExtension wanted_extension(const Document& document, const SaveOptions& options);

/// Returns the local transforms that the file stores: as in the document, but VRM and KHR_character require
/// the first figure's bones to rest in a T-pose.
[[nodiscard]] std::vector<Transform> shown_pose(const Document& document, HumanoidExtension extension);

/// Returns the document with clips that keep bones in place whose rest pose is different in the file
/// (shown_pose) and that the clips do not rotate. nullopt where no clip needs it.
[[nodiscard]] std::optional<Document> with_rests_held(const Document& document, HumanoidExtension extension);

/// Returns the figure's bones without those that VRM 1.0 does not allow alone (an upper chest without a
/// chest, finger joints without the previous one), which is noted. Error "vrm-bones-missing" names the
/// required bones that are missing (VRMC_vrm 1.0, humanoid.md; KHR_character's vrmHumanoid requires the
/// same).
[[nodiscard]] Result<BoneMap> vrm_bones(const Document& document, const Humanoid& humanoid,
                                        Diagnostics& notes);

}  // namespace vitruvian::gltf
