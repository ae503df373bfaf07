// Requirements of EXT_skeleton_humanoid on a figure besides bone names ("Reference pose"): bound in a T-pose
// that faces +Z with +Y up, with +Y of each bone along it, and +X such that positive rotation bends it as a
// muscle contracts.
#pragma once

#include "model/edit/rebind.h"

#include <optional>
#include <vector>

namespace vitruvian {

/// A document whose figures conform.
struct Conformed {
    Document document;
    std::vector<bool> figures;  // for each humanoid: whether it was changed to conform
    /// World matrix of each node at bind, if a skin of such a figure may need it. Bind space is that of the
    /// figure: its front is +Z.
    std::vector<std::optional<mat4>> bind;
    /// For each humanoid the nodes above bones that must be joints too: programs that use the world as the
    /// parent of a bone without a joint above, as in the extension's formula, would otherwise misplace it.
    std::vector<std::vector<int>> also_joints;
    std::vector<Bone>
        left_as_is;  // bones whose non-uniform scale cannot be separated, so that they cannot be rotated
    Folded folded;
};

/// Makes the figures selected by `wanted` conform, unless they lack hips or a front, or are mirrored: rotates
/// limbs, hands and feet of the bind pose minimally into the T-pose (the trunk keeps its curve), and the axes
/// of bones and the joints between them to those of t_pose_frame. The pose that the file shows looks the same; limits,
/// sites, displacers, cameras and clips are converted to the new frames. Figures that already conform are
/// unchanged. Hips without a parent may get a parent node, and bones with a non-uniform scale a node for it, which
/// changes node indices.
[[nodiscard]] Conformed conform_figures(const Document& document, const std::vector<bool>& wanted);

/// Converts H-Anim figures to H-Anim's form: joints without rest rotation, skins bound there (H-Anim 1.1,
/// "Modeling the Humanoid"). Reverts conform_figures for H-Anim figures; other figures are unchanged.
[[nodiscard]] Document in_hanim_form(const Document& document);

}  // namespace vitruvian
