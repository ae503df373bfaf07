// Checks of keys and channels as in the file, before the reader sorts and repairs them.
#include "model/check/animation.h"
#include "model/check/findings.h"
#include "model/check/measure.h"
#include "model/check/source_gltf.h"
#include "model/check/source_world.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace vitruvian::check {

std::vector<FileClip> file_clips(const Subject& subject, const GltfFacts& facts) {
    std::vector<FileClip> out;
    const auto& clips = subject.document().clips;
    std::size_t next = 0;
    for (int i = 0; i < static_cast<int>(facts.animations.size()); ++i) {
        const GltfAnimation& animation = at(facts.animations, i);
        std::size_t found = next;
        while (found < clips.size() && clips[found]->name != animation.name) ++found;
        // An animation without a name gets one that is not in the file.
        if (found == clips.size() && animation.name.empty() && next < clips.size()) found = next;
        const int clip = found < clips.size() ? static_cast<int>(found) : -1;
        if (clip >= 0) next = found + 1;
        const std::vector<int>& chosen = subject.chosen_clips();
        if (clip >= 0 && std::find(chosen.begin(), chosen.end(), clip) == chosen.end()) continue;
        if (clip < 0 && chosen.size() < clips.size()) continue;
        out.push_back({&animation, i, clip});
    }
    return out;
}

namespace {

/// Returns the facts of a glTF file; null, with a reason, where there are none.
const GltfFacts* facts_of(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr) findings.skip("only for glTF files as they were read");
    return facts;
}

Object clip_object(const Subject& subject, const FileClip& clip) {
    return clip.clip >= 0 ? subject.clip(clip.clip) : Subject::named("clip", clip.animation->name);
}

/// What a channel animates: a joint or node in words, "no node" if the file has none of that number.
std::string spoken_target(const Subject& subject, const GltfFacts& facts, int node) {
    if (node < 0 || static_cast<std::size_t>(node) >= facts.nodes.size()) return "no node";
    const GltfNode& target = at(facts.nodes, node);
    if (target.document_node >= 0) return spoken(subject, target.document_node);
    return target.name.empty() ? fmt::format("node {}", node) : target.name;
}

/// Returns the joint of a node of the file, otherwise the node.
Object node_object(const Subject& subject, const GltfFacts& facts, int node) {
    if (node < 0 || static_cast<std::size_t>(node) >= facts.nodes.size()) return Subject::named("node", "");
    const int there = at(facts.nodes, node).document_node;
    if (there < 0) return Subject::named("node", at(facts.nodes, node).name);
    for (const Figure& figure : subject.figures()) {
        for (int j = 0; j < static_cast<int>(figure.humanoid->joints.size()); ++j) {
            if (at(figure.humanoid->joints, j).node == there) return subject.joint(figure, j);
        }
    }
    return subject.node(there);
}

void place(Finding& finding, const Subject& subject, const FileClip& clip, const std::string& tail,
           double time = -1.0) {
    finding.where = {subject.document().file, 0, 0, fmt::format("/animations/{}{}", clip.index, tail)};
    if (clip.clip >= 0) {
        set_clip(finding, subject, clip.clip, time);
    } else {
        finding.clip = clip.animation->name;
        if (time >= 0.0) finding.time = time;
    }
}

void check_world_key_times(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return findings.skip("only for files as they were read");
    for (const WorldFacts::Interpolator& interpolator : facts->interpolators) {
        const auto& keys = interpolator.keys;
        const auto add = [&](auto key, const char* advice, Level level) {
            Finding& finding = findings.add(
                Subject::named("node", interpolator.def),
                fmt::format("key {} is {:.6g}, after {:.6g}", key - keys.begin(), *key, *(key - 1)), advice,
                *key, level);
            finding.threshold = *(key - 1);
            finding.unit = {};  // fractions of a cycle
            finding.where = interpolator.where;
            set_interpolator_clip(finding, subject, *facts, interpolator.def, *key);
        };
        if (const auto wrong = std::is_sorted_until(keys.begin(), keys.end()); wrong != keys.end()) {
            add(wrong, "sort the keys with their values", Level::error);
        } else if (const auto same = std::adjacent_find(keys.begin(), keys.end()); same != keys.end()) {
            // VRML97 allows them, as steps.
            add(same + 1, "where no jump is meant, leave one of the two keys out", Level::info);
        }
    }
}

