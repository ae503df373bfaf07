#include "model/formats/vrml/read/motions.h"

#include "model/core/at.h"
#include "model/document/key_limits.h"
#include "model/formats/vrml/world/info_lines.h"
#include "model/standard/hanim_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr std::array<std::string_view, 6> channel_names{"Xposition", "Yposition", "Zposition",
                                                        "Xrotation", "Yrotation", "Zrotation"};
constexpr int max_channels = 9;

/// A joint of the motion: the channels of a frame that belong to it.
struct MovedJoint {
    int node = -1;
    std::size_t first = 0;
    std::vector<int> channels;  // indices into channel_names; -1: disabled or unknown
};

std::vector<std::string_view> words(std::string_view text) {
    const std::string_view between = " \t\r\n,";
    std::vector<std::string_view> out;
    for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(between, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(between, end);
    }
    return out;
}

int channel_named(std::string_view name) {
    for (std::size_t i = 0; i < channel_names.size(); ++i) {
        const bool same = name.size() == channel_names[i].size() &&
                          (name[0] | 0x20) == (channel_names[i][0] | 0x20) &&
                          name.substr(1) == channel_names[i].substr(1);
        if (same) return static_cast<int>(i);
    }
    return -1;
}

/// Finds the nodes of a humanoid's joints: by exact name, otherwise by the H-Anim joint that the name means.
class JointNodes {
  public:
    JointNodes(const Document& document, const Humanoid& humanoid) {
        for (const Joint& joint : humanoid.joints) {
            const std::string& name = at(document.nodes, joint.node).name;
            by_name_.try_emplace(name, joint.node);
            by_token_.try_emplace(name_token(name), joint.node);
            const std::optional<HanimJointName> meant = hanim_joint_from_name(name);
            if (meant && by_meaning(*meant) < 0) by_meaning_.emplace_back(*meant, joint.node);
        }
    }
    [[nodiscard]] int find(std::string_view name) const {
        const auto found = by_name_.find(name);
        if (found != by_name_.end()) return found->second;
        if (const auto token = by_token_.find(name); token != by_token_.end()) return token->second;
        const std::optional<HanimJointName> meant = hanim_joint_from_name(name);
        return meant ? by_meaning(*meant) : -1;
    }

  private:
    [[nodiscard]] int by_meaning(const HanimJointName& meant) const {
        const auto same = std::find_if(by_meaning_.begin(), by_meaning_.end(),
                                       [&](const auto& entry) { return entry.first == meant; });
        return same == by_meaning_.end() ? -1 : same->second;
    }
    std::unordered_map<std::string_view, int> by_name_;  // views of the document's names
    std::map<std::string, int, std::less<>> by_token_;   // by X3D name, see humanoids.cpp
    std::vector<std::pair<HanimJointName, int>> by_meaning_;
};

std::string joined(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) {
        out += text;
        out += ' ';
    }
    return out;
}

class MotionReader {
  public:
    MotionReader(World& world, NodeRef motion, const JointNodes& nodes)
        : world_(&world), node_(motion), nodes_(&nodes) {}

    std::optional<Clip> read() {
        const bool sound = read_channels();
        values_ = read_floats(*world_, node_, "values");
        std::size_t frames = width_ == 0 ? 0 : values_.size() / width_;
        if (!sound || frames == 0) {
            world_->warn(
                node_, "hanim-motion-channels",
                "this HAnimMotion's channels, joints and values do not fit together; it is left out");
            return std::nullopt;
        }
        if (frames * width_ != values_.size()) {
            world_->warn(node_, "hanim-motion-values",
                         "an HAnimMotion's values do not fill its last frame, which is left out");
        }
        const std::vector<std::size_t> played = frames_played(frames);
        const double seconds = frame_seconds();
        Clip clip;
        clip.loop = read_bool(*world_, node_, "loop", false);
        clip.duration = seconds * static_cast<double>(std::max<std::size_t>(played.size(), 2) - 1);
        for (const MovedJoint& joint : joints_) {
            if (joint.node >= 0) add_channels(joint, played, seconds, clip);
        }
        if (clip.channels.empty()) return std::nullopt;
        return clip;
    }

