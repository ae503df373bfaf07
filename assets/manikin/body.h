// Rigid parts of the manikin in the default pose: metres, +X its left, +Y up, +Z its front.
#pragma once

#include "assets/manikin/shape.h"

namespace vitruvian::manikin {

/// Names of the appearances; the writer knows their colours.
inline constexpr const char* body_material = "body";
inline constexpr const char* joint_material = "joint";
inline constexpr const char* eye_material = "eye";
inline constexpr const char* iris_material = "iris";
inline constexpr const char* brow_material = "brow";

using Shells = std::vector<Shell>;

void add_both_sides(Shells& shells, Shell left);
/// What a continuous skin does not have: eyeballs, lids and brows.
void add_eyes(const Skeleton& skeleton, Shells& shells);
void add_brows(Shells& shells);

}  // namespace vitruvian::manikin
