// Converts animations to clips (glTF 2.0, 3.11), with EXT_skeleton_humanoid's channels for bones.
#include "model/core/at.h"
#include "model/document/key_limits.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace vitruvian::gltf {
namespace {

std::optional<Interpolation> to_interpolation(const std::string& name) {
    if (name.empty() || name == "LINEAR") return Interpolation::linear;
    if (name == "STEP") return Interpolation::step;
    if (name == "CUBICSPLINE") return Interpolation::cubic;
    return std::nullopt;
}

std::optional<ChannelPath> to_path(const std::string& name) {
    if (name == "translation") return ChannelPath::translation;
    if (name == "rotation") return ChannelPath::rotation;
    if (name == "scale") return ChannelPath::scale;
    if (name == "weights") return ChannelPath::weight;
    return std::nullopt;
}

class AnimationReader {
  public:
    explicit AnimationReader(Reading& reading)
        : reading_(reading),
          moved_nodes_(reading.document.nodes.size(), unmoved),
          moved_bones_(bone_count, unmoved) {}

    std::shared_ptr<const Clip> read(std::size_t index) {
        const JsonValue& json = reading_.element("animations", index);
        pointer_ = fmt::format("/animations/{}", index);
        clip_ = std::make_shared<Clip>();
        clip_->name = text_or_empty(json, "name");
        if (clip_->name.empty()) clip_->name = fmt::format("animation {}", index);
        if (const JsonValue* pose = extension(json, "KHR_character_reference_pose")) {
            clip_->reference_pose = text_or_empty(*pose, "poseType");
            if (clip_->reference_pose.empty()) clip_->reference_pose = "TPose";
        }
        animation_ = static_cast<int>(index);
        uses_of_samplers_.assign(json["samplers"].size(), {});
        const JsonValue* channels = member(json, "channels");
        if (channels != nullptr) clip_->channels.reserve(channels->size());
        for (std::size_t c = 0; channels != nullptr && c < channels->size(); ++c) {
            if (!(*channels)[c].is_null()) read_channel(json, (*channels)[c], c);
        }
        for (const Channel& channel : clip_->channels) {
            clip_->duration = std::max(clip_->duration, static_cast<double>(channel.times.back()));
        }
        return clip_;
    }

  private:
    /// What a channel animates, before its keys are known.
    struct Target {
        int node = -1;
        std::optional<Bone> bone;
        ChannelPath path = ChannelPath::rotation;
        std::vector<int> displacers;
    };
    /// Which kinds of channels use a sampler.
    struct Uses {
        bool bones = false;
        bool nodes = false;
    };

    void drop(const char* why, const Pointer& place) {
        reading_.warn("gltf-channel", fmt::format("{}; the channel is left out", why), place.text());
    }

    std::optional<Target> read_target(const JsonValue& json, const Pointer& place) {
        Target target;
        const std::optional<ChannelPath> path = to_path(text_or_empty(json, "path"));
        if (!path) {
            drop("the channel's path is not known", {place, "path"});
            return std::nullopt;
        }
        target.path = *path;
        if (const JsonValue* humanoid = extension(json, "EXT_skeleton_humanoid")) {
            target.bone = bone_from_string(text_or_empty(*humanoid, "humanoidBoneName"));
            if (!target.bone || *path == ChannelPath::weight) {
                drop("there is no such humanoid bone", {place, "extensions/EXT_skeleton_humanoid"});
                return std::nullopt;
            }
            return target;
        }
        const int node = int_or(json, "node", -1);
        if (node < 0) {
            drop("the channel names no node", place);
            return std::nullopt;
        }
        target.node = at(reading_.document_node, node);
        if (*path != ChannelPath::weight) return target;
        const auto found = reading_.displacers_of_node.find(target.node);
        if (found == reading_.displacers_of_node.end()) {
            drop("the node has no morph targets", {place, "node"});
            return std::nullopt;
        }
        target.displacers = found->second;
        return target;
    }

