// A figure's own axes and height, found from where its bones stand: what motion is retargeted in and what pictures
// are framed by, so that a figure which looks along -Z, lies Z-up, counts in centimetres or is mirrored moves and shows
// as the others do. It knows no mesh; what a figure shows is its Stance (model/figure/stance.h).
#pragma once

#include "model/document/document.h"

#include <span>

namespace vitruvian {

struct BodyFrame {
    /// From the figure's axes (+X to the bones named left, +Y up, +Z front) to world. A mirrored figure's are
    /// left-handed: then this is minus that matrix, which turns rotations in the same way and is a rotation.
    quat world_from_body = identity_quat;
    bool mirrored = false;
    float ground = 0.0F;      // where the figure stands, along up: 0 where its feet are near that
    float hip_height = 0.0F;  // of the hips above the ground, in world units; 0: unknown
    bool on_axes = false;     // up and left are axes of the world
    bool found = false;       // false: too few bones; +Y is up, and +Z front (-Z for VRM 0.x)

    /// A world vector in the figure's axes, and back; mirrored where the figure is.
    [[nodiscard]] vec3 body_from_world(const vec3& v) const;
    [[nodiscard]] vec3 to_world(const vec3& v) const;
    /// In world space; exactly an axis of the world where the frame's is one.
    [[nodiscard]] vec3 up() const;
    [[nodiscard]] vec3 front() const;
};

/// `world` holds a world matrix for each node of the humanoid's document. Up is what most of these agree on: feet to
/// head, legs' roots to arms', hips to head, feet to hips, and as the least of them +Y; so that one joint out of place
/// turns no figure over. Left is right to left legs and arms, and front is left x up unless toes and eyes say that the
/// figure is mirrored; without sides toes or face give the front. Axes within 20 degrees of the world's are the world's:
/// no figure is modelled leaning by less on purpose. Without bones the joints' extent says whether Z is up.
[[nodiscard]] BodyFrame find_body_frame(const Humanoid& humanoid, std::span<const mat4> world);

}  // namespace vitruvian
