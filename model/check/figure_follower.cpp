#include "model/check/figure_follower.h"

#include "model/check/measure.h"
#include "model/core/at.h"
#include "model/figure/joint_angles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace vitruvian::check {
namespace {

constexpr float contact_height = 0.05F;  // metres above the sole at rest
constexpr float floating_speed = 0.1F;   // metres per second, up or down
constexpr float one_degree = std::numbers::pi_v<float> / 180.0F;

/// Returns false where the rest pose has no ground: the figure lies, or it is motion data whose hips rest at
/// the origin.
bool rests_on_ground(const Subject& subject, const Figure& figure) {
    if (figure.has(Bone::hips) && figure.has(Bone::head)) {
        const vec3 trunk = figure.position(Bone::head) - figure.position(Bone::hips);
        if (trunk.y < 0.7F * glm::length(trunk)) return false;
    }
    const bool near_zero = std::abs(figure.sole) < 0.05F * figure.height;
    return near_zero || subject.document().format != FileFormat::bvh;
}

float depth_of(const PreparedFigure& p, const PreparedFigure::Pair& pair, std::span<const mat4> world) {
    const Capsule& a = p.capsules[pair.a];
    const Capsule& b = p.capsules[pair.b];
    const auto position = [world](int node) { return vec3(at(world, node)[3]); };
    const vec3 a0 = position(a.from);
    const vec3 a1 = position(a.to);
    const vec3 b0 = position(b.from);
    const vec3 b1 = position(b.to);
    const float radii = a.radius + b.radius;
    const float reach = radii + 0.5F * (glm::distance(a0, a1) + glm::distance(b0, b1));
    const vec3 apart = 0.5F * (a0 + a1 - b0 - b1);
    if (glm::dot(apart, apart) > reach * reach) return 0.0F;
    return std::max(radii - distance_between(a0, a1, b0, b1), 0.0F);
}

void prepare_pairs(PreparedFigure& p) {
    constexpr int min_between = 3;
    for (std::size_t a = 0; a < p.capsules.size(); ++a) {
        for (std::size_t b = a + 1; b < p.capsules.size(); ++b) {
            const int limb_a = p.capsules[a].limb;
            const int limb_b = p.capsules[b].limb;
            const bool other_limb = limb_a != limb_b && limb_a != 0 && limb_b != 0;
            if (!other_limb && bones_between(p.figure->humanoid->bones, p.capsules[a].bone,
                                             p.capsules[b].bone) < min_between)
                continue;
            PreparedFigure::Pair pair{a, b, 0.0F};
            pair.rest = depth_of(p, pair, p.figure->world);
            p.pairs.push_back(pair);
        }
    }
}

/// Returns the largest rotation about any axis that is within the joint's limits.
float free_angle(const Joint& joint) {
    float out = std::numbers::pi_v<float>;
    for (int axis = 0; axis < 3; ++axis) {
        if (joint.lower_limit) out = std::min(out, -(*joint.lower_limit)[axis]);
        if (joint.upper_limit) out = std::min(out, (*joint.upper_limit)[axis]);
    }
    return std::max(out, 0.0F);
}

}  // namespace

PreparedFigure prepare(const Subject& subject, const Figure& figure) {
    PreparedFigure out{&figure, units_per_metre(subject, figure), mat4(1.0F), {}, {}, {}, {}, {}, {}};
    const Humanoid& humanoid = *figure.humanoid;
    if (figure.hanim && humanoid.node >= 0)
        out.figure_from_scene = affine_inverse(at(subject.scene_world(), humanoid.node));
    const auto add = [&](Bone bone, std::vector<std::pair<Bone, BodyPart>>& parts) {
        if (!figure.has(bone)) return;
        BodyPart part(subject, figure, bone);
        if (!part.empty()) parts.emplace_back(bone, std::move(part));
    };
    if (rests_on_ground(subject, figure)) {
        add(Bone::left_foot, out.feet);
        add(Bone::right_foot, out.feet);
        add(Bone::left_hand, out.hands);
        add(Bone::right_hand, out.hands);
    }
    out.capsules = capsules_of(subject, figure);
    prepare_pairs(out);
    for (int j = 0; j < static_cast<int>(humanoid.joints.size()); ++j) {
        const Joint& joint = at(humanoid.joints, j);
        if (joint.lower_limit || joint.upper_limit) out.limited.push_back(j);
        for (int n = joint.node; n >= 0 && out.movers.insert(n).second;
             n = at(subject.document().nodes, n).parent) {
        }
    }
    return out;
}