  private:
    double frame_seconds() {
        const double usual = 0.1;
        const double seconds = read_double(*world_, node_, "frameDuration", usual);
        return seconds > 0.0 && seconds < 1e6 ? seconds : usual;
    }

    /// Returns the frames in the order in which they are shown, each for a frame's duration (ISO/IEC 19774-2,
    /// 6.3): from startFrame to endFrame, every frameIncrement-th, backwards where that is negative.
    std::vector<std::size_t> frames_played(std::size_t count) {
        const int last = static_cast<int>(std::min<std::size_t>(count, std::numeric_limits<int>::max())) - 1;
        int from = read_int(*world_, node_, "startFrame", 0);
        int to = read_int(*world_, node_, "endFrame", last);
        const bool are_frames = from >= 0 && to >= 0 && from <= last && to <= last;
        if (!are_frames || from == to) {
            from = 0;
            to = last;
        }
        const int increment = read_int(*world_, node_, "frameIncrement", 1);
        if (increment == 0) {
            world_->note(
                node_, "hanim-motion-stands",
                "an HAnimMotion's frameIncrement of 0 holds its first frame; it plays as if it were 1");
        }
        if (increment < 0) std::swap(from, to);
        const std::int64_t step = std::max<std::int64_t>(std::abs(std::int64_t{increment}), 1);
        std::vector<std::size_t> out;
        for (std::int64_t way = 0; way <= std::abs(to - from); way += step)
            out.push_back(static_cast<std::size_t>(to < from ? from - way : from + way));
        return out;
    }

    /// Parses "6 Xposition Yposition ... 3 Zrotation ...": a count and that many names for each joint in
    /// turn.
    bool read_channels() {
        const std::string channels = joined(read_strings(*world_, node_, "channels"));
        const std::string names = joined(read_strings(*world_, node_, "joints"));
        const std::vector<std::string_view> joint_names = words(names);
        const std::vector<std::int32_t> enabled = read_ints(*world_, node_, "channelsEnabled");
        const std::vector<std::string_view> list = words(channels);
        for (std::size_t at = 0; at < list.size();) {
            int count = 0;
            for (const char c : list[at]) {
                if (c < '0' || c > '9' || count > max_channels) return false;
                count = count * 10 + (c - '0');
            }
            ++at;
            if (count > max_channels || static_cast<std::size_t>(count) > list.size() - at) return false;
            MovedJoint joint;
            joint.first = width_;
            const std::size_t index = joints_.size();
            if (index < joint_names.size()) joint.node = find(joint_names[index]);
            for (int i = 0; i < count; ++i, ++at, ++width_) {
                const bool off = width_ < enabled.size() && enabled[width_] == 0;
                joint.channels.push_back(off ? -1 : channel_named(list[at]));
            }
            joints_.push_back(std::move(joint));
        }
        if (joints_.size() != joint_names.size()) {
            world_->warn(node_, "hanim-motion-joints",
                         fmt::format("an HAnimMotion names {} joints and the channels of {}",
                                     joint_names.size(), joints_.size()));
        }
        return width_ > 0;
    }

    int find(std::string_view name) {
        if (name == "IGNORED") return -1;
        const int node = nodes_->find(name);
        if (node < 0) {
            world_->note(
                node_, "hanim-motion-joint-missing",
                fmt::format("the figure has no joint \"{}\" for this HAnimMotion", name.substr(0, 60)));
        }
        return node;
    }

