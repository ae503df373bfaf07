// Edits of clips: keys in the interpolators that they were read from.
#include "model/core/at.h"
#include "model/formats/vrml/patch/world_edits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian::vrml {
namespace {

bool same_target(const Channel& a, const Channel& b) {
    return moves_the_same(a, b) && a.space == b.space && a.interpolation == b.interpolation;
}

bool same_value(const Channel& a, std::size_t key_a, const Channel& b, std::size_t key_b) {
    const auto count = static_cast<std::size_t>(components(a.path));
    const auto first = a.values.begin() + static_cast<std::ptrdiff_t>(key_a * count);
    return std::equal(first, first + static_cast<std::ptrdiff_t>(count),
                      b.values.begin() + static_cast<std::ptrdiff_t>(key_b * count));
}

/// Returns the key of `before` at that time, with the same value if several are; nullopt if there is none.
std::optional<std::size_t> old_key(const Channel& before, const Channel& after, std::size_t key) {
    const float time = after.times[key];
    const auto first = std::lower_bound(before.times.begin(), before.times.end(), time);
    if (first == before.times.end() || *first != time) return std::nullopt;
    const auto begin = static_cast<std::size_t>(first - before.times.begin());
    for (std::size_t i = begin; i < before.times.size() && before.times[i] == time; ++i) {
        if (same_value(before, i, after, key)) return i;
    }
    return begin;
}

/// Returns the key of `before` with that value: at the same time, or where keys were moved or reversed, a
/// neighbour in the list.
std::optional<std::size_t> old_value(const Channel& before, const Channel& after, std::size_t key,
                                     std::optional<std::size_t> old) {
    const std::size_t count = before.times.size();
    for (const std::size_t i : {old.value_or(count), key, key + 1, key - 1, count - 1 - key}) {
        if (i < count && same_value(before, i, after, key)) return i;
    }
    return std::nullopt;
}

/// Returns a time as a fraction of a cycle, with the fewest digits that read back as the same time.
float key_of(float time, double seconds) {
    const double exact = static_cast<double>(time) / seconds;
    for (const double parts : {1e1, 1e2, 1e3, 1e4, 1e5, 1e6}) {
        const auto key = static_cast<float>(std::round(exact * parts) / parts);
        if (static_cast<float>(static_cast<double>(key) * seconds) == time) return key;
    }
    return static_cast<float>(exact);
}

}  // namespace

NodeRef motion_of_clip(OpenedWorld& opened, const Clip& clip) {
    NodeRef out;
    for (const BuiltMotion& motion : opened.built.motions) {
        std::string name = read_string(opened.world, motion.node, "name");
        if (name.empty()) name = read_string(opened.world, motion.node, "description");
        if (name.empty()) name = opened.world.syntax(motion.node).def;
        if (name != clip.name) continue;
        if (out.valid()) return {};
        out = motion.node;
    }
    return out;
}

/// A key that was not edited keeps its numbers, since other numbers may read as the same key.
std::optional<WorldEdits::TrackNumbers> WorldEdits::track_numbers(const BuiltTrack& track,
                                                                  const Channel& before,
                                                                  double seconds_before, const Channel& after,
                                                                  double seconds) {
    World& world = opened_->world;
    const std::vector<float> keys = read_floats(world, track.interpolator, "key");
    const std::vector<float> values = read_floats(world, track.interpolator, "keyValue");
    const auto stride = static_cast<std::size_t>(components(after.path));
    const bool as_read = keys.size() == before.times.size() && values.size() == keys.size() * stride &&
                         std::is_sorted(keys.begin(), keys.end());
    if (!as_read || after.interpolation != Interpolation::linear) return std::nullopt;
    // Compared in single precision, which is all the file can store.
    const bool same_length = static_cast<float>(seconds) == static_cast<float>(seconds_before);
    TrackNumbers out;
    for (std::size_t k = 0; k < after.times.size(); ++k) {
        const std::optional<std::size_t> old = old_key(before, after, k);
        out.keys.push_back(old && same_length ? keys[*old] : key_of(after.times[k], seconds));
        if (const std::optional<std::size_t> same = old_value(before, after, k, old)) {
            const auto first = values.begin() + static_cast<std::ptrdiff_t>(*same * stride);
            out.values.insert(out.values.end(), first, first + static_cast<std::ptrdiff_t>(stride));
            continue;
        }
        const float* value = &after.values[k * stride];
        if (stride == 4) {
            const FieldValue turn =
                rotation_value(quat(value[3], value[0], value[1], value[2]), angle_unit());
            out.values.insert(out.values.end(), turn.numbers.begin(), turn.numbers.end());
            continue;
        }
        for (std::size_t i = 0; i < stride; ++i) {
            const bool moved = after.path == ChannelPath::translation;
            out.values.push_back(value[i] - (moved ? track.base[static_cast<glm::length_t>(i)] : 0.0F));
        }
    }
    return out;
}

Result<void> WorldEdits::edit_clip(const Difference& d) {
    const bool is_motion = static_cast<std::size_t>(d.index) >= opened_->built.clips.size();
    if (d.field == "name" && is_motion) {
        const NodeRef motion = motion_of_clip(*opened_, *at(from_->clips, d.index));
        if (motion.valid())
            return fields_.set(motion, "name", {"SFString", {}, at(to_->clips, d.index)->name});
    }
    if (d.field == "name" || d.field == "reference_pose") return anew(d);
    if (!clips_done_.insert(d.index).second) return {};
    if (d.index < 0 || static_cast<std::size_t>(d.index) >= opened_->built.clips.size()) return anew(d);
    const BuiltClip& built = at(opened_->built.clips, d.index);
    const Clip& before = *at(from_->clips, d.index);
    const Clip& after = *at(to_->clips, d.index);
    const bool same_channels = built.tracks.size() == before.channels.size() &&
                               std::equal(before.channels.begin(), before.channels.end(),
                                          after.channels.begin(), after.channels.end(), same_target);
    if (!same_channels || !(after.duration > 0.0)) return anew(d);
    Result<void> done;
    if (after.duration != before.duration)
        done = set_number(built.timer, "cycleInterval", static_cast<float>(after.duration));
    if (done && after.loop != before.loop)
        done = fields_.set(built.timer, "loop", {"SFBool", {after.loop ? 1.0F : 0.0F}, {}});
    for (std::size_t c = 0; done && c < after.channels.size(); ++c) {
        const Channel& channel = after.channels[c];
        const NodeRef interpolator = built.tracks[c].interpolator;
        if (!interpolator.valid() || channel.times.empty()) return anew(d);
        const std::optional<TrackNumbers> numbers =
            track_numbers(built.tracks[c], before.channels[c], before.duration, channel, after.duration);
        const auto [known, fresh] = tracks_.try_emplace(interpolator.key(), numbers);
        if (!fresh && known->second != numbers) return anew(d);
        if (!known->second) return anew(d);
        if (!fresh) continue;
        const char* type = channel.path == ChannelPath::weight ? "MFFloat"
                           : components(channel.path) == 4     ? "MFRotation"
                                                               : "MFVec3f";
        done = fields_.set(interpolator, "key", {"MFFloat", known->second->keys, {}});
        if (done) done = fields_.set(interpolator, "keyValue", {type, known->second->values, {}});
    }
    return done ? done : anew(d);
}

}  // namespace vitruvian::vrml