FigureFollower::FigureFollower(const Subject& subject, const PreparedFigure& prepared)
    : subject_(subject), p_(prepared) {
    motion_.figure = p_.figure;
    motion_.has_hips = p_.figure->has(Bone::hips);
    for (const int joint : p_.limited) {
        motion_.limits.push_back({joint, 0.0F, {}, {}});
        free_cosine_.push_back(std::cos(0.5F * free_angle(at(p_.figure->humanoid->joints, joint))));
    }
    for (const auto& [bone, part] : p_.feet) motion_.parts.emplace_back().bone = bone;
    for (const auto& [bone, part] : p_.hands) motion_.parts.emplace_back().bone = bone;
    for (const PreparedFigure::Pair& pair : p_.pairs)
        motion_.overlaps.push_back({p_.capsules[pair.a].bone, p_.capsules[pair.b].bone, {}, {}});
    feet_.resize(p_.feet.size());
    below_.resize(p_.limited.size());
}

void FigureFollower::see(int sample, double time, const Pose& pose, std::span<mat4> world) {
    to_figure(world);
    if (motion_.has_hips) see_hips(sample, world);
    if (!motion_.parts.empty()) see_parts(sample, time, world);
    see_overlaps(time, world);
    if (sample % samples_per_30 == 0) see_limits(time, pose);
}

FigureMotion FigureFollower::finish(std::span<mat4> end) {
    to_figure(end);
    if (motion_.has_hips) {
        const mat4& hips = at(end, p_.figure->humanoid->bones[Bone::hips]);
        motion_.travel = glm::distance(vec3(first_hips_[3]), vec3(hips[3])) / p_.metre;
        motion_.turn = angle_between(to_transform(first_hips_).rotation, to_transform(hips).rotation);
    }
    for (std::size_t i = 0; i < below_.size(); ++i) {
        if (frames_at_30_ > 0)
            motion_.limits[i].share = static_cast<float>(below_[i]) / static_cast<float>(frames_at_30_);
    }
    end_floating();
    finish_slides();
    for (PartMotion& part : motion_.parts) {
        part.depth /= p_.metre;
        part.slide.value /= p_.metre;
    }
    for (Overlap& overlap : motion_.overlaps) overlap.depth.value /= p_.metre;
    return std::move(motion_);
}

void FigureFollower::to_figure(std::span<mat4> world) const {
    if (!p_.figure->hanim) return;
    for (mat4& matrix : world) matrix = p_.figure_from_scene * matrix;
}

void FigureFollower::see_hips(int sample, std::span<const mat4> world) {
    const mat4& hips = at(world, p_.figure->humanoid->bones[Bone::hips]);
    if (sample == 0) first_hips_ = hips;
    hips_speed_ =
        sample == 0 ? 0.0F : std::abs(hips[3].y - hips_height_) * static_cast<float>(samples_per_second);
    hips_height_ = hips[3].y;
}

void FigureFollower::see_parts(int sample, double time, std::span<const mat4> world) {
    bool in_air = !p_.feet.empty();
    for (std::size_t f = 0; f < p_.feet.size(); ++f) {
        const BodyPart& part = p_.feet[f].second;
        see_depth(part, motion_.parts[f], time, world);
        const bool touches = is_touching(part, feet_[f], world);
        in_air = in_air && !touches;
        if (sample % samples_per_20 == 0) see_step(f, touches, time, world);
    }
    for (std::size_t h = 0; h < p_.hands.size(); ++h)
        see_depth(p_.hands[h].second, motion_.parts[p_.feet.size() + h], time, world);
    if (sample % samples_per_20 == 0) before_.assign(world.begin(), world.end());
    if (in_air && sample > 0 && hips_speed_ < floating_speed * p_.metre) {
        if (floating_samples_ == 0) floating_since_ = time;
        ++floating_samples_;
    } else {
        end_floating();
    }
}

void FigureFollower::end_floating() {
    const float seconds = static_cast<float>(floating_samples_ / samples_per_second);
    if (seconds > motion_.floating) {
        motion_.floating = seconds;
        motion_.floating_time = floating_since_;
    }
    floating_samples_ = 0;
}

void FigureFollower::see_depth(const BodyPart& part, PartMotion& motion, double time,
                               std::span<const mat4> world) const {
    const float least = 1e-3F * p_.metre;
    const float report_above = 1e-2F * p_.metre;
    const float most = p_.figure->sole - part.height_bound(world);
    const bool may_be_deepest = most > std::max(motion.depth, least);
    if (!may_be_deepest && most <= report_above) return motion.below.see(false, time);
    const int lowest = part.lowest(world);
    const float depth = p_.figure->sole - part.height(lowest, world);
    motion.below.see(depth > report_above, time);
    if (depth <= std::max(motion.depth, least)) return;
    motion.depth = depth;
    motion.depth_time = time;
    motion.deepest = part.position(lowest, world);
}

