// Precomputed data of a RemapPlan: how a clip determines the rotation of each bone (source tables), and how
// those rotations drive the target's nodes (target tables). Private to model/remap.
//
// The interface between them is one rotation N for each of the 55 bones: its rotation from the reference pose
// relative to its parent bone, in the figure's axes (+X its left, +Y up, +Z front).
#pragma once

#include "model/pose/packed_tracks.h"
#include "model/remap/foot_pins.h"
#include "model/remap/remap.h"
#include "model/remap/trunk.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace vitruvian {

/// Hips above this height are assumed to be in centimetres.
inline constexpr float highest_hips_in_metres = 12.0F;

using BoneTurns = std::array<quat, bone_count>;

/// N = left * value * right if a channel rotates the bone; otherwise `still`.
struct BoneInput {
    int channel = -1;
    quat left = identity_quat;
    quat right = identity_quat;
    quat still = identity_quat;
    bool apart = false;  // not of the rig's own node: read also where the rig is posed

    [[nodiscard]] bool moves() const { return channel >= 0; }
};

/// A bone whose rotation is read from the posed source.
struct WatchedBone {
    Bone bone = Bone::hips;
    int node = -1;    // whose world rotation is used (the last vertebra of a span)
    int parent = -1;  // the nearest existing ancestor bone, as an index into the list; -1: none
    quat reference = identity_quat;  // its world rotation at the reference
    quat axes = identity_quat;       // `spec`: the extension's frame of the bone
};

struct SourceTables {
    std::shared_ptr<const Clip> clip;
    std::array<BoneInput, bone_count> inputs;
    std::array<bool, bone_count> says{};  // the bones that the clip, or the rig that it animates, defines

    /// The clip animates more than bones, or the rig's hierarchy differs: the source is posed and measured.
    bool posed = false;
    bool spec = false;
    Skeleton skeleton;
    Pose base;
    std::vector<WatchedBone> watched;  // in Bone order
    quat body_from_world = identity_quat;

    /// The hips' displacement in the figure's axes and the source's world units: linear * value + offset, of
    /// the channel's value or (posed) of the hips node's world position. Absolute: their position instead.
    bool moves_hips = false;
    bool absolute_hips = false;
    int hips_channel = -1;
    int hips_node = -1;
    glm::mat3 hips_linear{1.0F};
    vec3 hips_offset{0.0F};
    float hip_height = 0.0F;  // 0: no rig, metres

    /// Of the rig that node channels animate, for finding foot contacts.
    BoneMap bones;
    vec3 up{0.0F, 1.0F, 0.0F};
};

/// rotation = left * (S[before]^before_share) * (S[bone]^share) * right, with S the folded rotations.
struct DrivenNode {
    int node = -1;
    Bone bone = Bone::hips;
    quat left = identity_quat;
    quat right = identity_quat;
    float share = 1.0F;  // of a vertebra in its span
    std::optional<Bone> before;
    float before_share = 0.0F;
};

/// A bone with another parent than in the extension: placed in world space after all others.
struct DetachedBone {
    int node = -1;
    Bone bone = Bone::hips;
    int bone_parent = -1;       // node of the bone that should be its parent
    mat4 above{1.0F};           // hips: the reference world of the node's own parent
    mat4 at_parent{1.0F};       // its reference transform in that bone's frame
    quat axes = identity_quat;  // V
};

struct TargetTables {
    Skeleton skeleton;
    Pose base;  // bones at the reference, or as kept by the clip
    Pose rest;
    std::array<std::vector<Bone>, bone_count> folded;  // source bones whose rotations are accumulated in the
                                                       // bone's
    std::array<std::vector<PartOfTurn>, bone_count>
        trunk;                                          // what it also turns, and the bones below turn back
    std::array<std::optional<Bone>, bone_count> below;  // the bone whose `trunk` a bone turns back
    std::vector<DrivenNode> driven;
    std::vector<DetachedBone> detached;
    std::vector<int> kept;  // nodes that keep their natural pose, since the source lacks that bone