struct Flip {
    int count = 0;
    float dot = 0.0F;
    double time = 0.0;
};

/// Examines consecutive rotation keys, without the tangents of cubic ones.
Flip flips_of(const GltfAccessor& times, const GltfAccessor& rotations, bool is_cubic) {
    Flip out;
    const std::size_t stride = is_cubic ? 12 : 4;
    const std::size_t first = is_cubic ? 4 : 0;
    const std::size_t keys = std::min(times.values.size(), rotations.values.size() / stride);
    for (std::size_t k = 1; k < keys; ++k) {
        float dot = 0.0F;
        for (std::size_t i = 0; i < 4; ++i)
            dot += rotations.number((k - 1) * stride + first + i) * rotations.number(k * stride + first + i);
        if (dot >= 0.0F) continue;
        if (out.count == 0) out.time = static_cast<double>(times.values[k]);
        ++out.count;
        out.dot = std::min(out.dot, dot);
    }
    return out;
}

/// By how much the component that changes most does, if that is less than `most`: the channel never changes.
std::optional<double> dead_range(const GltfAccessor& values, std::size_t keys, bool is_cubic, double most) {
    if (keys == 0 || values.values.size() % keys != 0) return {};
    double largest = 0.0;
    const std::size_t per_key = values.values.size() / keys;  // of cubic keys: in-tangent, value, out-tangent
    const std::size_t width = is_cubic ? per_key / 3 : per_key;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t first = (is_cubic ? width : 0) + i;
        float low = values.number(first);
        float high = low;
        for (std::size_t k = 1; k < keys; ++k) {
            low = std::min(low, values.number(k * per_key + first));
            high = std::max(high, values.number(k * per_key + first));
        }
        if (!(static_cast<double>(high - low) < most)) return {};
        largest = std::max(largest, static_cast<double>(high - low));
    }
    return largest;
}

std::optional<double> dead_range(const Channel& channel, double most) {
    double largest = 0.0;
    const auto width = static_cast<std::size_t>(components(channel.path));
    const bool is_cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t per_key = is_cubic ? 3 * width : width;
    for (std::size_t i = 0; i < width; ++i) {
        float low = std::numeric_limits<float>::max();
        float high = std::numeric_limits<float>::lowest();
        for (std::size_t k = (is_cubic ? width : 0) + i; k < channel.values.size(); k += per_key) {
            low = std::min(low, channel.values[k]);
            high = std::max(high, channel.values[k]);
        }
        if (!(static_cast<double>(high - low) < most)) return {};
        largest = std::max(largest, static_cast<double>(high - low));
    }
    return largest;
}

/// The channels of a clip that never change.
struct DeadChannels {
    int count = 0;
    std::string first;
    double range = 0.0;  // of the component that changes most

    /// `name` gives the first one's.
    template <typename Name>
    void add(double its_range, const Name& name) {
        if (count++ == 0) first = name();
        range = std::max(range, its_range);
    }
};

Finding& add_dead(Findings& findings, Object clip, const DeadChannels& dead, std::size_t all) {
    return findings.add(
        std::move(clip),
        fmt::format("{} of {} never {}; the first is {}", dead.count, counted(all, "channel", "channels"),
                    dead.count == 1 ? "changes" : "change", dead.first),
        "leave out what nothing moves: the file becomes smaller, and other clips can be blended with this "
        "one",
        dead.range);
}

/// A BVH's keys are a frame time apart, which must be positive.
void check_frame_time(const Subject& subject, Findings& findings) {
    for (const Diagnostic& diagnostic : subject.document().diagnostics.list()) {
        if (diagnostic.code != "bvh-frame-time" || subject.document().clips.empty()) continue;
        Finding& finding =
            findings.add(subject.clip(0), diagnostic.message, "write the seconds of one frame");
        finding.where = diagnostic.where;
        set_clip(finding, subject, 0, 0.0);
    }
}

}  // namespace

