// VITRUVIAN_hanim: H-Anim data of a figure that glTF has no place for, so that a figure can be converted to
// glTF and back without loss. EXT_skeleton_humanoid leaves constraints and the like to other extensions; this
// is one of them: an object in `extensions` of an element of humanoidSkeletons. Every member is optional
// except "joints". Node indices are those of glTF; angles are in radians; all numbers are in the file's
// units.
//
//   {
//     "version": "1.1",           // of H-Anim. Absent: the rig is not an H-Anim figure, only its limits and
//                                 // stiffness are given
//     "name": "Nancy",            // Humanoid.name
//     "loa": 3,                   // as the figure declares it
//     "skeletalConfiguration": "BASIC",
//     "info": [["authorName", "..."], ...],      // tag and value, in order
//     "boundingBox": {"min": [x, y, z], "max": [x, y, z]},
//     "node": 0,                  // that represents the Humanoid
//     "joints": [{                // parents before children
//         "node": 3,
//         "center": [x, y, z],    // Joint.center; absent: 0 0 0. The node's own frame is at the centre
//         "llimit": [x, y, z], "ulimit": [x, y, z],
//         "limitOrientation": [x, y, z, w],      // a unit quaternion
//         "stiffness": [x, y, z],
//         "rest": {"translation": [x, y, z], "rotation": [x, y, z, w], "scale": [x, y, z]}
//                                 // the neutral pose, where the node has another pose in the file
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
//                      "vertices": [[...], ...]  // per primitive, where the offsets do not imply the vertices:
//                     }]                         // features without displacements, offsets of zero
//     }],
//     "frames": [{"node": 7, "center": [...], "rest": {...}}],   // the same for the Humanoid and for groups
//     "skinNodes": [95],          // nodes at the top that carry skinned meshes of this figure
//     "carriers": [94, 95, 96],   // nodes that only carry what a glTF node must (meshes, cameras, lights):
//                                 // in H-Anim these are placed in the parent, by the carrier's transform
//     "clips": [{"animation": 0, "loop": false, "duration": 2.5,  // where they are not: true, the last key
//                "name": "Walk"}]  // the animation's name; if it differs, animations were reordered since
//   }
//
// Nodes have the axes that EXT_skeleton_humanoid requires of bones, and "limitOrientation" and "rest" are in
// these axes. H-Anim's own frames have no rotation at rest: in_hanim_form (model/edit/conform.h) restores
// them.
// "carriers" and "clips" describe the whole file and are in the first figure's object.
#pragma once

#include "model/formats/gltf/write/writing.h"

namespace vitruvian::gltf {

inline constexpr const char* hanim_extension_name = "VITRUVIAN_hanim";

/// Returns the entry of "clips" for an animation; only its index where it ends with its last key and repeats.
[[nodiscard]] OrderedJson listed_clip(const Clip& clip, int animation);

/// Returns the "kind" of a displacer.
[[nodiscard]] const char* kind_name(DisplacerKind kind);

/// Adds the limits and stiffness of a joint, if it has any.
void add_limits(OrderedJson& json, const Joint& joint);

/// Whether glTF's offsets alone determine which vertices the target lists, and in which order.
[[nodiscard]] bool lists_vertices(const MorphTarget& target);

/// Returns the object for a figure of the document. `is_first`: with the members that describe the whole
/// file.
[[nodiscard]] OrderedJson hanim_extension(Writing& writing, int humanoid, bool is_first);

}  // namespace vitruvian::gltf
