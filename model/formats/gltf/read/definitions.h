// Humanoids as extensions define them: EXT_skeleton_humanoid, VRMC_vrm 1.0, VRM 0.x,
// KHR_character_skeleton_mapping and VRMC_vrm_animation. Knows the extensions' JSON; which skins belong to a
// definition is humanoids.cpp's.
//
// EXT_skeleton_humanoid leaves much open. What Vitruvian does, by the question's number in the project's
// notes:
//
//  layout  Both are read: the text's `humanoidSkeletons` list and the schema's `humanoidBones` at the top.
//  All 55
//          bones (the schema lacks chest); unknown names and nodes are left out and reported. `rootNode` is not
//          used.
//   1  parent of a bone is not a joint             the node's own rest rotation stands in
//   (remap/reference_pose.h) 2  nodes that are not joints between joints  their rest is divided out, up to the
//   nearest joint of the skin 3  which parent                             the node's, not the humanoid's:
//   twist and other bones keep their rest 4  several skins                            child and parent from
//   one skin, that with the nearest ancestor 5  no inverse bind matrices                 rest rotations 6
//   bind pose or rest pose                   whose limbs are nearer the T-pose; `--reference` chooses
//   otherwise 7  bones without a channel                  stand in the reference pose while the clip plays 8
//   bone missing on the target               its rotation folds into its children (remap/remap.h) 9  what a
//   clip writes                       only the paths that it animates
//  10  translation                              the hips' alone, scaled by hip height in world units
//  11  a bone's axes                            those of the rig; where both rigs conform, the formula's
//  12  rigs that do not conform                 world-normalised rotations; `spec` is the formula to the
//  letter 13  facing -Z, scale, mirrored roots         the body's own up, front and left, not the file's axes
//  14  hierarchies other than the standard's    mapped all the same, evaluated in world space
//  15  sampler shared with ordinary channels    played, and reported ("gltf-humanoid-sampler") (animations.cpp)
//  16  interpolation before or after remapping  before
//  17  which clip for which skeleton            any: the selected humanoid, or `--humanoid`
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

/// A humanoid as an extension defines it.
struct Definition {
    HumanoidKind kind = HumanoidKind::inferred;
    std::string name;
    std::string version;
    std::string source;  // the extension, for people
    std::vector<std::pair<std::string, std::string>> info;
    BoneMap bones;
    std::vector<Expression> expressions;
};

/// All of a file's definitions that name a bone. Where several extensions define the same figure, the first
/// of those above counts, and the others add the name, facts and bones that it lacks. Names what VRM's
/// expressions say of displacers without a name.
[[nodiscard]] std::vector<Definition> read_definitions(Reading& reading);

// Its parts.

/// KHR_character_skeleton_mapping: of several rigs' vocabularies the one that gives most bones.
[[nodiscard]] Definition read_khr_mapping(Reading& reading, const JsonValue& json);

/// The expressions of VRMC_vrm, VRM (blendShapeMaster) or VRMC_vrm_animation. A displacer without a name of
/// its own gets that of the expression that moves it alone.
struct ExpressionsRead {
    std::string names;  // for people, as the file has them
    std::vector<Expression> list;
};
[[nodiscard]] ExpressionsRead read_expressions(Reading& reading, const JsonValue& json);

}  // namespace vitruvian::gltf