void check_key_times(const Subject& subject, Findings& findings) {
    if (subject.is_hanim()) return check_world_key_times(subject, findings);
    if (subject.document().format == FileFormat::bvh) return check_frame_time(subject, findings);
    const GltfFacts* facts = facts_of(subject, findings);
    if (facts == nullptr) return;
    for (const FileClip& clip : file_clips(subject, *facts)) {
        std::set<int> seen;
        int wrong = 0;
        std::string first;
        std::optional<std::pair<float, std::string>> worst;
        float before = 0.0F;
        for (std::size_t s = 0; s < clip.animation->samplers.size(); ++s) {
            const int input = clip.animation->samplers[s].input;
            const GltfAccessor* times = facts->with_values(input);
            if (times == nullptr || !seen.insert(input).second) continue;
            for (std::size_t k = 0; k < times->values.size(); ++k) {
                const float time = times->values[k];
                const bool ascends = k == 0 ? time >= 0.0F : time > times->values[k - 1];
                if (ascends) continue;
                ++wrong;
                if (worst) continue;
                worst = {time, fmt::format("/samplers/{}/input", s)};
                before = k == 0 ? 0.0F : times->values[k - 1];
                first = k == 0 ? fmt::format("the first key is at {} s", time)
                               : fmt::format("key {} is at {} s, after {} s", k, time, times->values[k - 1]);
            }
        }
        if (!worst) continue;
        Finding& finding = findings.add(
            clip_object(subject, clip),
            fmt::format("{} not ascend from 0: {}", counted(wrong, "key time does", "key times do"), first),
            "sort the keys, each time once", static_cast<double>(worst->first));
        finding.threshold = static_cast<double>(before);
        place(finding, subject, clip, worst->second, std::max(0.0, static_cast<double>(worst->first)));
    }
}

void check_duplicate_channels(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = facts_of(subject, findings);
    if (facts == nullptr) return;
    for (const FileClip& clip : file_clips(subject, *facts)) {
        std::map<std::pair<int, std::string>, int> uses;
        std::set<int> reported;
        const std::vector<GltfChannel>& channels = clip.animation->channels;
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const bool is_bone = channels[c].humanoid_bone.has_value();
            if (channels[c].node < 0 || is_bone) continue;
            if (++uses[{channels[c].node, channels[c].path}] != 2 ||
                !reported.insert(channels[c].node).second)
                continue;
            Finding& finding = findings.add(node_object(subject, *facts, channels[c].node),
                                            fmt::format("two channels animate its {}", channels[c].path),
                                            "leave out one of them");
            place(finding, subject, clip, fmt::format("/channels/{}", c));
        }
    }
}

void check_shared_samplers(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = facts_of(subject, findings);
    if (facts == nullptr) return;
    for (const FileClip& clip : file_clips(subject, *facts)) {
        std::set<int> of_bones;
        std::set<int> of_nodes;
        for (const GltfChannel& channel : clip.animation->channels) {
            if (channel.sampler >= 0) (channel.humanoid_bone ? of_bones : of_nodes).insert(channel.sampler);
        }
        const auto shared = std::find_if(of_bones.begin(), of_bones.end(),
                                         [&](int sampler) { return of_nodes.contains(sampler); });
        if (shared == of_bones.end()) continue;
        const auto count = std::count_if(of_bones.begin(), of_bones.end(),
                                         [&](int sampler) { return of_nodes.contains(sampler); });
        Finding& finding =
            findings.add(clip_object(subject, clip),
                         counted(count, "sampler serves", "samplers serve") +
                             " humanoid and ordinary channels, which mean their values differently",
                         "give humanoid channels samplers of their own", static_cast<double>(count));
        place(finding, subject, clip, fmt::format("/samplers/{}", *shared));
    }
}

void check_bone_paths(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = facts_of(subject, findings);
    if (facts == nullptr) return;
    for (const FileClip& clip : file_clips(subject, *facts)) {
        std::set<std::string> reported;
        const std::vector<GltfChannel>& channels = clip.animation->channels;
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const GltfChannel& channel = channels[c];
            if (!channel.humanoid_bone || channel.path == "rotation") continue;
            if (!reported.insert(*channel.humanoid_bone).second) continue;
            const bool is_allowed = channel.path == "translation" || channel.path == "scale";
            Finding& finding = findings.add(Subject::named("bone", *channel.humanoid_bone),
                                            fmt::format("a humanoid channel animates its {}",
                                                        channel.path.empty() ? "nothing" : channel.path),
                                            "animate rotations: other figures have other proportions",
                                            std::nullopt, is_allowed ? Level::info : Level::error);
            place(finding, subject, clip, fmt::format("/channels/{}/target/path", c));
        }
    }
}

