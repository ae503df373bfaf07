// One figure followed through a clip, sample by sample: its feet and hands, its limits, its limbs in each other. Part of
// measure_clips.
#pragma once

#include "model/check/body_parts.h"
#include "model/check/clip_poses.h"
#include "model/pose/pose.h"

#include <set>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian::check {

inline constexpr double samples_per_second = 60.0;
inline constexpr int samples_per_30 = 2;  // from one frame at 30 Hz to the next
inline constexpr int samples_per_20 = 3;

/// What of a figure is followed, made ready once for all clips.
struct PreparedFigure {
    const Figure* figure;
    float metre;  // how many of the file's units that is
    mat4 figure_from_scene{1.0F};
    std::vector<std::pair<Bone, BodyPart>> feet;
    std::vector<std::pair<Bone, BodyPart>> hands;
    std::vector<Capsule> capsules;
    struct Pair {
        std::size_t a, b;   // into capsules
        float rest = 0.0F;  // how deep they lie in each other at rest, at least 0
    };
    std::vector<Pair> pairs;
    std::vector<int> limited;  // joints with limits
    std::set<int> movers;      // nodes that move it: its joints and what they hang on
};

[[nodiscard]] PreparedFigure prepare(const Subject& subject, const Figure& figure);

/// Follows one figure through a clip.
class FigureFollower {
  public:
    FigureFollower(const Subject& subject, const PreparedFigure& prepared);

    /// `world`: where the nodes are in the scene; it is brought to the figure's space.
    void see(int sample, double time, const Pose& pose, std::span<mat4> world);
    /// `end`: where they stand when the clip ends.
    [[nodiscard]] FigureMotion finish(std::span<mat4> end);

  private:
    /// How a foot stood in a frame.
    struct Step {
        double time;
        vec2 velocity;  // along the ground, where it stands
        float height;   // of its lowest point
        bool stands;    // as in the frame before
    };
    struct Foot {
        int lowest = 0;
        bool touched = false;
        std::vector<Step> steps;  // at 20 fps
    };

    void to_figure(std::span<mat4> world) const;
    void see_hips(int sample, std::span<const mat4> world);
    void see_parts(int sample, double time, std::span<const mat4> world);
    void end_floating();
    void see_depth(const BodyPart& part, PartMotion& motion, double time, std::span<const mat4> world) const;
    [[nodiscard]] bool is_touching(const BodyPart& part, Foot& foot, std::span<const mat4> world) const;

    /// The velocity of the point that stands, not of the ankle: a foot that rolls over its toes does not slide.
    void see_step(std::size_t f, bool touches, double time, std::span<const mat4> world);

    /// Of feet near the ground only the lower ones bear the figure: a foot that swings passes a finger's breadth over it.
    void find_bearing_steps();

    /// The velocity at which the ground passes below a figure that walks on the spot: that of all feet that stand, if it
    /// is much the same throughout. Zero for clips that travel, and where feet slide this way and that.
    [[nodiscard]] vec2 treadmill() const;
    void finish_slides();
    void see_overlaps(double time, std::span<const mat4> world);
    void see_limits(double time, const Pose& pose);

    const Subject& subject_;
    const PreparedFigure& p_;
    FigureMotion motion_;
    std::vector<Foot> feet_;
    std::vector<mat4> before_;        // of the last frame at 20 fps
    std::vector<int> below_;          // frames beyond each limit
    std::vector<float> free_cosine_;  // of half the angle that no limit forbids
    int frames_at_30_ = 0;
    mat4 first_hips_{1.0F};
    float hips_height_ = 0.0F;
    float hips_speed_ = 0.0F;
    int floating_samples_ = 0;
    double floating_since_ = 0.0;
};

}  // namespace vitruvian::check
