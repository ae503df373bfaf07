// The table of checks of names, trees and lists.
#include "model/check/registry.h"
#include "model/check/structure.h"

#include <array>

namespace vitruvian::check {
namespace {

using enum Level;
using enum AppliesTo;

constexpr std::array<CheckInfo, 30> structure_table{{
    {"ST01", "Required bone missing", "each of the 15 bones that engines require", "", 0.0, "none missing",
     error, both, false, "HumanIK, VRM 1.0, Godot and Unity: required bones", check_required_bones},
    {"ST02", "Bone order violated", "the nearest mapped bone above each bone", "", no_threshold,
     "no other bone between", error, both, false, "EXT_skeleton_humanoid; Godot; Unity", check_bone_order},
    {"ST03", "Node mapped twice", "joints that are mapped to two bones", "", 0.0, "none", error, both, false,
     "VRM 1.0; Overte", check_mapped_twice},
    {"ST04", "Duplicate names", "names that two joints, segments, sites or nodes share", "", 0.0,
     "none; glTF: warning", error, both, false, "H-Anim 1.1; VRM; Roblox", check_duplicate_names},
    {"ST05", "Name missing", "the name field of joints, segments, sites and displacers", "", no_threshold,
     "not empty", error, hanim, false, "H-Anim 1.1", check_missing_names},
    {"ST06", "Unknown joint name", "joint names against the version's list", "", no_threshold,
     "another version's: warning; unknown: info", warning, hanim, true, "H-Anim 1.1, ISO/IEC 19774",
     check_joint_names},
    {"ST07", "DEF prefix mismatch", "the joints' DEF names against a common prefix and their names", "",
     no_threshold, "all alike; hanim_ where there is one figure", warning, hanim, false, "H-Anim 1.1",
     check_def_prefix},
    {"ST08", "Joint under Segment", "the parent of each joint", "", 0.0, "joints or the humanoid", error,
     hanim, false, "H-Anim 1.1", check_joint_under_segment},
    {"ST09", "Humanoid lists incomplete", "the humanoid's lists against its tree", "", no_threshold,
     "a joint of a skinned figure: error; else warning", warning, hanim, false, "H-Anim 1.1; X_ITE; Castle",
     check_lists},
    {"ST10", "More than one root", "joints directly in the humanoid, and the root's name", "", 1.0, "", error,
     hanim, false, "H-Anim 1.1; Overte", check_several_roots},
    {"ST11", "Root is hips", "whether the hips are the root of the scene", "", no_threshold, "not the root",
     error, gltf, false, "Unity", check_root_is_hips},
    {"ST12", "Joint list not joints", "humanoidBones against the joints of the skins", "", no_threshold,
     "all", error, gltf, false, "EXT_skeleton_humanoid", check_bones_in_skin},
    {"ST13", "Node cycle or two parents", "in how many places a node hangs", "", 0.0, "one", error, both,
     false, "glTF 2.0 3.5.2; VRML97 4.3.2", check_two_parents},
    {"ST14", "Orphan joint", "chains of skin joints that no vertex follows", "", 0.0, "ends excepted", info,
     both, false, "glTF-Transform", check_orphan_joints},
    {"ST15", "Leaf end bones", "leaf nodes named _end, _nub, _tip or a finger's fourth", "", no_threshold,
     "none", info, gltf, false, "Blender's exporters", check_end_bones},
    {"ST16", "Too many joints", "joints of one skin", "", 256.0, "", error, gltf, false, "Overte",
     check_joint_count},
    {"ST17", "Zero-length bone", "distance of a bone's joint to the next", "m", 1e-4,
     "times the height; hips, spine and chest 0.001 m", error, both, false, "Unity; Overte",
     check_zero_length},
    {"ST18", "Name too long / odd letters", "letters of joints' and bones' names", "", 64.0,
     "longer: error; not ASCII: warning", warning, both, false, "VRM; Second Life", check_name_letters},
    {"ST19", "Left/right name swapped", "the side of each joint against its name", "m", 0.001, "", error,
     both, false, "H-Anim 1.1; Overte", check_swapped_sides},
    {"ST20", "Left/right pair incomplete", "joints without their counterpart", "", 0.0, "none", warning, both,
     false, "Overte", check_incomplete_pairs},
    {"ST21", "UpperChest without Chest", "whether upperChest is mapped without chest", "", no_threshold, "",
     warning, gltf, false, "Unity", check_upper_chest},
    {"ST22", "Spine numbering skip", "the numbers of Spine..SpineN and Neck..NeckN", "", no_threshold,
     "no holes", error, both, false, "HumanIK", check_numbering},
    {"ST23", "Site suffix", "the ends of sites' names", "", no_threshold, "_tip, _view, _pt, or x_ before it",
     warning, hanim, false, "H-Anim 1.1", check_site_suffix},
    {"ST24", "Site under wrong Segment", "the segment of each site that the standard names", "", no_threshold,
     "the standard's", warning, hanim, false, "H-Anim 1.1", check_site_segment},
    {"ST25", "Coord DEF name", "the DEF names and the use of segments' points", "", no_threshold,
     "segment's name and _coords, used by its geometry", warning, hanim, false, "H-Anim 1.1",
     check_coord_names},
    {"ST26", "Bone chain order in file", "first children of limbs, children of the chest", "", no_threshold,
     "", warning, gltf, false, "VRChat rig requirements", check_first_children},
    {"ST27", "Version / spelling mix", "joint names of different versions in one file", "", no_threshold,
     "one vocabulary", warning, hanim, false, "H-Anim 1.1, ISO/IEC 19774", check_vocabulary},
    {"ST28", "LOA reached", "the level of articulation and what the next one needs", "", no_threshold, "",
     info, hanim, false, "H-Anim 1.1 Appendix A", check_articulation},
    {"ST29", "Skeleton without common root", "the roots above a skin's joints, and its skeleton node", "",
     no_threshold, "one root", error, gltf, false, "glTF 2.0 3.7.3.1", check_common_root},
    {"ST30", "Spine chain straightness order", "heights from the hips to the head", "m", 0.0,
     "each above the last", warning, both, false, "Overte; Unity", check_spine_rises},
}};

}  // namespace

std::span<const CheckInfo> structure_checks() {
    return structure_table;
}

}  // namespace vitruvian::check
