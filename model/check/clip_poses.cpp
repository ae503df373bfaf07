#include "model/check/clip_poses.h"

#include "model/check/figure_follower.h"
#include "model/figure/joint_angles.h"
#include "model/figure/reference_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace vitruvian::check {
namespace {

constexpr float min_turn = std::numbers::pi_v<float> / 180.0F;

/// Tracks one node that a clip moves.
class NodeFollower {
  public:
    NodeFollower(NodeMotion motion, const Skeleton& skeleton)
        : motion_(motion), rest_distance_(glm::length(at(skeleton.rest, motion.node).translation)) {}

    void see(int sample, double time, const Pose& pose) {
        const Transform& local = at(pose.local, motion_.node);
        if (motion_.shifts) {
            const double off = static_cast<double>(glm::length(local.translation) - rest_distance_);
            squares_ += off * off;
            ++samples_;
        }
        if (!motion_.turns) return;
        if (sample == 0) first_ = local.rotation;
        if (!is_moving_) is_moving_ = angle_between(first_, local.rotation) > min_turn;
        quat& two_ago = at(recent_, sample % samples_per_30);
        if (sample >= samples_per_30 && !motion_.steps)
            see_turn(std::abs(glm::dot(two_ago, local.rotation)), time);
        if (sample % samples_per_30 == 0) see_at_30(two_ago, sample, local.rotation);
        two_ago = local.rotation;
    }

    NodeMotion finish(const Pose& end) {
        motion_.is_moving = is_moving_;
        if (motion_.turns) motion_.end_turn = angle_between(first_, at(end.local, motion_.node).rotation);
        if (samples_ > 0) motion_.distance_rms = static_cast<float>(std::sqrt(squares_ / samples_));
        if (differences_ > 0)
            motion_.jitter = static_cast<float>(std::sqrt(difference_squares_ / differences_));
        return motion_;
    }

  private:
    /// The cosine of half the angle is enough to find the largest rotation.
    void see_turn(float cosine, double time) {
        constexpr float of_a_pop = 0.92387953F;  // half of 45 degrees
        motion_.pops.see(cosine < of_a_pop, time);
        if (cosine >= min_cosine_) return;
        min_cosine_ = cosine;
        motion_.turn = {2.0F * std::acos(cosine), time};
    }

    void see_at_30(const quat& before, int sample, const quat& now) {
        if (sample == 0) return;
        const vec3 step = rotation_vector(glm::conjugate(before) * now);
        if (sample >= 2 * samples_per_30) {
            const vec3 change = step - last_step_;
            difference_squares_ += static_cast<double>(glm::dot(change, change));
            ++differences_;
        }
        last_step_ = step;
    }

    NodeMotion motion_;
    float rest_distance_;
    std::array<quat, samples_per_30> recent_{};
    float min_cosine_ = 0.9999F;  // smaller rotations are ignored
    quat first_ = identity_quat;
    vec3 last_step_{0.0F};
    bool is_moving_ = false;
    double squares_ = 0.0;
    int samples_ = 0;
    double difference_squares_ = 0.0;
    int differences_ = 0;
};

std::vector<NodeMotion> moved_nodes(const Clip& clip) {
    std::vector<NodeMotion> out;
    for (const Channel& channel : clip.channels) {
        if (channel.node < 0) continue;
        auto found = std::find_if(out.begin(), out.end(),
                                  [&](const NodeMotion& motion) { return motion.node == channel.node; });
        if (found == out.end()) {
            found = out.emplace(out.end());
            found->node = channel.node;
        }
        found->turns |= channel.path == ChannelPath::rotation;
        found->steps |= channel.path == ChannelPath::rotation && channel.interpolation == Interpolation::step;
        found->shifts |= channel.path == ChannelPath::translation;
    }
    return out;
}

/// Samples clips; nodes that a clip does not animate keep the base pose, as in the players.
class ClipWalker {
  public:
    explicit ClipWalker(const Subject& subject)
        : subject_(subject), base_(base_pose(subject.document(), subject.skeleton())) {
        for (const Figure& figure : subject.figures()) figures_.push_back(prepare(subject, figure));
    }

