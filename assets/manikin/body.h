// The manikin's body, part by part, sculpted in the default pose: metres, +X its left, +Y up, +Z its front.
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
/// A ball at a joint, cut to `inside` (so that it cannot show through a slender limb).
[[nodiscard]] Shell joint_ball(const std::string& segment, const Vec& centre, double radius,
                               const Field& inside);

/// Trunk and neck as one body, without the cuts for arms and legs.
[[nodiscard]] double trunk_field(const Vec& p);
/// The left leg from hip to ankle.
[[nodiscard]] double leg_field(const Vec& p);
/// Signed distance to the plane that parts the left thigh from the pelvis, positive on the pelvis' side.
[[nodiscard]] double groin_plane(const Vec& p);

void add_trunk(const Skeleton& skeleton, Shells& shells);
void add_arms(const Skeleton& skeleton, Shells& shells);
void add_hands(const Skeleton& skeleton, Shells& shells);
void add_legs(const Skeleton& skeleton, Shells& shells);
void add_feet(const Skeleton& skeleton, Shells& shells);
void add_head(const Skeleton& skeleton, Shells& shells);

}  // namespace vitruvian::manikin
