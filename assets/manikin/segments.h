// The segmented figure: the skin cut along the joints into rigid parts, each closed, with a ball in the gap
// of every great joint, and the sides of trunk and arm that a hanging arm hides.
#pragma once

#include "assets/manikin/body.h"
#include "assets/manikin/skin.h"

namespace vitruvian::manikin {

/// Adds, for every segment that has some of the skin, that piece of it, and its cut faces.
void add_segments(const Skeleton& skeleton, const Skin& skin, Shells& shells);
void add_joint_balls(const Skeleton& skeleton, Shells& shells);
void add_hidden_sides(const Skeleton& skeleton, Shells& shells);

}  // namespace vitruvian::manikin
