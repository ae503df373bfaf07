// What speaks against a bone map that was found by names and shape, and why bones are missing in it: in
// sentences for people.
#pragma once

#include "model/document/document.h"

#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// True where the figure's trunk lies across its legs and its arms go down beside them: a fox under human
/// names. `world` is where the nodes are at rest.
[[nodiscard]] bool stands_on_all_fours(const BoneMap& bones, std::span<const mat4> world);

/// True where the trunk lies across the legs and other joints reach the ground beside its upper end, left and
/// right: the front legs of an animal, whatever they are called.
[[nodiscard]] bool has_four_legs(const Humanoid& humanoid, std::span<const mat4> world);

/// True where the trunk rises steeply along `up` (a unit vector): one who stands, sits or stoops.
[[nodiscard]] bool is_upright(const BoneMap& bones, std::span<const mat4> world, const vec3& up);

/// True where the trunk lies more level than that, and joints on both sides are on the ground at its front and at its
/// back, as far as the lowest joint shows where that is: a mouse with legs folded under it, too.
[[nodiscard]] bool stands_on_four_feet(const Document& document, const Humanoid& humanoid,
                                       std::span<const mat4> world, const vec3& up);

/// One of the bones that every humanoid must have (VRM 1.0's and EXT_skeleton_humanoid's required ones).
[[nodiscard]] bool is_required(Bone bone);

struct MissingBone {
    Bone bone = Bone::hips;
    std::string why;  // a sentence
};

/// The bones that every humanoid must have (VRM 1.0's and EXT_skeleton_humanoid's required ones) and this map
/// lacks. A map without any bone gives one entry, for the hips, which says why there is no figure.
[[nodiscard]] std::vector<MissingBone> missing_bones(const Document& document, const Humanoid& humanoid);

}  // namespace vitruvian
