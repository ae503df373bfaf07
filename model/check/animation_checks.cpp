// The table of checks of clips.
#include "model/check/animation.h"
#include "model/check/registry.h"
#include "model/check/source_gltf.h"
#include "model/check/subject.h"
#include "model/check/world_checks.h"

#include <fmt/format.h>

#include <array>

namespace vitruvian::check {
namespace {

constexpr std::array<CheckInfo, 21> animation_table{{
    {"AN01",
     "Key times increase",
     "key times of each sampler or interpolator, as in the file",
     "s",
     {},
     "strictly ascending and not negative (H-Anim: equal ones are a note)",
     Level::error,
     AppliesTo::both,
     false,
     "glTF 2.0, 3.11; VRML97 4.6.8",
     check_key_times},
    {"AN02", "Duplicate channel", "channels of one animation for the same node and path", "", 0.0, "none",
     Level::error, AppliesTo::gltf, false, "glTF 2.0, 3.11; glTF-Validator ANIMATION_DUPLICATE_TARGETS",
     check_duplicate_channels},
    {"AN03", "EXT sampler shared", "samplers that serve humanoid and other channels", "", 0.0, "none",
     Level::error, AppliesTo::gltf, false, "EXT_skeleton_humanoid", check_shared_samplers},
    {"AN04",
     "EXT path",
     "what humanoid channels animate",
     "",
     {},
     "rotation; translation and scale are reported as notes",
     Level::error,
     AppliesTo::gltf,
     false,
     "EXT_skeleton_humanoid",
     check_bone_paths},
    {"AN05", "Channel on skin mesh node",
     "channels that move a node with a skinned mesh, which does not follow", "", 0.0, "none", Level::warning,
     AppliesTo::gltf, false, "glTF-Validator ANIMATION_CHANNEL_TARGET_NODE_SKIN", check_skin_node_channels},
    {"AN06",
     "Root animated (avatar file)",
     "translation or scale keyed on what is above the hips",
     "",
     {},
     "none",
     Level::info,
     AppliesTo::both,
     false,
     "UniVRM HumanoidValidator",
     check_root_channels},
    {"AN07", "Translation on non-root joint",
     "rms over the clip of the change of a joint's distance from its parent", "m", 0.005, "", Level::warning,
     AppliesTo::both, false, "EXT_skeleton_humanoid (rotation advised)", check_stretched_bones},
    {"AN08", "Scale animated", "range of any component of a joint's scale", "", 1e-3, "", Level::warning,
     AppliesTo::both, false, "EXT_skeleton_humanoid", check_animated_scales},
    {"AN09",
     "Interpolator keys",
     "keys within 0..1, as many values as keys",
     "",
     {},
     "exact",
     Level::error,
     AppliesTo::hanim,
     false,
     "VRML97 6.32 OrientationInterpolator",
     check_interpolator_keys},
    {"AN10", "ROUTE broken", "ROUTEs whose nodes exist and whose events have one type", "", 0.0, "none",
     Level::error, AppliesTo::hanim, false, "VRML97 4.10.2", check_routes},
    {"AN11", "Joint pop", "turn of a joint within 1/30 s", "rad", 45.0 * degree, "45 deg", Level::warning,
     AppliesTo::both, false, "derived", check_pops},
    {"AN12", "Quaternion flip", "successive rotation keys on opposite sides of the sphere", "", 0.0,
     "dot < 0", Level::info, AppliesTo::gltf, false, "glTF 2.0, Appendix C", check_quaternion_flips},
    {"AN13", "Foot sliding", "horizontal speed of a foot within 5 cm of the ground, in two frames at 20 fps",
     "m/s", 0.5, "", Level::warning, AppliesTo::both, false, "HumanML3D skating ratio", check_foot_slides},
    {"AN14", "Floor penetration", "lowest vertex of feet, toes and hands, above the sole at rest", "m", -0.01,
     "", Level::warning, AppliesTo::both, false, "derived", check_floor_penetration},
    {"AN15", "Floating", "longest time with both feet in the air and the hips at one height", "s", 1.0, "",
     Level::info, AppliesTo::both, false, "derived", check_floating},
    {"AN16", "Root motion", "hips at the end of a clip against its start", "m", 0.02, "0.02 m or 2 deg",
     Level::info, AppliesTo::both, false, "Unreal and Godot root motion", check_root_motion},
    {"AN17", "Loop seam", "worst joint between a clip's last pose and its first", "rad", 2.0 * degree,
     "2 deg; over 45 deg no loop is meant", Level::warning, AppliesTo::both, false, "derived",
     check_loop_seams},
    {"AN18", "Jitter",
     "rms of the second difference of a joint's rotation at 30 Hz, against the median joint", "", 3.0,
     "3 times the median, and 2 deg", Level::info, AppliesTo::both, false, "derived", check_jitter},
    {"AN19", "Animation exceeds limits", "share of frames with a joint more than 1 deg outside its limits",
     "", 0.01, "1 percent", Level::warning, AppliesTo::both, false, "derived from LI10",
     check_limits_in_clips},
    {"AN20", "Unused / dead channel", "channels whose values never change", "", 1e-5, "", Level::info,
     AppliesTo::both, false, "glTF-Transform prune", check_dead_channels},
    {"AN21", "Self-intersection", "depth to which two limbs overlap, more than at rest", "m", 0.02, "",
     Level::info, AppliesTo::both, false, "derived", check_self_intersection},
}};

}  // namespace

std::span<const CheckInfo> animation_checks() {
    return animation_table;
}

void set_clip(Finding& finding, const Subject& subject, int clip, double time) {
    finding.clip = at(subject.document().clips, clip)->name;
    finding.clip_index = clip;
    if (time >= 0.0) finding.time = time;
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr || !finding.where.file.empty()) return;
    for (const FileClip& written : file_clips(subject, *facts)) {
        if (written.clip == clip)
            finding.where = {subject.document().file, 0, 0, fmt::format("/animations/{}", written.index)};
    }
}

}  // namespace vitruvian::check
