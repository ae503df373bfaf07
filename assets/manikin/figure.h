// The manikin as a Document: skeleton, skin or segments' shells, displacers, sites, cameras and clips. The
// model's writers make files of it.
#pragma once

#include "model/document/document.h"

#include "assets/manikin/body.h"
#include "assets/manikin/displacers.h"
#include "assets/manikin/mass.h"
#include "assets/manikin/motion.h"
#include "assets/manikin/skin.h"

namespace vitruvian::manikin {

/// The continuous figure in H-Anim's default pose. `shells` are what is not skin: eyes, lids, brows.
/// `solids` tell the segments' masses.
[[nodiscard]] Document skinned_figure(const Skeleton& skeleton, const Skin& skin, const Shells& shells,
                                      const std::map<std::string, Solid>& solids,
                                      const std::vector<Motion>& motions);

/// The same body in rigid segments: `shells` in order, `displacers` of each segment's first shell.
[[nodiscard]] Document segmented_figure(const Skeleton& skeleton, const Shells& shells,
                                        const Displacers& displacers, const std::vector<Motion>& motions);

}  // namespace vitruvian::manikin
