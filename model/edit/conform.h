// What EXT_skeleton_humanoid asks of a figure beside the names of its bones ("Reference pose"): bound in a T-pose that
// looks along +Z with +Y up, +Y of each bone along it, and +X so that it bends as a muscle contracts.
#pragma once

#include "model/edit/rebind.h"

#include <optional>
#include <vector>

namespace vitruvian {

/// A document whose figures conform.
struct Conformed {
    Document document;
    std::vector<bool> figures;  // of each humanoid: whether it was brought there
    /// Of each node the world matrix at bind, where a skin of such a figure may ask for it. Bind space is the figure's
    /// own: its front is +Z.
    std::vector<std::optional<mat4>> bind;
    /// Of each humanoid the nodes above bones that have to be joints too: without them a program that takes the world
    /// for a bone's parent, as the extension's formula does where no joint is above, would place it wrongly.
    std::vector<std::vector<int>> also_joints;
    std::vector<Bone> left_as_is;  // bones scaled unevenly, which cannot be turned
    Folded folded;
};

/// Brings the figures for which `wanted` is set there, as far as they have hips, a front, and are not mirrored:
/// limbs, hands and feet of the bind pose into the T-pose by the least rotations (the trunk keeps its curve), bones
/// and the joints between them into the axes of t_pose_frame. At rest all stays where it is; limits, sites,
/// displacers, cameras and clips are told in the new frames. A figure that is there already is left alone.
/// Hips that are a root may get a node above them: node numbers then change.
[[nodiscard]] Conformed conform_figures(const Document& document, const std::vector<bool>& wanted);

/// A figure as H-Anim has it: joints unturned at rest, skins bound there (H-Anim 1.1, "Modeling the Humanoid"). What
/// conform_figures did to H-Anim figures is undone by this; those of other kinds stay as they are.
[[nodiscard]] Document in_hanim_form(const Document& document);

}  // namespace vitruvian