    void add_channels(const MovedJoint& joint, const std::vector<std::size_t>& frames, double seconds,
                      Clip& clip) {
        Channel shift;
        shift.node = joint.node;
        shift.path = ChannelPath::translation;
        shift.space = ChannelSpace::delta;
        Channel turn = shift;
        turn.path = ChannelPath::rotation;
        bool shifts = false;
        bool turns = false;
        quat last = identity_quat;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const float* row = &values_[frames[i] * width_ + joint.first];
            const bool sane = std::all_of(row, row + joint.channels.size(),
                                          [](float value) { return std::abs(value) <= furthest_key; });
            if (!sane) {
                world_->warn(node_, "hanim-motion-absurd",
                             "values of an HAnimMotion are out of range; the joint's key is left out");
                continue;
            }
            vec3 place(0.0F);
            quat rotation = identity_quat;
            for (std::size_t k = 0; k < joint.channels.size(); ++k) {
                const int channel = joint.channels[k];
                const float value = row[k];
                if (channel >= 0 && channel < 3) place[channel] = value;
                if (channel >= 3) {
                    vec3 axis(0.0F);
                    axis[channel - 3] = 1.0F;
                    rotation = rotation * axis_angle(axis, glm::radians(value));
                }
                shifts = shifts || (channel >= 0 && channel < 3);
                turns = turns || channel >= 3;
            }
            rotation = normalized_or_identity(rotation);
            if (glm::dot(rotation, last) < 0.0F) rotation = -rotation;
            last = rotation;
            const auto time = static_cast<float>(static_cast<double>(i) * seconds);
            shift.times.push_back(time);
            turn.times.push_back(time);
            shift.values.insert(shift.values.end(), {place.x, place.y, place.z});
            turn.values.insert(turn.values.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
        }
        if (shifts && !shift.times.empty()) clip.channels.push_back(std::move(shift));
        if (turns && !turn.times.empty()) clip.channels.push_back(std::move(turn));
    }

    World* world_;
    NodeRef node_;
    const JointNodes* nodes_;
    std::vector<MovedJoint> joints_;
    std::vector<float> values_;
    std::size_t width_ = 0;  // values per frame
};

/// A pose is a clip of one key: its joints' transforms replace those of the figure's joints of the same name.
std::optional<Clip> read_pose(World& world, NodeRef pose, const JointNodes& nodes) {
    Clip clip;
    clip.loop = false;
    const double seconds = read_double(world, pose, "transitionDuration", 0.0);
    clip.duration = seconds > 0.0 && seconds < 1e6 ? seconds : 1.0;
    const auto add = [&](int node, ChannelPath path, std::vector<float> values) {
        clip.channels.push_back(held_channel(node, path, std::move(values)));
        clip.channels.back().space = ChannelSpace::delta;
    };
    for (const Field& field : world.syntax(pose).fields) {
        const Found found = world.follow(field, pose);
        if (!found || !std::holds_alternative<std::vector<NodeId>>(*found.value)) continue;
        for (const NodeRef use : world.nodes(pose, field.name)) {
            const NodeRef joint = world.concrete(use);
            if (!joint.valid() || world.kind(joint) != WorldNode::joint) continue;
            const int node = nodes.find(read_string(world, joint, "name"));
            if (node < 0) continue;
            const vec3 place = read_vec3(world, joint, "translation", vec3(0.0F));
            const quat turn = read_rotation(world, joint, "rotation");
            add(node, ChannelPath::translation, {place.x, place.y, place.z});
            add(node, ChannelPath::rotation, {turn.x, turn.y, turn.z, turn.w});
        }
    }
    if (clip.channels.empty()) return std::nullopt;
    return clip;
}

}  // namespace

void add_motions(World& world, const BuiltNodes& built, Document& document) {
    std::map<int, JointNodes> nodes_of;  // by humanoid
    for (const BuiltMotion& motion : built.motions) {
        const Humanoid& humanoid = at(document.humanoids, motion.humanoid);
        const JointNodes& nodes = nodes_of.try_emplace(motion.humanoid, document, humanoid).first->second;
        const bool moves = world.syntax(motion.node).type == "HAnimMotion";
        std::optional<Clip> clip =
            moves ? MotionReader(world, motion.node, nodes).read() : read_pose(world, motion.node, nodes);
        if (!clip) continue;
        clip->name = read_string(world, motion.node, "name");
        if (clip->name.empty()) clip->name = read_string(world, motion.node, "description");
        if (clip->name.empty()) clip->name = world.syntax(motion.node).def;
        if (clip->name.empty())
            clip->name = fmt::format("{} {}", moves ? "motion" : "pose", document.clips.size() + 1);
        document.clips.push_back(std::make_shared<const Clip>(std::move(*clip)));
    }
}

}  // namespace vitruvian::vrml
