// The checks of clips, one function each; animation_checks.cpp has their table.
#pragma once

#include <vector>

namespace vitruvian::check {

class Subject;
class Findings;
struct Finding;
struct GltfAnimation;
struct GltfFacts;

// animation_keys.cpp: keys and channels as in the file
void check_key_times(const Subject& subject, Findings& findings);           // AN01
void check_duplicate_channels(const Subject& subject, Findings& findings);  // AN02
void check_shared_samplers(const Subject& subject, Findings& findings);     // AN03
void check_bone_paths(const Subject& subject, Findings& findings);          // AN04
void check_skin_node_channels(const Subject& subject, Findings& findings);  // AN05
void check_quaternion_flips(const Subject& subject, Findings& findings);    // AN12
void check_dead_channels(const Subject& subject, Findings& findings);       // AN20

// animation_joints.cpp: joint motion
void check_root_channels(const Subject& subject, Findings& findings);    // AN06
void check_stretched_bones(const Subject& subject, Findings& findings);  // AN07
void check_animated_scales(const Subject& subject, Findings& findings);  // AN08
void check_pops(const Subject& subject, Findings& findings);             // AN11
void check_loop_seams(const Subject& subject, Findings& findings);       // AN17
void check_jitter(const Subject& subject, Findings& findings);           // AN18
void check_limits_in_clips(const Subject& subject, Findings& findings);  // AN19

// animation_bodies.cpp: ground contact and self-intersection
void check_foot_slides(const Subject& subject, Findings& findings);        // AN13
void check_floor_penetration(const Subject& subject, Findings& findings);  // AN14
void check_floating(const Subject& subject, Findings& findings);           // AN15
void check_root_motion(const Subject& subject, Findings& findings);        // AN16
void check_self_intersection(const Subject& subject, Findings& findings);  // AN21

/// Sets where a finding occurs: the clip's name and index, the time if given, and, if it has no place yet, that of
/// the animation in a glTF file.
void set_clip(Finding& finding, const Subject& subject, int clip, double time = -1.0);

/// One animation of a glTF file, and the clip that it became.
struct FileClip {
    const GltfAnimation* animation;
    int index;  // in the file
    int clip;   // into Document::clips; -1: none
};

/// Animations become clips in order; those without a usable channel are skipped. Only those of chosen clips.
[[nodiscard]] std::vector<FileClip> file_clips(const Subject& subject, const GltfFacts& facts);

}  // namespace vitruvian::check