bool FigureFollower::is_touching(const BodyPart& part, Foot& foot, std::span<const mat4> world) const {
    const float limit = p_.figure->sole + contact_height * p_.metre;
    if (part.height(foot.lowest, world) < limit) return true;
    if (part.height_bound(world) >= limit) return false;
    foot.lowest = part.lowest(world);
    return part.height(foot.lowest, world) < limit;
}

void FigureFollower::see_step(std::size_t f, bool touches, double time, std::span<const mat4> world) {
    const BodyPart& part = p_.feet[f].second;
    Foot& foot = feet_[f];
    if (touches) foot.lowest = part.lowest(world);
    foot.steps.push_back({time, vec2(0.0F), part.height(foot.lowest, world), false});
    if (touches && foot.touched && !before_.empty()) {
        const vec3 step = part.position(foot.lowest, world) - part.position(foot.lowest, before_);
        foot.steps.back().velocity =
            vec2(step.x, step.z) * static_cast<float>(samples_per_second / samples_per_20);
        foot.steps.back().stands = true;
    }
    foot.touched = touches;
}

void FigureFollower::find_bearing_steps() {
    const float min_clearance = 0.01F * p_.metre;
    for (std::size_t i = 0; !feet_.empty() && i < feet_.front().steps.size(); ++i) {
        float lowest = std::numeric_limits<float>::max();
        for (const Foot& foot : feet_) lowest = std::min(lowest, foot.steps[i].height);
        for (Foot& foot : feet_) foot.steps[i].stands &= foot.steps[i].height < lowest + min_clearance;
    }
}

vec2 FigureFollower::treadmill() const {
    constexpr float max_travel = 0.05F;
    constexpr float max_spread = 0.4F;
    vec2 sum(0.0F);
    float squares = 0.0F;
    int count = 0;
    for (const Foot& foot : feet_) {
        for (const Step& step : foot.steps) {
            if (!step.stands) continue;
            sum += step.velocity;
            squares += glm::dot(step.velocity, step.velocity);
            ++count;
        }
    }
    if (count < 2 || feet_.size() < 2 || motion_.travel > max_travel) return vec2(0.0F);
    const vec2 mean = sum / static_cast<float>(count);
    const float variance = std::max(squares / static_cast<float>(count) - glm::dot(mean, mean), 0.0F);
    return std::sqrt(variance) < max_spread * glm::length(mean) ? mean : vec2(0.0F);
}

void FigureFollower::finish_slides() {
    find_bearing_steps();
    const vec2 ground = treadmill();
    const float report_above = 0.5F * p_.metre;  // per second
    for (std::size_t f = 0; f < feet_.size(); ++f) {
        float last = 0.0F;
        for (const Step& step : feet_[f].steps) {
            const float speed = step.stands ? glm::length(step.velocity - ground) : 0.0F;
            motion_.parts[f].slide.add(std::min(speed, last), step.time);
            motion_.parts[f].slides.see(std::min(speed, last) > report_above, step.time);
            last = speed;
        }
    }
}

void FigureFollower::see_overlaps(double time, std::span<const mat4> world) {
    const float report_above = 0.02F * p_.metre;
    for (std::size_t i = 0; i < p_.pairs.size(); ++i) {
        const float depth = depth_of(p_, p_.pairs[i], world) - p_.pairs[i].rest;
        motion_.overlaps[i].depth.add(depth, time);
        motion_.overlaps[i].deep.see(depth > report_above, time);
    }
}

void FigureFollower::see_limits(double time, const Pose& pose) {
    ++frames_at_30_;
    for (std::size_t i = 0; i < p_.limited.size(); ++i) {
        const Joint& joint = at(p_.figure->humanoid->joints, p_.limited[i]);
        const quat delta = glm::conjugate(at(subject_.skeleton().rest, joint.node).rotation) *
                           at(pose.local, joint.node).rotation;
        // No single axis rotates further than the joint does in total.
        const bool is_free = std::abs(delta.w) >= free_cosine_[i];
        const float excess = is_free ? 0.0F : beyond_limits(joint, limit_angles(joint, delta));
        motion_.limits[i].excess.add(excess, time);
        motion_.limits[i].beyond.see(excess > one_degree, time);
        if (excess > one_degree) ++below_[i];
    }
}

}  // namespace vitruvian::check
