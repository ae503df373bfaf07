// The manikin's body as one field, in the pose in which it is sculpted: arms and legs apart, fingers spread,
// lips parted, so that no two surfaces come near each other. Every part is written in the default pose's
// coordinates and moves with its joint.
#pragma once

#include "assets/manikin/motion.h"
#include "assets/manikin/shape.h"

#include <array>

namespace vitruvian::manikin {

/// Head and neck in the default pose, lips closed.
[[nodiscard]] double head_flesh(const Vec& p);
[[nodiscard]] double neck_flesh(const Vec& p);
[[nodiscard]] double torso_flesh(const Vec& p);
/// The left arm to the wrist, the palm with it; fingers apart.
[[nodiscard]] double arm_flesh(const Vec& p);
[[nodiscard]] double palm_flesh(const Vec& p);
/// Finger 0..4 from thumb to little finger, from its first joint to the tip.
[[nodiscard]] double finger_flesh(const Skeleton& skeleton, int finger, const Vec& p);
[[nodiscard]] double leg_flesh(const Vec& p);
[[nodiscard]] double foot_flesh(const Vec& p);

inline constexpr std::array<const char*, 5> finger_names = {"thumb", "index", "middle", "ring", "pinky"};
inline constexpr double eyeball_radius = 0.0170;

/// The lips: a lens between them that opens in the sculpting pose and is shut in the default pose.
struct Lips {
    static constexpr double height = 1.5640;
    static constexpr Vec centre{0.0, height, 0.0850};
    static constexpr Vec radii{0.0230, 0.0050, 0.0270};
    static constexpr double reach = 0.0160;

    /// Height of the line between the lips: the upper one dips in the middle, the corners lie low.
    [[nodiscard]] static double line(double x);
    /// A point as if that line were level.
    [[nodiscard]] static Vec levelled(const Vec& p) { return {p.x, p.y + height - line(p.x), p.z}; }
    /// Signed distance to the gap of the sculpting pose.
    [[nodiscard]] static double opening(const Vec& p) { return ellipsoid(levelled(p), centre, radii); }
    /// Half the gap at a place.
    [[nodiscard]] static double gap(const Vec& p);
    /// Where a point of the sculpting pose is with the lips shut.
    [[nodiscard]] static Vec shut(const Vec& p);
};

class Flesh {
  public:
    explicit Flesh(const Skeleton& skeleton);

    /// The whole body; its own mirror image.
    [[nodiscard]] double operator()(const Vec& p) const;

    // Parts of the left side, for points with x >= 0.
    [[nodiscard]] double trunk(const Vec& p) const;
    [[nodiscard]] double arm(const Vec& p) const;  // with palm, without fingers
    [[nodiscard]] double finger(int index, const Vec& p) const;
    [[nodiscard]] double leg(const Vec& p) const;

    /// A point that moves with a joint in the sculpting pose, as it lies in the default pose.
    [[nodiscard]] Vec in_rest(int joint, const Vec& p) const;
    [[nodiscard]] const Pose& pose() const { return pose_; }
    [[nodiscard]] const Placed& placed(int joint) const { return placed_[static_cast<std::size_t>(joint)]; }

    /// Edge length of the cells that a place asks for.
    [[nodiscard]] double cell_size(const Vec& p) const;

  private:
    [[nodiscard]] Vec on_arm(const Vec& rest) const;
    [[nodiscard]] double with_shoulder_muscles(double d, const Vec& p) const;

    const Skeleton& skeleton_;
    Pose pose_;
    std::vector<Placed> placed_;  // by joint, in the sculpting pose
    int shoulder_;
    int hip_;
    std::array<int, 5> knuckles_{};
};

}  // namespace vitruvian::manikin
