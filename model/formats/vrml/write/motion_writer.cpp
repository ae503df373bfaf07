#include "model/formats/vrml/write/motion_writer.h"

#include "model/core/at.h"
#include "model/formats/vrml/write/emit.h"
#include "model/pose/following_rate.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace vitruvian::vrml {
namespace {

/// The channels of one joint in a clip, as in the file's fields.
struct JointChannels {
    std::optional<Channel> translation;
    std::optional<Channel> rotation;
};

/// Returns the seconds between keys, if they are evenly spaced.
std::optional<double> even_step(const Clip& clip) {
    double step = clip.duration;
    for (const Channel& channel : clip.channels) {
        for (std::size_t k = 1; k < channel.times.size(); ++k) {
            const double gap =
                static_cast<double>(channel.times[k]) - static_cast<double>(channel.times[k - 1]);
            if (gap > 1e-6) step = std::min(step, gap);
        }
    }
    if (!(step > 0.0) || clip.duration / step > 10'000.0) return {};
    const auto meets = [step](double time) {
        return std::abs(time - std::round(time / step) * step) <= 1e-4 * step + 1e-6;
    };
    for (const Channel& channel : clip.channels) {
        if (channel.interpolation == Interpolation::cubic) return {};
        for (const float time : channel.times) {
            if (!meets(static_cast<double>(time))) return {};
        }
    }
    // Between keys, rotations follow one axis and Euler angles do not.
    return meets(clip.duration) ? std::optional(step) : std::nullopt;
}

/// Returns a frame time that hits every key, if keys are evenly spaced; otherwise one short enough to follow
/// the rotations.
double seconds_per_frame(const Clip& clip) {
    const std::optional<double> step = even_step(clip);
    return step ? *step : 1.0 / following_rate(clip).rate;
}

/// Returns degrees about Z, X and Y of Rz Rx Ry.
std::array<double, 3> euler_zxy(const quat& rotation) {
    const glm::dmat3 m = glm::mat3_cast(glm::normalize(glm::dquat(rotation)));
    const double sine = std::clamp(m[1][2], -1.0, 1.0);
    std::array<double, 3> out{};
    out[1] = std::asin(sine);
    const double upright = 1.0 - 1e-12;
    if (std::abs(sine) < upright) {
        out[0] = std::atan2(-m[1][0], m[1][1]);
        out[2] = std::atan2(-m[0][2], m[2][2]);
    } else {
        out[0] = std::atan2(m[0][1], m[0][0]);
    }
    for (double& angle : out) angle = glm::degrees(angle);
    return out;
}

double next_to(double angle, double before) {
    return angle + 360.0 * std::round((before - angle) / 360.0);
}

class MotionMaker {
  public:
    MotionMaker(const Document& document, const FramePlan& plan, const HanimNaming& naming, const Clip& clip)
        : clip_(&clip) {
        for (const Channel& channel : clip.channels) {
            JointChannels& joint = joints_[channel.node];
            Channel own = channel_in_file(document, channel, at(plan.nodes, channel.node));
            (channel.path == ChannelPath::translation ? joint.translation : joint.rotation) = std::move(own);
        }
        for (const auto& [node, channels] : joints_) {
            joint_names_ += (joint_names_.empty() ? "" : " ") + at(naming.of_node, node);
            if (!channel_names_.empty()) channel_names_ += ' ';
            if (channels.translation && channels.rotation) {
                channel_names_ += "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";
            } else {
                channel_names_ += channels.translation ? "3 Xposition Yposition Zposition"
                                                       : "3 Zrotation Xrotation Yrotation";
            }
        }
    }

    OutputNode make(bool enabled) {
        const double step = seconds_per_frame(*clip_);
        const int frames = static_cast<int>(std::max(1.0, std::round(clip_->duration / step))) + 1;
        const double seconds = clip_->duration / static_cast<double>(frames - 1);
        std::vector<float> values;
        std::map<int, std::array<double, 3>> last;
        for (int f = 0; f < frames; ++f) {
            const double time = static_cast<double>(f) * seconds;
            for (const auto& [node, channels] : joints_) {
                if (channels.translation) {
                    const vec4 v = sample_channel(*channels.translation, time);
                    values.insert(values.end(), {v.x, v.y, v.z});
                }
                if (!channels.rotation) continue;
                const vec4 v = sample_channel(*channels.rotation, time);
                std::array<double, 3> angles = euler_zxy({v.w, v.x, v.y, v.z});
                std::array<double, 3>& before = last.try_emplace(node, angles).first->second;
                for (std::size_t i = 0; i < 3; ++i) {
                    angles[i] = next_to(angles[i], before[i]);
                    values.push_back(static_cast<float>(angles[i]));
                }
                before = angles;
            }
        }
        OutputNode out{"HAnimMotion", {}, false, {}};
        out.set("description", clip_->name);
        out.set("enabled", enabled);
        out.set("loop", clip_->loop);
        out.set("frameDuration", static_cast<float>(seconds));
        out.set("endFrame", frames - 1);
        out.set("joints", joint_names_);
        out.set("channels", channel_names_);
        out.set_list("values", std::move(values));
        return out;
    }

  private:
    const Clip* clip_;
    std::map<int, JointChannels> joints_;
    std::string joint_names_;
    std::string channel_names_;
};

}  // namespace

void note_cut_corners(const Clip& clip, Diagnostics& notes) {
    if (even_step(clip)) return;
    const FollowingRate found = following_rate(clip);
    if (found.degrees < 1.0) return;
    notes.warn("clip-corners-cut",
               fmt::format("an HAnimMotion has frames at even times: \"{}\" is written with {} a second, and "
                           "turns between them are up to {:.1f} degrees off",
                           clip.name, found.rate, found.degrees));
}

int motion_humanoid(const SaveOptions& options, const FramePlan& plan, const HanimNaming& naming,
                    const Clip& clip) {
    if (options.clips_as != ClipsAs::hanim_motion || options.format == FileFormat::vrml97 ||
        !(clip.duration > 0.0))
        return -1;
    int humanoid = -1;
    for (const Channel& channel : clip.channels) {
        const bool moves = channel.path == ChannelPath::translation || channel.path == ChannelPath::rotation;
        if (!moves || channel.node < 0) return -1;
        const NodePlan& node = at(plan.nodes, channel.node);
        if (node.role != Role::joint || node.humanoid < 0) return -1;
        if (humanoid >= 0 && node.humanoid != humanoid) return -1;
        humanoid = node.humanoid;
        // Joints are listed in one string, separated by spaces.
        const std::string& name = at(naming.of_node, channel.node);
        if (name.empty() || name.find_first_of(" \t\r\n,") != std::string::npos) return -1;
    }
    return humanoid;
}

std::vector<OutputNode> motion_nodes(const Document& document, const SaveOptions& options,
                                     const ClipTargets& targets, const HanimNaming& naming, int humanoid,
                                     OutputScene& scene) {
    std::vector<OutputNode> out;
    for (const auto& clip : document.clips) {
        if (motion_humanoid(options, *targets.plan, naming, *clip) != humanoid) continue;
        out.push_back(MotionMaker(document, *targets.plan, naming, *clip).make(out.empty() && clip->loop));
        scene.has_motions = true;
    }
    return out;
}

}  // namespace vitruvian::vrml
