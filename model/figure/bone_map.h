// Finds the 55 humanoid bones among a rig's joints, and says why each was taken. Conservative: what it is not
// sure of it leaves out.
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Finds bones where the file does not say them. One mapper serves all figures of a document, whose nodes
/// stay as they are meanwhile.
class BoneMapper {
  public:
    explicit BoneMapper(const Document& document) : document_(document) {}

    /// Fills humanoid.bones and bone_evidence: by the joints' names, checked and completed by the skeleton's
    /// shape, or by the shape alone where the names say nothing. Sides go by name, else by position. Nodes
    /// between joints may turn out to be bones and are then added to the joints. A figure that rests on all
    /// fours (and moves so, where there is no mesh) is an animal, whatever its joints are called, and has no humanoid bones.
    void map(Humanoid& humanoid);
    /// The same for an H-Anim figure, whose names are a standard's.
    void map_hanim(Humanoid& humanoid);

    /// Why the last humanoid was given no bones although its names suggest some, as a sentence; else empty.
    [[nodiscard]] const std::string& doubt() const { return doubt_; }

  private:
    [[nodiscard]] const std::vector<mat4>& world();
    void infer(Humanoid& humanoid);

    const Document& document_;
    std::vector<mat4> world_;  // of all nodes at rest; made at need
    std::string doubt_;
};

/// Evidence for a map that the file itself gives; `by` names what gave it: "EXT_skeleton_humanoid".
void trust_given_bones(Humanoid& humanoid, std::string_view by);

/// H-Anim 1.1 and 2.0 joint names to bones (l_shoulder is leftUpperArm, vl5 is spine, ...), each chosen from
/// the joints that exist.
[[nodiscard]] BoneMap bones_from_hanim_names(const Document& document, const Humanoid& humanoid);

/// glTF joints without a humanoid extension, by the naming families of public tools.
[[nodiscard]] BoneMap bones_from_names(const Document& document, const Humanoid& humanoid);

/// Level of articulation of an H-Anim figure: the largest n (0..4) of which every joint of levels 0..n is
/// there, under its 1.1 or its 2.0 name (H-Anim 1.1, Appendix A; 4 only with all of 2.0); -1: not even
/// HumanoidRoot.
[[nodiscard]] int level_of_articulation(const Document& document, const Humanoid& humanoid);

}  // namespace vitruvian
