// Retargets a clip to another humanoid: with EXT_skeleton_humanoid's own formula, or with rest-normalised
// global rotations for rigs with other bone axes. A RemapPlan is made once for a clip and a target and then
// evaluated at any time; remap_clip bakes one into a clip of node channels. Independent of files; writes no
// document.
//
// Definitions that EXT_skeleton_humanoid leaves open (reference poses: see reference_pose.h):
//  - Its formula is only correct if both rigs have the extension's bone axes, which no known rig has. With V the
//    bone's axes in the figure's own at the reference pose,
//        N = Vs * relative * Vs^-1,   relative_t = Vt^-1 * N * Vt,   local = reference * relative_t
//    is correct for all (it is VRM's published formula) and the same if both conform. This is `world`, and what
//    `auto` does. `spec` uses Vs = Vt = the extension's axes, so that relative_t is the clip's own value.
//  - V is relative to the figure's front, up and left, not the file's axes, so rigs that face -Z (VRM 0.x), are
//    Z-up, scaled or mirrored need no special case. `spec` uses the values literally.
//  - A clip of bone channels without a rig of its own uses the extension's axes.
//  - Source bones that the target lacks are folded into their children; of the trunk, those above a bone turn it too,
//    as their mean, so that it leans as far (but for clips of EXT_skeleton_humanoid and VRMA). Nodes between bones (and
//    twist bones) keep their rest; only animated properties are written: rotations, and the translation of the hips.
//  - Hips translation is a displacement from the reference, scaled by the ratio of the hips' heights in world
//    units. Without a source rig it is in metres, as the formula gives for a figure in metres. VRMA instead
//    scales the hips' whole position: done if one side is a VRMA. Other translations and all scales are dropped.
//  - Bones without a channel are in the reference pose while an EXT_skeleton_humanoid clip plays. If the clip
//    animates nodes of a rig, such a bone is as in that rig.
//  - Interpolation happens before retargeting; both orders give the same (slerp and cubic splines commute with
//    left and right products), which is why keys of one channel can be baked exactly.
//  - Rigs whose bone hierarchy differs from the extension's (feet beside the legs, driven by IK originally) are
//    read and written by their world transforms.
//  - Expressions are matched by name: a VRMA's expressions to those of a VRM, and others to displacers of that
//    name. If several drive one displacer their weights are added.
//  - Of several humanoids in the clip's file, the one that most of its channels animate is used.
// H-Anim figures have many vertebrae where the extension has five bones: a rotation of spine, chest, upper
// chest or neck is distributed evenly over vertebrae (trunk.h).
#pragma once

#include "model/figure/reference_pose.h"
#include "model/pose/pose_batch.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace vitruvian {

enum class RemapMode { automatic, spec, world };
/// "auto", "spec" and "world", as on the command line.
[[nodiscard]] std::optional<RemapMode> remap_mode_from_string(std::string_view name);

struct RemapOptions {
    RemapMode mode = RemapMode::automatic;
    ReferenceKind target_reference = ReferenceKind::automatic;
    ReferenceKind source_reference = ReferenceKind::automatic;
    /// For bones without channels in a clip of bone channels: false puts them in the reference pose, true
    /// keeps their node's rest, which is the result of the extension's formula applied to channels only.
    bool still_bones_keep_rest = false;
    /// Pins feet that are in contact in the clip, instead of letting them slide (see foot_pins.h).
    bool pin_feet = false;
};

/// A clip, and the rig that it animates.
struct RemapSource {
    std::shared_ptr<const Clip> clip;
    const Document* document = nullptr;  // may be null if all channels target bones
    int humanoid = -1;                   // index into its humanoids; -1: the one the clip animates
};

/// If one channel of the clip drives one node its keys are converted one by one. Otherwise there is one key
/// for each of the clip's, at multiples of 1/rate and at the end, 100,000 at most.
struct BakeOptions {
    double rate = 60.0;
    bool whole_frames = false;  // all channels have keys at multiples of 1/rate and at the end, and no others
    std::span<const double> also_at;  // seconds
    /// Maximum deviation of a node from the plan between keys: in radians, and as a fraction of the hips'
    /// height. Above 0, keys are added until the midpoints are within it, and keys that are not needed are
    /// removed.
    float tolerance = 0.0F;
};

struct RemapTables;

/// A clip prepared for one target. Cheap to copy; holds no references to the source documents.
class RemapPlan {
  public:
    /// `humanoid` is an index into target.humanoids. Errors: "remap-no-clip-bones" if no channel animates a
    /// bone, or an expression that the target has; "remap-no-target-bones" if the target has none of the 55.
    [[nodiscard]] static Result<RemapPlan> make(const RemapSource& source, const Document& target,
                                                int humanoid, const RemapOptions& options = {});

    /// Pose of the target's nodes that the clip does not animate. The start pose for sample().
    [[nodiscard]] const Pose& base() const;
    /// Writes the nodes that the clip animates, at `seconds` (clamped to the keys), and no others.
    void sample(double seconds, Pose& pose) const;
    [[nodiscard]] Pose pose_at(double seconds) const;
    /// As above, for many times at once.
    [[nodiscard]] BatchPlayer batch_player() const;

    [[nodiscard]] double duration() const;
    [[nodiscard]] RemapMode mode() const;  // never automatic
    [[nodiscard]] ReferenceKind target_reference() const;
    /// Number of foot contacts; 0 if feet are not pinned.
    [[nodiscard]] std::size_t foot_contacts() const;
    /// Reports what could not be retargeted, and which assumptions were made.
    [[nodiscard]] const Diagnostics& diagnostics() const;

    /// Returns node channels of the target that sample to the same poses; deltas from rest for H-Anim
    /// figures.
    [[nodiscard]] Clip bake(const BakeOptions& options = {}) const;

  private:
    explicit RemapPlan(std::shared_ptr<const RemapTables> tables);
    std::shared_ptr<const RemapTables> tables_;
};

/// RemapPlan::make and bake in one step.
[[nodiscard]] Result<Clip> remap_clip(const RemapSource& source, const Document& target, int humanoid,
                                      const RemapOptions& options = {});

}  // namespace vitruvian