    ClipMotion walk(int index) {
        const Clip& clip = *at(subject_.document().clips, index);
        ClipMotion out;
        out.clip = index;
        std::vector<NodeFollower> nodes;
        for (const NodeMotion& motion : moved_nodes(clip)) nodes.emplace_back(motion, subject_.skeleton());
        std::vector<FigureFollower> figures = followers_of(clip);
        const int samples = samples_of(clip);
        Pose pose = base_;
        std::vector<mat4> world(base_.local.size());
        for (int i = 0; i < samples; ++i) {
            const double time = std::min(i / samples_per_second, clip.duration);
            sample(clip, time, subject_.skeleton(), pose);
            for (NodeFollower& node : nodes) node.see(i, time, pose);
            for (FigureFollower& figure : figures) {
                local_to_world(subject_.skeleton(), pose, world);
                figure.see(i, time, pose, world);
            }
        }
        sample(clip, clip.duration, subject_.skeleton(), pose);
        for (NodeFollower& node : nodes) out.nodes.push_back(node.finish(pose));
        for (FigureFollower& figure : figures) {
            local_to_world(subject_.skeleton(), pose, world);
            out.figures.push_back(figure.finish(world));
        }
        return out;
    }

  private:
    std::vector<FigureFollower> followers_of(const Clip& clip) {
        std::vector<FigureFollower> out;
        for (const PreparedFigure& figure : figures_) {
            const bool moves =
                std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
                    return channel.node >= 0 && figure.movers.contains(channel.node);
                });
            if (moves) out.emplace_back(subject_, figure);
        }
        return out;
    }

    /// At 60 Hz, but limited by the number of keys: two keys may be years apart.
    int samples_of(const Clip& clip) {
        std::size_t max_keys = 0;
        for (const Channel& channel : clip.channels) max_keys = std::max(max_keys, channel.times.size());
        constexpr std::size_t least = 3600;
        const std::size_t most =
            std::min(std::max(least, 8 * max_keys), work_left_ / (base_.local.size() + 1) + 1);
        const double wanted = std::max(clip.duration, 0.0) * samples_per_second + 1.0 + 1e-6;
        const std::size_t out = wanted < static_cast<double>(most) ? static_cast<std::size_t>(wanted) : most;
        work_left_ -= std::min(work_left_, out * (base_.local.size() + 1));
        return static_cast<int>(out);
    }

    const Subject& subject_;
    Pose base_;
    std::vector<PreparedFigure> figures_;
    std::size_t work_left_ = 400'000'000;  // nodes times samples, over all clips
};

}  // namespace

void Spans::see(bool lasts, double time) {
    constexpr std::size_t most = 1000;
    if (lasts && is_open_) list_.back().to = time;
    if (lasts && !is_open_ && list_.size() < most) list_.push_back({time, time});
    is_open_ = lasts && !list_.empty();
}

vec3 limit_angles(const Joint& joint, const quat& delta) {
    const quat q = limit_frame_rotation(joint, delta);
    const float twist = 2.0F * std::atan2(q.y, q.w);
    const vec3 swing = rotation_vector(q * axis_angle(vec3(0.0F, 1.0F, 0.0F), -twist));
    return {swing.x, twist, swing.z};
}

ClipPoses measure_clips(const Subject& subject) {
    ClipPoses out;
    if (subject.chosen_clips().empty()) return out;
    ClipWalker walker(subject);
    for (const int clip : subject.chosen_clips()) {
        const std::vector<Channel>& channels = at(subject.document().clips, clip)->channels;
        if (!at(subject.document().clips, clip)->reference_pose.empty()) continue;
        if (std::any_of(channels.begin(), channels.end(), [](const Channel& c) { return c.node >= 0; }))
            out.clips.push_back(walker.walk(clip));
    }
    return out;
}

}  // namespace vitruvian::check
