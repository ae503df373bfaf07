// Samples one figure along a clip: feet and hands, limits, intersecting limbs. Part of measure_clips.
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

/// Data of a figure that is sampled, prepared once for all clips.
struct PreparedFigure {
    const Figure* figure;
    float metre;  // file units per metre
    mat4 figure_from_scene{1.0F};
    std::vector<std::pair<Bone, BodyPart>> feet;
    std::vector<std::pair<Bone, BodyPart>> hands;
    std::vector<Capsule> capsules;
    struct Pair {
        std::size_t a, b;   // into capsules
        float rest = 0.0F;  // penetration depth at rest, at least 0
    };
    std::vector<Pair> pairs;
    std::vector<int> limited;  // joints with limits
    std::set<int> movers;      // nodes that move it: its joints and their ancestors
};

[[nodiscard]] PreparedFigure prepare(const Subject& subject, const Figure& figure);

/// Measures one figure along a clip.
class FigureFollower {
  public:
    FigureFollower(const Subject& subject, const PreparedFigure& prepared);

    /// `world`: the nodes' matrices in the scene; they are converted to the figure's space.
    void see(int sample, double time, const Pose& pose, std::span<mat4> world);
    /// `end`: the nodes' matrices at the end of the clip.
    [[nodiscard]] FigureMotion finish(std::span<mat4> end);

  private:
    /// State of a foot in a frame.
    struct Step {
        double time;
        vec2 velocity;  // of the contact point, along the ground
        float height;   // of its lowest point
        bool stands;    // supported as in the previous frame
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

    /// Uses the velocity of the contact point, not of the ankle: a foot that rolls over its toes does not
    /// slide.
    void see_step(std::size_t f, bool touches, double time, std::span<const mat4> world);

    /// Of feet near the ground only the lower ones carry weight: a swinging foot passes closely above it.
    void find_bearing_steps();

    /// Returns the ground velocity for a figure that walks in place: that of all supporting feet, if it is
    /// nearly constant. Zero for clips that travel, and if feet slide in different directions.
    [[nodiscard]] vec2 treadmill() const;
    void finish_slides();
    void see_overlaps(double time, std::span<const mat4> world);
    void see_limits(double time, const Pose& pose);

    const Subject& subject_;
    const PreparedFigure& p_;
    FigureMotion motion_;
    std::vector<Foot> feet_;
    std::vector<mat4> before_;        // of the previous frame at 20 fps
    std::vector<int> below_;          // frames beyond each limit
    std::vector<float> free_cosine_;  // cosine of half the angle that no limit excludes
    int frames_at_30_ = 0;
    mat4 first_hips_{1.0F};
    float hips_height_ = 0.0F;
    float hips_speed_ = 0.0F;
    int floating_samples_ = 0;
    double floating_since_ = 0.0;
};

}  // namespace vitruvian::check
