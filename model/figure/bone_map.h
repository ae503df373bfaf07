// Finds the 55 humanoid bones among a rig's joints, with the reason for each choice. Conservative: uncertain
// bones are left out.
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Finds bones in files that do not define them. One mapper serves all figures of a document, whose nodes
/// must not change meanwhile.
class BoneMapper {
  public:
    explicit BoneMapper(const Document& document) : document_(document) {}

    /// Fills humanoid.bones and bone_evidence: by the joints' names, checked and completed by the skeleton's
    /// shape, or by the shape alone if the names are not recognised. Sides are determined by name, else by
    /// position. Nodes between joints that are recognised as bones are added to the joints. A figure that
    /// rests on all fours (and moves so, if it has no mesh) is treated as an animal, regardless of joint
    /// names, and gets no humanoid bones.
    void map(Humanoid& humanoid);
    /// As above, for an H-Anim figure with standard names.
    void map_hanim(Humanoid& humanoid);

    /// Returns the reason why the last humanoid got no bones although its names suggest some, as a sentence;
    /// else empty.
    [[nodiscard]] const std::string& doubt() const { return doubt_; }

  private:
    [[nodiscard]] const std::vector<mat4>& world();
    /// The world matrices of the pose in which the last figure's bones were looked for.
    [[nodiscard]] const std::vector<mat4>& pose();
    void infer(Humanoid& humanoid);

    const Document& document_;
    std::vector<mat4> world_;  // of all nodes at rest; computed on demand
    std::vector<mat4> bound_;  // of all nodes in the bind pose, where the rest says nothing; else empty
    std::string doubt_;
};

/// Sets the evidence for a map defined by the file; `by` is its source: "EXT_skeleton_humanoid".
void trust_given_bones(Humanoid& humanoid, std::string_view by);

/// Maps H-Anim 1.1 and 2.0 joint names to bones (l_shoulder is leftUpperArm, vl5 is spine, ...), choosing
/// among the existing joints.
[[nodiscard]] BoneMap bones_from_hanim_names(const Document& document, const Humanoid& humanoid);

/// Maps glTF joints without a humanoid extension, by the naming families of public tools.
[[nodiscard]] BoneMap bones_from_names(const Document& document, const Humanoid& humanoid);

/// Returns the level of articulation of an H-Anim figure: the largest n (0..4) such that every joint of
/// levels 0..n exists under its 1.1 or its 2.0 name (H-Anim 1.1, Appendix A; 4 only with all of 2.0); -1: not
/// even HumanoidRoot.
[[nodiscard]] int level_of_articulation(const Document& document, const Humanoid& humanoid);

}  // namespace vitruvian
