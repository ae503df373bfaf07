// VITRUVIAN_hanim: what H-Anim knows of a figure and glTF does not, so that a figure goes to glTF and back
// without loss. EXT_skeleton_humanoid leaves constraints and the like to extensions of its own; this is one:
// an object in `extensions` of an element of humanoidSkeletons. Every member is optional but "joints". Node
// numbers are glTF nodes; angles are radians; all numbers are in the file's units.
//
//   {
//     "version": "1.1",           // of H-Anim. Absent: the rig is no H-Anim figure, only its limits and
//                                 // stiffness are given
//     "name": "Nancy",            // Humanoid.name
//     "loa": 3,                   // as the figure declares it
//     "skeletalConfiguration": "BASIC",
//     "info": [["authorName", "..."], ...],      // tag and value, in order
//     "boundingBox": {"min": [x, y, z], "max": [x, y, z]},
//     "node": 0,                  // that represents the Humanoid
//     "joints": [{                // parents before children
//         "node": 3,
//         "center": [x, y, z],    // Joint.center; absent: 0 0 0. The node's own frame stands there
//         "llimit": [x, y, z], "ulimit": [x, y, z],
//         "limitOrientation": [x, y, z, w],      // a unit quaternion
//         "stiffness": [x, y, z],
//         "rest": {"translation": [x, y, z], "rotation": [x, y, z, w], "scale": [x, y, z]}
//                                 // the neutral pose, where the file shows the node in another one
//     }],
//     "segments": [{
//         "name": "l_thigh", "joint": 2,         // into "joints"
//         "meshNodes": [94],      // nodes that carry its geometry
//         "mass": 1.5, "centerOfMass": [x, y, z], "momentsOfInertia": [9 numbers],
//         "boundingBox": {...}
//     }],
//     "sites": [{"node": 50, "segment": 4, "center": [...], "rest": {...}}],     // segment: into "segments"
//     "displacers": [{
//         "name": "smile_action", "kind": "feature" | "action" | "config" | "morph",
//         "segment": 4,           // absent: of the skin
//         "weight": 0,            // where it has no target
//         "targets": [{"node": 94, "target": 0,  // morph target of that node's mesh
//                      "vertices": [[...], ...]  // for each primitive, where the moved vertices do not tell:
//                     }]                         // features without displacements, offsets of zero
//     }],
//     "frames": [{"node": 7, "center": [...], "rest": {...}}],   // the same for the Humanoid and for groups
//     "skinNodes": [95],          // nodes at the top that carry skinned meshes of this figure
//     "carriers": [94, 95, 96],   // nodes that only carry what a glTF node must (meshes, cameras, lights):
//     in
//                                 // H-Anim their load hangs on the parent, moved by the carrier's transform
//     "clips": [{"animation": 0, "loop": false, "duration": 2.5,  // where they are not: true, the last key
//                "name": "Walk"}]  // the animation's: where it has another, programs have moved animations since
//   }
//
// Nodes have the axes that EXT_skeleton_humanoid wants of bones, and "limitOrientation" and "rest" are in them. H-Anim's
// own frames are unturned at rest: in_hanim_form (model/edit/conform.h) finds them.
// "carriers" and "clips" describe the whole file and stand in the first figure's object.
#pragma once

#include "model/formats/gltf/write/writing.h"

namespace vitruvian::gltf {

inline constexpr const char* hanim_extension_name = "VITRUVIAN_hanim";

/// What "clips" says of an animation; nothing but its number where it ends with its last key and repeats.
[[nodiscard]] OrderedJson listed_clip(const Clip& clip, int animation);

/// "kind" of a displacer.
[[nodiscard]] const char* kind_name(DisplacerKind kind);

/// What "joints" says of limits and stiffness, where there are any.
void add_limits(OrderedJson& json, const Joint& joint);

/// Whether glTF's offsets tell which vertices the target names, and in which order.
[[nodiscard]] bool lists_vertices(const MorphTarget& target);

/// The object for a figure of the document. `is_first`: with what is said of the whole file.
[[nodiscard]] OrderedJson hanim_extension(Writing& writing, int humanoid, bool is_first);

}  // namespace vitruvian::gltf