    float hip_height = 0.0F;  // in world units; 0: unknown
    bool is_hanim = false;
    int hips_node = -1;
    glm::mat3 hips_linear{1.0F};  // local translation = linear * source hips + offset
    vec3 hips_offset{0.0F};
};

struct RemapTables {
    RemapMode mode = RemapMode::world;
    ReferenceKind target_reference = ReferenceKind::rest;
    SourceTables source;
    TargetTables target;
    Clip exact;                        // node channels of the target whose keys could be converted directly
    std::vector<PackedTracks> packed;  // those of them that are played from `packed`,
    Clip loose;                        // and the others
    std::vector<int> still;            // nodes that are as in TargetTables::base
    std::vector<DrivenNode> mixed;     // the other driven nodes that move
    bool exact_hips = false;
    std::vector<Channel> face;  // weights of the target's displacers
    FootPins pins;
    Diagnostics diagnostics;
};

/// Returns the nearest mapped ancestor in the extension's hierarchy.
[[nodiscard]] std::optional<Bone> present_parent(const BoneMap& bones, Bone bone);

/// Returns the rotation of an affine matrix; for a mirrored one, that of its negative (which rotates the same
/// way).
[[nodiscard]] quat rotation_of(const mat4& matrix);

/// True if the clip's figure and the target both guarantee a T-pose: the specifications' own formula then
/// defines the result, even if the two T-poses differ.
[[nodiscard]] bool applies_by_specification(const RemapSource& source, const Humanoid& target);

/// True for a VRMA on an H-Anim figure that is in a VRM: it plays as it does in programs that know only VRM, from the
/// T-pose of the file's nodes, and turns no other nodes than the bones'.
[[nodiscard]] bool plays_as_vrm(const RemapSource& source, const Document& target, const Humanoid& figure);

/// True for a VRMA file: VRM 1.0 bones without visible objects, and no .vrm. Its hips' whole position is scaled,
/// not their displacement.
[[nodiscard]] bool is_vrm_animation(const Document& document, const Humanoid& humanoid);

[[nodiscard]] Result<SourceTables> make_source_tables(const RemapSource& source, const RemapOptions& options,
                                                      RemapMode mode, bool target_is_vrma,
                                                      Diagnostics& diagnostics);
[[nodiscard]] Result<TargetTables> make_target_tables(const Document& target, int humanoid,
                                                      const ReferencePose& reference,
                                                      const SourceTables& source, RemapMode mode,
                                                      SpineForm spine);

/// Lets bones of the trunk turn with those that the figure lacks above them (see trunk.h).
void share_missing_trunk(const BoneMap& bones, const SourceTables& source, TargetTables& target);

/// Returns the rotation of a bone including those of the bones folded into it.
[[nodiscard]] quat folded_turn(const TargetTables& target, const BoneTurns& turns, Bone bone);
/// Returns the local rotation of a node driven by bones.
[[nodiscard]] quat driven_rotation(const TargetTables& target, const BoneTurns& turns,
                                   const DrivenNode& driven);
/// Fills `exact`, `packed`, `loose`, `still` and `mixed` from both tables. `still_bones_keep_rest`:
/// unanimated bones are as in the target, not as in the clip's figure.
void sort_driven_nodes(RemapTables& tables, bool still_bones_keep_rest);
/// Adds notes on bones of the clip that the target lacks, and on their treatment.
void note_missing(const Document& target, const Humanoid& humanoid, RemapTables& tables);

/// Returns the clip's expressions as weights of displacers of the target: expressions and displacers are
/// matched by name. Adds a note on how many are unmatched.
[[nodiscard]] std::vector<Channel> face_channels(const RemapSource& source, const Document& target,
                                                 int humanoid, Diagnostics& diagnostics);

/// Returns N of every bone at `seconds`, and the hips' position (see SourceTables).
void read_source(const SourceTables& source, double seconds, BoneTurns& turns, vec3& hips);

}  // namespace vitruvian
