// Deformation of a figure's skin over its joints' range of motion: each joint is rotated to its limits, one
// axis at a time, and the skin around it is compared with its rest shape.
#pragma once

#include "model/rom/body_surface.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

enum class LimitSource { file, anatomical };
[[nodiscard]] std::string_view to_string(LimitSource source);  // "file", "anatomical"

/// A joint with limits that moves skin.
struct TurningJoint {
    int joint = -1;        // index into Humanoid::joints
    int node = -1;         // its node
    int parent_node = -1;  // the nearest node above that moves skin; -1: none
    quat limit_frame = identity_quat;
    vec3 lower{0.0F};  // radians about the axes of the limit frame, within [-pi, pi]
    vec3 upper{0.0F};
    LimitSource limits = LimitSource::file;
    /// True if the range about the axis is large enough to be tested: over 2 degrees.
    [[nodiscard]] bool turns_about(int axis) const;
};

/// A figure prepared for the test; it refers to the document, which must outlive it.
struct RomFigure {
    const Document* document = nullptr;
    int humanoid = -1;
    Skeleton skeleton;
    Pose rest;
    BodySurface surface;
    std::vector<TurningJoint> joints;      // parents before children
    std::vector<int> free_joints;          // joints that skin follows but nothing limits, as Humanoid::joints
    std::vector<int> joints_without_skin;  // joints with limits that move no skin of their own
};

/// `humanoid` is an index into Document::humanoids. Joints without limits in the file get anatomical ones, by
/// H-Anim name or bone. Error "rom-no-skin", located at the file.
[[nodiscard]] Result<RomFigure> make_rom_figure(const Document& document, int humanoid);

/// Returns the figure at rest except for one joint, rotated by `angle` (radians) about an axis (0 to 2) of
/// its limit frame.
[[nodiscard]] Pose turned_pose(const RomFigure& figure, const TurningJoint& joint, int axis, float angle);

/// Deformation of the skin around a joint. Ratios to rest; NaN if the rest value is zero (the volume of a
/// flat skin).
struct SkinChange {
    double volume = 1.0;
    double area = 1.0;
    double stretch = 1.0;  // the longest edge ratio
    int intersections = 0;
    /// How bad it is, for the order: the shares of volume and area lost or gained, a tenth for each doubling
    /// by stretch, and intersections per triangle of the region.
    double severity = 0.0;
};

enum class RomEnd { lower, upper, clip };

struct RomExtreme {
    int joint = -1;  // index into RomFigure::joints
    int axis = -1;   // of the limit frame; -1: rotated by the clip
    RomEnd end = RomEnd::lower;
    float angle = 0.0F;  // radians from rest
    double time = 0.0;   // seconds into the clip
    SkinChange change;
};

/// The lower and upper limit of each axis of the chosen joints (indices into RomFigure::joints), worst first.
[[nodiscard]] std::vector<RomExtreme> measure_limits(const RomFigure& figure, std::span<const int> joints);

/// The same for the moments of a clip at which each of the joints is turned farthest from rest, by over 2
/// degrees. It is looked at 30 times a second, of long clips less often.
[[nodiscard]] std::vector<RomExtreme> measure_clip(const RomFigure& figure, std::span<const int> joints,
                                                   double duration,
                                                   const std::function<Pose(double time)>& pose_at);

void sort_worst_first(std::vector<RomExtreme>& extremes);

}  // namespace vitruvian
