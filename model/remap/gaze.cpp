#include "model/remap/gaze.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/pose/pose.h"
#include "model/pose/rekey.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

namespace vitruvian {
namespace {

constexpr std::array eyes{Bone::left_eye, Bone::right_eye};
constexpr std::array<std::string_view, 4> look_names{"lookLeft", "lookRight", "lookUp", "lookDown"};

/// A direction, in radians from ahead.
struct Look {
    float left = 0.0F;
    float down = 0.0F;
};

Look look_of(const vec4& rotation) {
    const vec3 ahead = quat(rotation.w, rotation.x, rotation.y, rotation.z) * vec3(0.0F, 0.0F, 1.0F);
    return {std::atan2(ahead.x, ahead.z), std::asin(std::clamp(-ahead.y, -1.0F, 1.0F))};
}

quat turn_of(const Look& look) {
    return axis_angle({0.0F, 1.0F, 0.0F}, look.left) * axis_angle({1.0F, 0.0F, 0.0F}, look.down);
}

float followed(const GazeRange& range, float angle) {
    return std::min(std::abs(angle), range.input) / range.input * range.output;
}

/// The angle that an eye or weight has followed.
float led(const GazeRange& range, float moved) {
    if (range.output == 0.0F) return 0.0F;
    return std::min(std::abs(moved / range.output), 1.0F) * range.input;
}

const GazeRange& side_of(const Gaze& by, float left, Bone eye) {
    return (left > 0.0F) == (eye == Bone::left_eye) ? by.outer : by.inner;
}
const GazeRange& height_of(const Gaze& by, float down) {
    return down > 0.0F ? by.down : by.up;
}

Look eye_look(const Gaze& by, const Look& gaze, Bone eye) {
    return {std::copysign(followed(side_of(by, gaze.left, eye), gaze.left), gaze.left),
            std::copysign(followed(height_of(by, gaze.down), gaze.down), gaze.down)};
}

Look gaze_look(const Gaze& by, const Look& turned, Bone eye) {
    return {std::copysign(led(side_of(by, turned.left, eye), turned.left), turned.left),
            std::copysign(led(height_of(by, turned.down), turned.down), turned.down)};
}

using Row = std::array<float, 4>;
using RowAt = std::function<Row(double)>;

Row row_of(const quat& q) {
    return {q.x, q.y, q.z, q.w};
}

/// Whether the numbers between two times are not on a straight line.
bool bends(const RowAt& row_at, float from, float to) {
    constexpr float tolerance = 1e-4F;
    const auto start = static_cast<double>(from);
    const double length = static_cast<double>(to) - start;
    constexpr double inside = 1e-6;  // of the length, beside a jump
    const Row first = row_at(start + inside * length);
    const Row last = row_at(start + (1.0 - inside) * length);
    for (const float part : {0.25F, 0.5F, 0.75F}) {
        const Row row = row_at(start + static_cast<double>(part) * length);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (std::abs(row[i] - (first[i] + part * (last[i] - first[i]))) > tolerance) return true;
        }
    }
    return false;
}

/// Adds times between two until what lies between them goes straight: ranges begin and end within moments.
void divide(const RowAt& row_at, float from, float to, int depth, std::set<float>& out) {
    constexpr std::size_t max_times = 100'000;
    if (depth == 0 || out.size() >= max_times || !bends(row_at, from, to)) return;
    const float middle = 0.5F * (from + to);
    divide(row_at, from, middle, depth - 1, out);
    out.insert(middle);
    divide(row_at, middle, to, depth - 1, out);
}

/// Returns linear keys of what follows `leaders`: at their times, and between them where it does not go straight.
LinearKeys keys_of(const std::vector<const Channel*>& leaders, const RowAt& row_at) {
    constexpr int max_depth = 10;
    std::set<float> times;
    for (const Channel* leader : leaders) times.merge(straight_times(*leader));
    std::set<float> between;
    for (auto next = times.begin(); next != times.end();) {
        const float from = *next++;
        if (next != times.end()) divide(row_at, from, *next, max_depth, between);
    }
    times.merge(between);
    return linear_keys(times, 4, [&row_at](double seconds, std::span<float> out) {
        std::ranges::copy(row_at(seconds), out.begin());
    });
}

Channel turn_channel(LinearKeys keys) {
    Channel out;
    out.path = ChannelPath::rotation;
    out.times = std::move(keys.times);
    out.values = std::move(keys.values);
    return out;
}

}  // namespace

bool is_look(std::string_view expression) {
    return std::ranges::find(look_names, expression) != look_names.end();
}