    /// Many channels share their times: each accessor is read once per file. Null: unusable.
    const std::vector<float>* times_of(int accessor, const Pointer& place) {
        auto [entry, is_new] = times_.try_emplace(accessor);
        if (is_new) {
            if (auto values = reading_.data.raw_floats(accessor, 1, place))
                entry->second = std::move(*values);
        }
        return entry->second.empty() ? nullptr : &entry->second;
    }

    /// Sorts keys in ascending order where they are not in the file.
    static void sort_keys(Channel& channel, std::size_t stride) {
        std::vector<std::size_t> order(channel.times.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return channel.times[a] < channel.times[b]; });
        Channel sorted = channel;
        for (std::size_t k = 0; k < order.size(); ++k) {
            sorted.times[k] = channel.times[order[k]];
            std::copy_n(channel.values.begin() + static_cast<std::ptrdiff_t>(order[k] * stride), stride,
                        sorted.values.begin() + static_cast<std::ptrdiff_t>(k * stride));
        }
        channel = std::move(sorted);
    }

    /// Rotation keys are unit quaternions; tangents of cubic keys are left as they are.
    void repair_rotations(Channel& channel, std::size_t stride, const Pointer& place) {
        const std::size_t value_at = channel.interpolation == Interpolation::cubic ? 4 : 0;
        bool odd = false;
        for (std::size_t k = value_at; k + 4 <= channel.values.size(); k += stride) {
            float* v = channel.values.data() + k;
            const quat q(v[3], v[0], v[1], v[2]);
            // Quantised keys deviate slightly, and the sampler normalises anyway.
            if (std::abs(glm::dot(q, q) - 1.0F) <= 1e-3F) continue;
            const quat unit = normalized_or_identity(q);
            v[0] = unit.x;
            v[1] = unit.y;
            v[2] = unit.z;
            v[3] = unit.w;
            odd = true;
        }
        if (odd)
            reading_.warn("gltf-rotation-not-unit", "rotation keys that are not unit were normalised",
                          place.text());
    }

    void finish(Channel channel, const Pointer& place) {
        const auto stride = static_cast<std::size_t>(components(channel.path)) *
                            (channel.interpolation == Interpolation::cubic ? 3 : 1);
        if (!std::is_sorted(channel.times.begin(), channel.times.end())) {
            reading_.warn("gltf-times", "key times do not ascend and were sorted", place.text());
            sort_keys(channel, stride);
        }
        if (channel.path == ChannelPath::rotation) repair_rotations(channel, stride, place);
        clip_->channels.push_back(std::move(channel));
    }

    /// EXT_skeleton_humanoid: a sampler must not be used both by its channels and by others.
    void warn_if_shared(std::size_t sampler, bool is_bone, const Pointer& place) {
        Uses& uses = uses_of_samplers_[sampler];
        (is_bone ? uses.bones : uses.nodes) = true;
        if (!uses.bones || !uses.nodes) return;
        reading_.warn("gltf-humanoid-sampler",
                      "a sampler serves humanoid and ordinary channels, which mean its values differently",
                      Pointer(place, "sampler").text());
    }

    /// Whether no other channel of this animation has the same target.
    bool is_first(const Target& target) {
        auto& moved = target.bone ? at(moved_bones_, *target.bone) : at(moved_nodes_, target.node);
        return std::exchange(moved.at(static_cast<std::size_t>(target.path)), animation_) != animation_;
    }

