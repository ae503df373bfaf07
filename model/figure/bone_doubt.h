// Plausibility tests of a bone map found by names and shape, and reasons for missing bones, as sentences for
// display.
#pragma once

#include "model/document/document.h"

#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// True if the figure's trunk is horizontal relative to its legs and its arms point down like them: a fox
/// with human bone names. `world` holds the nodes' world matrices at rest.
[[nodiscard]] bool stands_on_all_fours(const BoneMap& bones, std::span<const mat4> world);

/// True if the trunk is horizontal relative to the legs and other joints reach the ground at its upper end,
/// left and right: the front legs of an animal, regardless of their names.
[[nodiscard]] bool has_four_legs(const Humanoid& humanoid, std::span<const mat4> world);

/// True if the trunk rises steeply along `up` (a unit vector): standing, sitting or stooping.
[[nodiscard]] bool is_upright(const BoneMap& bones, std::span<const mat4> world, const vec3& up);

/// True if the trunk is less steep than that, and joints on both sides touch the ground at its front and at
/// its back, where the lowest joint indicates the ground: also a mouse with folded legs.
[[nodiscard]] bool stands_on_four_feet(const Document& document, const Humanoid& humanoid,
                                       std::span<const mat4> world, const vec3& up);

/// True if the legs are steep along `up`, and the trunk is nearly level: a dinosaur's.
[[nodiscard]] bool leans_over_legs(const BoneMap& bones, std::span<const mat4> world, const vec3& up);

/// True if both arms are named as limbs of animals: a bird's wings, a fish's fins, front legs. Without upper arms, if
/// such limbs are where arms begin.
[[nodiscard]] bool has_animal_arms(const Document& document, const Humanoid& humanoid);

/// True if beside the legs at least one other pair of limbs starts from the same joint, under the same name but for
/// its number, and reaches as far: an insect's or a crab's. Without legs, if three pairs are named so.
[[nodiscard]] bool has_more_legs(const Document& document, const BoneMap& bones, std::span<const mat4> world);

/// True for the required bones of VRM 1.0 and EXT_skeleton_humanoid.
[[nodiscard]] bool is_required(Bone bone);

struct MissingBone {
    Bone bone = Bone::hips;
    std::string why;  // a sentence
};

/// Returns the required bones (of VRM 1.0 and EXT_skeleton_humanoid) that this map lacks. An empty map gives
/// one entry, for the hips, with the reason why there is no figure.
[[nodiscard]] std::vector<MissingBone> missing_bones(const Document& document, const Humanoid& humanoid);

}  // namespace vitruvian