const Channel* gaze_channel(const RemapSource& source) {
    if (source.document == nullptr) return nullptr;
    for (const Humanoid& humanoid : source.document->humanoids) {
        if (humanoid.gaze_node < 0) continue;
        for (const Channel& channel : source.clip->channels) {
            const bool is_gaze = channel.node == humanoid.gaze_node && channel.path == ChannelPath::rotation;
            if (is_gaze && !channel.times.empty()) return &channel;
        }
    }
    return nullptr;
}

std::optional<Gaze> gaze_of(const Humanoid& figure) {
    return figure.gaze || is_vrm(figure.kind) ? figure.gaze : Gaze{};
}

bool turn_eyes(const RemapSource& source, const Document& target, const Humanoid& figure, SourceTables& out) {
    const Channel* gaze = gaze_channel(source);
    const std::optional<Gaze> by = gaze_of(figure);
    // A VRMA has the gaze itself.
    if (gaze == nullptr || !by || by->by_expressions || is_vrm_animation(target, figure)) return false;
    auto clip = std::make_shared<Clip>(*out.clip);
    bool turns = false;
    for (const Bone eye : eyes) {
        if (figure.bones[eye] < 0) continue;
        Channel channel = turn_channel(keys_of({gaze}, [&](double seconds) {
            return row_of(turn_of(eye_look(*by, look_of(sample_channel(*gaze, seconds)), eye)));
        }));
        channel.bone = eye;
        at(out.inputs, eye) = {static_cast<int>(clip->channels.size()), identity_quat, identity_quat,
                               identity_quat, true};
        at(out.says, eye) = true;
        clip->channels.push_back(std::move(channel));
        turns = true;
    }
    if (turns) out.clip = std::move(clip);
    return turns;
}

std::vector<LookWeight> look_weights(const Channel& gaze, const Gaze& by) {
    const LinearKeys keys = keys_of({&gaze}, [&](double seconds) -> Row {
        const Look look = look_of(sample_channel(gaze, seconds));
        const float side = std::clamp(followed(by.outer, look.left), 0.0F, 1.0F);
        const float height = std::clamp(followed(height_of(by, look.down), look.down), 0.0F, 1.0F);
        return {look.left > 0.0F ? side : 0.0F, look.left > 0.0F ? 0.0F : side,
                look.down > 0.0F ? 0.0F : height, look.down > 0.0F ? height : 0.0F};
    });
    std::vector<LookWeight> out;
    for (std::size_t i = 0; i < look_names.size(); ++i) {
        Channel weight;
        weight.path = ChannelPath::weight;
        weight.times = keys.times;
        for (std::size_t k = i; k < keys.values.size(); k += look_names.size())
            weight.values.push_back(keys.values[k]);
        out.push_back({std::string(look_names[i]), std::move(weight)});
    }
    return out;
}

std::optional<Channel> gaze_of_eyes(const Gaze& by, const BoneMap& bones, const Clip& clip) {
    std::vector<std::pair<Bone, const Channel*>> turns;
    std::vector<const Channel*> leaders;
    for (const Channel& channel : clip.channels) {
        const std::optional<Bone> bone = bones.bone_of(channel.node);
        if (!bone || !is_eye(*bone) || channel.path != ChannelPath::rotation) continue;
        turns.emplace_back(*bone, &channel);
        leaders.push_back(&channel);
    }
    if (turns.empty()) return std::nullopt;
    const float share = 1.0F / static_cast<float>(turns.size());
    return turn_channel(keys_of(leaders, [&](double seconds) {
        Look mean;
        for (const auto& [eye, channel] : turns) {
            const Look look = gaze_look(by, look_of(sample_channel(*channel, seconds)), eye);
            mean.left += share * look.left;
            mean.down += share * look.down;
        }
        return row_of(turn_of(mean));
    }));
}

std::optional<Channel> gaze_of_weights(const Gaze& by, const std::vector<LookWeight>& weights) {
    if (weights.empty()) return std::nullopt;
    std::vector<const Channel*> leaders;
    for (const LookWeight& weight : weights) leaders.push_back(&weight.weight);
    return turn_channel(keys_of(leaders, [&](double seconds) {
        Look look;
        for (const auto& [name, channel] : weights) {
            const float weight = sample_channel(channel, seconds).x;
            if (name == "lookLeft") look.left += led(by.outer, weight);
            if (name == "lookRight") look.left -= led(by.outer, weight);
            if (name == "lookDown") look.down += led(by.down, weight);
            if (name == "lookUp") look.down -= led(by.up, weight);
        }
        return row_of(turn_of(look));
    }));
}

}  // namespace vitruvian