void check_skin_node_channels(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = facts_of(subject, findings);
    if (facts == nullptr) return;
    for (const FileClip& clip : file_clips(subject, *facts)) {
        std::set<int> reported;
        const std::vector<GltfChannel>& channels = clip.animation->channels;
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const int node = channels[c].node;
            if (node < 0 || static_cast<std::size_t>(node) >= facts->nodes.size() ||
                channels[c].path == "weights")
                continue;
            const GltfNode& target = at(facts->nodes, node);
            if (target.mesh < 0 || target.skin < 0 || !reported.insert(node).second) continue;
            Finding& finding =
                findings.add(node_object(subject, *facts, node),
                             fmt::format("its {} is animated, but a skinned mesh follows its joints only",
                                         channels[c].path),
                             "animate the joints, or leave the channel out");
            place(finding, subject, clip, fmt::format("/channels/{}", c));
        }
    }
}

void check_quaternion_flips(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = facts_of(subject, findings);
    if (facts == nullptr) return;
    for (const FileClip& clip : file_clips(subject, *facts)) {
        const std::vector<GltfChannel>& channels = clip.animation->channels;
        for (std::size_t c = 0; c < channels.size(); ++c) {
            if (channels[c].path != "rotation" || channels[c].sampler < 0) continue;
            const GltfSampler& sampler = at(clip.animation->samplers, channels[c].sampler);
            const GltfAccessor* times = facts->with_values(sampler.input);
            const GltfAccessor* values = facts->with_values(sampler.output);
            if (times == nullptr || values == nullptr || values->components != 4 ||
                sampler.interpolation == "STEP")
                continue;
            const Flip flip = flips_of(*times, *values, sampler.interpolation == "CUBICSPLINE");
            if (flip.count == 0) continue;
            Object object = channels[c].humanoid_bone ? Subject::named("bone", *channels[c].humanoid_bone)
                                                      : node_object(subject, *facts, channels[c].node);
            Finding& finding = findings.add(
                std::move(object),
                counted(flip.count, "rotation key is", "rotation keys are") +
                    " on the other side of the sphere than the one before",
                "negate such quaternions: programs that do not take the short way spin the joint",
                static_cast<double>(flip.dot));
            place(finding, subject, clip, fmt::format("/channels/{}", c), flip.time);
        }
    }
}

void check_dead_channels(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    if (const GltfFacts* facts = subject.gltf_facts()) {
        for (const FileClip& clip : file_clips(subject, *facts)) {
            DeadChannels dead;
            for (const GltfChannel& channel : clip.animation->channels) {
                if (channel.sampler < 0) continue;
                const GltfSampler& sampler = at(clip.animation->samplers, channel.sampler);
                const GltfAccessor* times = facts->with_values(sampler.input);
                const GltfAccessor* values = facts->with_values(sampler.output);
                if (times == nullptr || values == nullptr) continue;
                const bool is_cubic = sampler.interpolation == "CUBICSPLINE";
                if (const auto range = dead_range(*values, times->values.size(), is_cubic, most))
                    dead.add(*range, [&] {
                        return fmt::format("{} of {}", channel.path,
                                           channel.humanoid_bone
                                               ? *channel.humanoid_bone
                                               : spoken_target(subject, *facts, channel.node));
                    });
            }
            if (dead.count == 0) continue;
            place(add_dead(findings, clip_object(subject, clip), dead, clip.animation->channels.size()),
                  subject, clip, "");
        }
        return;
    }
    for (const int index : subject.chosen_clips()) {
        const Clip& clip = *at(subject.document().clips, index);
        DeadChannels dead;
        for (const Channel& channel : clip.channels) {
            if (channel.path == ChannelPath::weight) continue;
            if (const auto range = dead_range(channel, most))
                dead.add(*range, [&] {
                    return channel.node >= 0 ? spoken(subject, channel.node)
                                             : std::string(channel.bone ? to_string(*channel.bone) : "");
                });
        }
        if (dead.count == 0) continue;
        set_clip(add_dead(findings, subject.clip(index), dead, clip.channels.size()), subject, index);
    }
}

}  // namespace vitruvian::check
