// Carries a clip over to another humanoid: EXT_skeleton_humanoid's own formula, or rest-normalised global
// rotations for rigs whose bones have other axes. A RemapPlan is made once for a clip and a target and then
// evaluated at any time; remap_clip bakes one into a clip of node channels.
// It knows no files and writes no document.
//
// What EXT_skeleton_humanoid leaves open is settled so (reference poses: see reference_pose.h):
//  - Its formula is only right where both rigs have the extension's bone axes, which no rig found in the wild
//    has. With V the bone's axes in the figure's own at the reference pose,
//        N = Vs * relative * Vs^-1,   relative_t = Vt^-1 * N * Vt,   local = reference * relative_t
//    is right for all (it is VRM's published formula) and the same where both conform. This is `world`, and
//    what `auto` does. `spec` takes Vs = Vt = the extension's axes, so that relative_t is the clip's own
//    value.
//  - V is taken against the figure's front, up and left, not the file's axes: rigs that look along -Z (VRM
//  0.x),
//    lie Z-up, are scaled or mirrored need nothing else. `spec` takes the values literally.
//  - A clip of bone channels without a rig of its own is understood in the extension's axes.
//  - Bones of the source that the target lacks are folded into their children; nodes between bones (and twist
//    bones) keep their rest; only what is animated is written: rotations, and the translation of the hips.
//  - Hips translation is a displacement from the reference, scaled by the hips' heights in world units.
//  Without
//    a source rig it is in metres, as the formula has it in a figure of metres. VRMA says instead that the
//    hips' whole position is scaled: done where one side is a VRMA. Other translations and all scales are
//    left out.
//  - Bones without a channel go to the reference pose while an EXT_skeleton_humanoid clip plays. Where the
//  clip
//    moves nodes of a rig, such a bone is where that rig has it.
//  - Interpolation happens before remapping; both orders give the same (slerp and cubic splines commute with
//    left and right products), which is why keys of one channel can be baked exactly.
//  - Rigs whose bones do not hang together as the extension wants (feet beside the legs, driven by IK when
//  they
//    were made) are read and written by their world transforms.
//  - Faces go by name: a VRMA's expressions to those of a VRM, and what has no expression to displacers of
//  that
//    name. Where several move one displacer their weights add up.
//  - Of several humanoids in the clip's file, the one that most of its channels move is meant.
// H-Anim figures have many vertebrae where the extension has five bones: a rotation of spine, chest, upper
// chest or neck is shared out evenly between the vertebrae up to the next bone.
#pragma once

#include "model/figure/reference_pose.h"
#include "model/pose/pose_batch.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace vitruvian {

enum class RemapMode { automatic, spec, world };
/// "auto", "spec" and "world", as the command line has them.
[[nodiscard]] std::optional<RemapMode> remap_mode_from_string(std::string_view name);

struct RemapOptions {
    RemapMode mode = RemapMode::automatic;
    ReferenceKind target_reference = ReferenceKind::automatic;
    ReferenceKind source_reference = ReferenceKind::automatic;
    /// Where a clip of bone channels says nothing of a bone: false puts it at the reference pose, true leaves
    /// it where its node rests, which is what the extension's formula does when applied to channels alone.
    bool still_bones_keep_rest = false;
    /// Feet that stand in the clip stand here too, instead of sliding (see foot_pins.h).
    bool pin_feet = false;
};

/// A clip, and whose nodes it moves.
struct RemapSource {
    std::shared_ptr<const Clip> clip;
    const Document* document = nullptr;  // may be null where all channels name bones
    int humanoid = -1;                   // index into its humanoids; -1: the one the clip moves
};

/// Where one channel of the clip drives one node its keys are converted one by one and stay as they are.
/// Elsewhere there is one key for each of the clip's and at least `rate` a second, 100,000 at the most.
struct BakeOptions {
    double rate = 60.0;
    bool whole_frames = false;  // all channels have keys at multiples of 1/rate and at the end, no others
    std::span<const double> also_at;  // seconds
    /// How far a node may be from the plan between keys: in radians, and as a share of the hips' height. Over
    /// 0, keys are added until halfway between them it is that close, and dropped where it stays so without.
    float tolerance = 0.0F;
};

struct RemapTables;

/// A clip made ready for one target. Cheap to copy; keeps nothing of the documents it was made from.
class RemapPlan {
  public:
    /// `humanoid` is an index into target.humanoids. Errors: "remap-no-clip-bones" where no channel moves a
    /// bone, "remap-no-target-bones" where the target has none of the 55.
    [[nodiscard]] static Result<RemapPlan> make(const RemapSource& source, const Document& target,
                                                int humanoid, const RemapOptions& options = {});

    /// Where the target's nodes are that the clip does not move. Start from this.
    [[nodiscard]] const Pose& base() const;
    /// Writes the nodes that the clip moves, at `seconds` (clamped to the keys), and no others.
    void sample(double seconds, Pose& pose) const;
    [[nodiscard]] Pose pose_at(double seconds) const;
    /// The same for many times at once.
    [[nodiscard]] BatchPlayer batch_player() const;

    [[nodiscard]] double duration() const;
    [[nodiscard]] RemapMode mode() const;  // never automatic
    [[nodiscard]] ReferenceKind target_reference() const;
    /// How many times a foot stands; 0 where feet are not pinned.
    [[nodiscard]] std::size_t foot_contacts() const;
    /// What could not be carried over, and what had to be settled.
    [[nodiscard]] const Diagnostics& diagnostics() const;

    /// Node channels of the target that sample to the same poses; deltas from rest for H-Anim figures.
    [[nodiscard]] Clip bake(const BakeOptions& options = {}) const;

  private:
    explicit RemapPlan(std::shared_ptr<const RemapTables> tables);
    std::shared_ptr<const RemapTables> tables_;
};

/// RemapPlan::make and bake in one step.
[[nodiscard]] Result<Clip> remap_clip(const RemapSource& source, const Document& target, int humanoid,
                                      const RemapOptions& options = {});

}  // namespace vitruvian
