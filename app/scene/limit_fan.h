// How far a joint turns about each axis of its limit frame, as fans and rings in the scene: what is drawn of limits, and
// what is seized to change them.
#pragma once

#include "app/scene/frame.h"

#include <span>
#include <vector>

namespace vitruvian {

/// X red, Y green, Z blue, everywhere (sRGB, opaque).
[[nodiscard]] vec4 axis_color(int axis);
/// Out of limits, and other errors.
inline constexpr vec4 limit_error_color{1.0F, 0.2F, 0.5F, 1.0F};  // no red of an axis
inline constexpr vec4 mass_color{0.86F, 0.55F, 0.90F, 1.0F};      // centres of mass and what belongs to them

/// For each node of the document: the index of the humanoid's joint it is, or -1.
[[nodiscard]] std::vector<int> joints_of_nodes(const Document& document, const Humanoid& humanoid);
/// The nearest joint above a node; -1: none.
[[nodiscard]] int parent_joint(const Document& document, const std::vector<int>& joint_of, int node);

/// A swing is a fan that the bone itself sweeps: the bone lies at the present angle, and at zero where it lies when nothing
/// is turned. A twist about the bone is a ring around it.
struct LimitFan {
    int axis = 0;
    vec3 direction{1.0F, 0.0F, 0.0F};  // of the axis, unit, in the scene
    vec3 middle{0.0F};
    vec3 reach{0.0F};  // where the present angle points, unit but for a twist's smaller ring
    float radius = 1.0F;
    float lower = 0.0F;  // radians; minus and plus pi where the file gives no limit
    float upper = 0.0F;
    float angle = 0.0F;  // at present
    bool twist = false;
    bool given = false;  // the file gives a limit

    [[nodiscard]] bool outside() const { return angle < lower - 1e-4F || angle > upper + 1e-4F; }
    /// Where the ring of a twist begins, as a share of the radius.
    [[nodiscard]] float hole() const { return twist ? 0.72F : 0.0F; }
    /// The point at an angle, `share` of the radius from the middle.
    [[nodiscard]] vec3 place(float radians, float share) const;
};

/// The three fans of a joint. `world`: the figure's nodes where it stands in the scene; `radius` in the scene.
[[nodiscard]] std::vector<LimitFan> limit_fans(const Figure& figure, std::span<const mat4> world,
                                               int humanoid, int joint, float radius);

}  // namespace vitruvian
