// A figure's axes and height, computed from its bones' positions: used for retargeting and for framing
// images, so that figures that face -Z, are Z-up, use centimetres or are mirrored move and display correctly.
// Independent of meshes; for those see Stance (model/figure/stance.h).
#pragma once

#include "model/document/document.h"

#include <optional>
#include <span>

namespace vitruvian {

struct BodyFrame {
    /// From the figure's axes (+X to the bones named left, +Y up, +Z front) to world. Those of a mirrored
    /// figure are left-handed: this is then the negated matrix, which is a rotation and rotates rotations in
    /// the same way.
    quat world_from_body = identity_quat;
    bool mirrored = false;
    float ground = 0.0F;      // ground height along up: 0 if its feet are near that
    float hip_height = 0.0F;  // of the hips above the ground, in world units; 0: unknown
    bool on_axes = false;     // up and left are world axes
    bool found = false;       // false: too few bones; +Y is up, and +Z front (-Z for VRM 0.x)

    /// Converts a vector from world space to the figure's axes, and back; mirrored if the figure is.
    [[nodiscard]] vec3 body_from_world(const vec3& v) const;
    [[nodiscard]] vec3 to_world(const vec3& v) const;
    /// In world space; exactly a world axis if the frame's is one.
    [[nodiscard]] vec3 up() const;
    [[nodiscard]] vec3 front() const;
};

/// `world` holds a world matrix for each node of the humanoid's document. Up is the direction on which most
/// of these agree: feet to head, legs' roots to arms', hips to head, feet to hips, and with the lowest weight
/// +Y, so that a single misplaced joint cannot invert a figure. Left is right to left legs and arms, and
/// front is left x up unless toes and eyes indicate a mirrored figure; without sides toes or face give the
/// front. Axes within 20 degrees of the world's are snapped to them: smaller leans are assumed unintended.
/// Without bones the joints' extent decides whether Z is up.
[[nodiscard]] BodyFrame find_body_frame(const Humanoid& humanoid, std::span<const mat4> world);

/// Returns the height along the unit vector `up` of the lowest of these nodes, as a BoneMap has them: those of -1 are
/// none. nullopt without any.
[[nodiscard]] std::optional<float> lowest_height(std::span<const int> nodes, std::span<const mat4> world,
                                                 const vec3& up);

}  // namespace vitruvian