    void read_channel(const JsonValue& animation, const JsonValue& json, std::size_t index) {
        const Pointer animation_place(pointer_);
        const Pointer place(animation_place, "channels", index);
        const std::optional<Target> target = read_target(json["target"], {place, "target"});
        if (!target) return;
        const auto sampler_index = json["sampler"].get<std::size_t>();
        const JsonValue& samplers = animation["samplers"];
        if (sampler_index >= samplers.size() || samplers[sampler_index].is_null()) {
            return drop("there is no such sampler", {place, "sampler"});
        }
        warn_if_shared(sampler_index, target->bone.has_value(), place);
        const JsonValue& sampler = samplers[sampler_index];
        const Pointer sampler_place(animation_place, "samplers", sampler_index);
        const std::optional<Interpolation> interpolation =
            to_interpolation(text_or_empty(sampler, "interpolation"));
        if (!interpolation) return drop("the interpolation is not known", {sampler_place, "interpolation"});
        if (!is_first(*target)) {
            return drop("another channel already moves this", {place, "target"});
        }
        const std::vector<float>* times = times_of(int_or(sampler, "input", -1), {sampler_place, "input"});
        if (times == nullptr) return drop("the times of the keys are broken", {sampler_place, "input"});
        const std::size_t per_value = target->path == ChannelPath::weight ? target->displacers.size() : 1;
        const auto wide =
            target->path == ChannelPath::weight ? 1U : static_cast<unsigned>(components(target->path));
        const std::size_t triple = *interpolation == Interpolation::cubic ? 3 : 1;
        std::optional<std::vector<float>> values =
            reading_.data.raw_floats(int_or(sampler, "output", -1), wide, {sampler_place, "output"});
        const std::size_t needed = times->size() * triple * per_value * wide;
        if (!values || values->size() < needed)
            return drop("the keys have too few values", {sampler_place, "output"});
        if (values->size() > needed) {
            reading_.warn("gltf-output-count", "a sampler has more values than keys",
                          Pointer(sampler_place, "output").text());
            values->resize(needed);
        }
        if (!reading_.data.spend(times->size() * sizeof(float) * per_value + needed * sizeof(float))) return;
        Channel channel;
        channel.node = target->node;
        channel.bone = target->bone;
        channel.path = target->path;
        channel.space = target->bone ? ChannelSpace::delta : ChannelSpace::local;
        channel.interpolation = *interpolation;
        channel.times = *times;
        if (drop_absurd_keys(channel.times, *values, triple * per_value * wide) > 0) {
            reading_.warn("gltf-key", "keys are not finite or out of range; they are left out",
                          sampler_place.text());
            if (channel.times.empty()) return drop("it has no other keys", place);
        }
        if (target->path != ChannelPath::weight) {
            channel.values = std::move(*values);
            return finish(std::move(channel), sampler_place);
        }
        split_weights(channel, target->displacers, *values, sampler_place);
    }

    /// All targets' weights are interleaved within a key (and within each tangent); a channel here animates
    /// one.
    void split_weights(const Channel& pattern, const std::vector<int>& displacers,
                       const std::vector<float>& values, const Pointer& place) {
        for (std::size_t d = 0; d < displacers.size(); ++d) {
            Channel channel = pattern;
            channel.node = -1;
            channel.displacer = displacers[d];
            for (std::size_t i = d; i < values.size(); i += displacers.size())
                channel.values.push_back(values[i]);
            finish(std::move(channel), place);
        }
    }

    Reading& reading_;
    std::string pointer_;
    std::shared_ptr<Clip> clip_;
    std::unordered_map<int, std::vector<float>> times_;
    /// The last animation that animated each component.
    using Moved = std::array<int, 5>;
    static constexpr Moved unmoved{-1, -1, -1, -1, -1};
    std::vector<Moved> moved_nodes_, moved_bones_;
    int animation_ = -1;
    std::vector<Uses> uses_of_samplers_;
};

}  // namespace

Result<void> read_animations(Reading& reading) {
    const JsonValue* list = member(reading.root, "animations");
    AnimationReader reader(reading);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        if (reading.is_cancelled())
            return fail("cancelled", "loading was cancelled", {reading.file, 0, 0, {}});
        const std::shared_ptr<const Clip> clip = reader.read(i);
        if (reading.data.is_spent()) {
            return fail("gltf-too-large", "the file's animations unpack to more than is allowed",
                        {reading.file, 0, 0, fmt::format("/animations/{}", i)});
        }
        const bool moves = !clip->channels.empty();
        reading.places.clip_of_animation.push_back(moves ? static_cast<int>(reading.document.clips.size())
                                                         : -1);
        if (moves) {
            reading.document.clips.push_back(clip);
        } else {
            reading.warn("gltf-animation-empty", "an animation moves nothing and is left out",
                         fmt::format("/animations/{}", i));
        }
        reading.progress(0.7F + 0.2F * static_cast<float>(i) / static_cast<float>(list->size()));
    }
    return {};
}

}  // namespace vitruvian::gltf
