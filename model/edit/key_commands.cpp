// Commands on selected keys of a clip.
#include "model/core/at.h"
#include "model/document/key_limits.h"
#include "model/edit/clip_changes.h"
#include "model/edit/clip_keys.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/key_edits.h"
#include "model/edit/key_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// Whether a channel is the target of a KeyChoice or KeyValues.
template <class Named>
bool is_of(const Channel& channel, const Named& named) {
    return channel.node == named.node && channel.bone == named.bone && channel.displacer == named.displacer;
}

bool is_chosen(const Channel& channel, const KeyChoice& choice) {
    return is_of(channel, choice) && (!choice.path || channel.path == *choice.path);
}

/// Returns the keys of a channel that the choices select, ascending.
std::vector<std::size_t> chosen_keys(const Channel& channel, const std::vector<KeyChoice>& choices) {
    std::vector<std::size_t> out;
    for (const KeyChoice& choice : choices) {
        if (!is_chosen(channel, choice)) continue;
        const std::vector<std::size_t> keys = keys_at(channel, choice.times);
        out.insert(out.end(), keys.begin(), keys.end());
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

/// Returns the time of the clip's last key; 0 where it has none.
float last_key(const Clip& clip) {
    float out = 0.0F;
    for (const Channel& channel : clip.channels) out = std::max(out, channel.times.back());
    return out;
}

/// A clip that ended with its last key still does; another one keeps its duration if its keys are within it.
void settle_duration(Clip& clip, float last_before) {
    const float last = last_key(clip);
    const bool ended_with_key = std::abs(clip.duration - static_cast<double>(last_before)) <= 1e-4;
    if (clip.channels.empty()) return;
    clip.duration =
        ended_with_key ? static_cast<double>(last) : std::max(clip.duration, static_cast<double>(last));
}

tl::unexpected<Error> no_keys(const Clip& clip) {
    return fail("edit-no-such-key", fmt::format("{} has none of these keys.", clip.name));
}

/// Calls `change` with each channel that has selected keys, and these keys; removes channels that lose all
/// keys.
Result<void> change_keys(
    const Item& which, const std::vector<KeyChoice>& choices, Document& document,
    const std::function<Result<void>(Channel&, const std::vector<std::size_t>&)>& change) {
    return change_clips(which, document, [&](Clip& clip) -> Result<void> {
        const float last_before = last_key(clip);
        bool any = false;
        for (Channel& channel : clip.channels) {
            const std::vector<std::size_t> keys = chosen_keys(channel, choices);
            if (keys.empty()) continue;
            any = true;
            if (Result<void> done = change(channel, keys); !done) return done;
        }
        if (!any) return no_keys(clip);
        std::erase_if(clip.channels, [](const Channel& channel) { return channel.times.empty(); });
        settle_duration(clip, last_before);
        return {};
    });
}

Result<void> delete_keys(const DeleteKeys& edit, Document& document) {
    return change_keys(edit.clip, edit.keys, document,
                       [](Channel& channel, const std::vector<std::size_t>& keys) -> Result<void> {
                           erase_keys(channel, keys);
                           return {};
                       });
}

Result<void> move_chosen(const MoveKeys& edit, Document& document) {
    const bool sound = std::isfinite(edit.by) && std::isfinite(edit.about) && std::isfinite(edit.scale) &&
                       std::abs(edit.scale) >= 1e-4F;
    if (!sound)
        return fail("edit-bad-range",
                    "Keys must be moved by a finite time, and scaled by a finite factor other than 0.");
    const TimeChange to{edit.by, edit.scale, edit.about};
    return change_keys(edit.clip, edit.keys, document,
                       [&](Channel& channel, const std::vector<std::size_t>& keys) -> Result<void> {
                           for (const std::size_t key : {keys.front(), keys.back()}) {
                               if (Result<void> is_time = expect_key_time(to(channel.times[key])); !is_time)
                                   return is_time;
                           }
                           move_keys(channel, keys, to);
                           return {};
                       });
}

Result<void> interpolate(const SetInterpolation& edit, Document& document) {
    const std::optional<Interpolation> wanted = interpolation_from_string(edit.interpolation);
    if (!wanted)
        return fail("edit-no-such-interpolation", "\"interpolation\" must be step, linear or cubic.");
    return change_clips(edit.clip, document, [&](Clip& clip) -> Result<void> {
        bool any = false;
        for (Channel& channel : clip.channels) {
            const bool chosen = std::any_of(edit.keys.begin(), edit.keys.end(), [&](const KeyChoice& choice) {
                return is_chosen(channel, choice);
            });
            if (chosen) set_interpolation(channel, *wanted);
            any = any || chosen;
        }
        return any ? Result<void>() : no_keys(clip);
    });
}

Result<void> loop(const LoopClip& edit, Document& document) {
    if (!(edit.seam >= 0.0F) || !std::isfinite(edit.seam))
        return fail("edit-bad-range", "The seam must last 0 seconds or more.");
    for (const std::string& path : edit.what) {
        if (!channel_path_from_string(path))
            return fail("edit-no-such-part", fmt::format("No channel is called \"{}\".", path));
    }
    return change_clips(edit.clip, document, [&](Clip& clip) -> Result<void> {
        const float length = length_of(clip);
        if (edit.seam > length) {
            return fail("edit-bad-range",
                        fmt::format("{} lasts {:g} seconds: the seam cannot be longer.", clip.name, length));
        }
        for (Channel& channel : clip.channels) {
            const bool wanted = edit.what.empty() || std::find(edit.what.begin(), edit.what.end(),
                                                               to_string(channel.path)) != edit.what.end();
            if (wanted) close_loop(channel, length, edit.seam);
        }
        return {};
    });
}

// ---- values

bool are_near(std::span<const float> numbers, float most) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [most](float number) { return std::isfinite(number) && std::abs(number) <= most; });
}

Result<void> expect_values(const KeyValues& keys, const Document& document) {
    const auto there = [&document](ItemKind kind, int index) { return exists(document, {kind, -1, index}); };
    const bool weight = keys.path == ChannelPath::weight;
    const bool named =
        weight ? there(ItemKind::displacer, keys.displacer) && keys.node < 0 && !keys.bone
               : keys.displacer < 0 && (keys.bone ? keys.node < 0 : there(ItemKind::node, keys.node));
    if (!named) return fail("edit-no-such-target", "Keys must be of a node, a bone or a displacer's weight.");
    const auto count = static_cast<std::size_t>(components(keys.path));
    const std::size_t wanted = keys.times.size() * count;
    const auto fits = [wanted](const std::vector<float>& list) {
        return list.empty() || list.size() == wanted;
    };
    if (keys.times.empty() || keys.values.size() != wanted || !fits(keys.in_tangents) ||
        !fits(keys.out_tangents))
        return fail("edit-field", fmt::format("Each time needs {} numbers.", count));
    for (const float time : keys.times) {
        if (Result<void> is_time = expect_key_time(time); !is_time) return is_time;
    }
    if (!are_near(keys.values, furthest_key) || !are_near(keys.in_tangents, furthest_key) ||
        !are_near(keys.out_tangents, furthest_key))
        return fail("edit-not-finite",
                    fmt::format("A key's numbers must be finite and within {:g}.", furthest_key));
    for (std::size_t i = 0; count == 4 && i < wanted; i += 4) {
        const float* v = keys.values.data() + i;
        if (glm::length(vec4(v[0], v[1], v[2], v[3])) < 1e-6F)
            return fail("edit-not-a-rotation", "A rotation is a quaternion x y z w of any length but 0.");
    }
    return {};
}

/// Returns the channels of the keys' target; a new one where the clip has none.
std::vector<std::size_t> channels_for(const KeyValues& keys, const Document& document, Clip& clip) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < clip.channels.size(); ++i) {
        if (is_of(clip.channels[i], keys) && clip.channels[i].path == keys.path) out.push_back(i);
    }
    if (!out.empty()) return out;
    Channel channel;
    channel.node = keys.node;
    channel.bone = keys.bone;
    channel.displacer = keys.displacer;
    channel.path = keys.path;
    channel.space = space_of_new_channel(document, keys.node);
    clip.channels.push_back(std::move(channel));
    return {clip.channels.size() - 1};
}

void put_keys(Channel& channel, const KeyValues& keys) {
    const auto count = static_cast<std::size_t>(components(keys.path));
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
        std::vector<float> value(keys.values.begin() + static_cast<std::ptrdiff_t>(i * count),
                                 keys.values.begin() + static_cast<std::ptrdiff_t>((i + 1) * count));
        if (count == 4) {
            const vec4 unit = glm::normalize(vec4(value[0], value[1], value[2], value[3]));
            value = {unit.x, unit.y, unit.z, unit.w};
        }
        set_key(channel, keys.times[i], value);
        if (channel.interpolation != Interpolation::cubic) continue;
        const std::size_t key = keys_at(channel, std::span(keys.times).subspan(i, 1)).front();
        const auto tangent = [&](const std::vector<float>& list) {
            return std::span(list).subspan(i * count, count);
        };
        if (!keys.in_tangents.empty()) set_tangent(channel, key, TangentSide::in, tangent(keys.in_tangents));
        if (!keys.out_tangents.empty())
            set_tangent(channel, key, TangentSide::out, tangent(keys.out_tangents));
    }
}

Result<void> set_keys(const SetKeys& edit, Document& document) {
    for (const KeyValues& keys : edit.keys) {
        if (Result<void> sound = expect_values(keys, document); !sound) return sound;
    }
    return change_clips(edit.clip, document, [&](Clip& clip) -> Result<void> {
        for (const KeyValues& keys : edit.keys) {
            const bool other_world = !clip.channels.empty() && keys.path != ChannelPath::weight &&
                                     clip.targets_bones() != keys.bone.has_value();
            if (other_world) {
                return fail("edit-bone-clip", fmt::format("{} moves {}: its keys are not of {}.", clip.name,
                                                          clip.targets_bones() ? "bones" : "nodes",
                                                          keys.bone ? "bones" : "nodes"));
            }
            for (const std::size_t channel : channels_for(keys, document, clip))
                put_keys(clip.channels[channel], keys);
        }
        clip.duration = std::max(clip.duration, static_cast<double>(last_key(clip)));
        return {};
    });
}

constexpr std::string_view choice_help =
    "objects {\"node\" (a joint, site or other node), \"bone\" or \"displacer\", \"path\": translation, "
    "rotation, scale, "
    "scale-orientation or weight; left out: each, \"times\" in seconds; left out: all}";

}  // namespace

ChannelSpace space_of_new_channel(const Document& document, int node) {
    if (node < 0) return ChannelSpace::delta;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const Humanoid& humanoid = document.humanoids[h];
        const bool is_joint = std::any_of(humanoid.joints.begin(), humanoid.joints.end(),
                                          [node](const Joint& joint) { return joint.node == node; });
        if (is_joint && humanoid.kind == HumanoidKind::hanim) return ChannelSpace::delta;
        if (humanoid.node == node && rests_unturned(document, static_cast<int>(h)))
            return ChannelSpace::delta;
    }
    return ChannelSpace::local;
}

std::vector<CommandKind> key_commands() {
    const std::vector<ItemKind> clips{ItemKind::clip};
    return {
        command_kind<SetKeys, set_keys>(
            "set-keys", "Set keys of {clip}",
            "Gives channels values at times; makes keys and channels that are missing.",
            {command_field<&SetKeys::clip>("clip", "", "the clip", clips),
             command_field<&SetKeys::keys>("keys", "",
                                           "objects {\"node\", \"bone\" or \"displacer\", \"path\", "
                                           "\"times\" in seconds, \"values\": for each time 3 "
                                           "numbers, for rotations a quaternion x y z w, for weights one; "
                                           "\"in-tangents\" and \"out-tangents\" a "
                                           "second, of cubic channels}")}),
        command_kind<DeleteKeys, delete_keys>(
            "delete-keys", "Delete keys of {clip}", "Deletes keys; a channel without keys is deleted too.",
            {command_field<&DeleteKeys::clip>("clip", "", "the clip", clips),
             command_field<&DeleteKeys::keys>("keys", "", choice_help)}),
        command_kind<MoveKeys, move_chosen>(
            "move-keys", "Move keys of {clip}",
            "Moves keys in time, from t to about + (t - about) scale + by; existing keys there are replaced.",
            {command_field<&MoveKeys::clip>("clip", "", "the clip", clips),
             command_field<&MoveKeys::keys>("keys", "", choice_help),
             may_be_absent(command_field<&MoveKeys::by>("by", "s", "the offset; 0 if left out")),
             may_be_absent(command_field<&MoveKeys::scale>(
                 "scale", "", "the scale about \"about\"; 1 if left out, negative reverses the keys")),
             may_be_absent(
                 command_field<&MoveKeys::about>("about", "s", "the pivot of scaling; 0 if left out"))}),
        command_kind<SetInterpolation, interpolate>(
            "set-interpolation", "Make keys of {clip} {interpolation}", "Sets the interpolation of channels.",
            {command_field<&SetInterpolation::clip>("clip", "", "the clip", clips),
             command_field<&SetInterpolation::keys>("keys", "", choice_help),
             command_field<&SetInterpolation::interpolation>("interpolation", "", "step, linear or cubic")}),
        command_kind<LoopClip, loop>(
            "loop-clip", "Loop {clip}", "Blends a clip's end into its beginning.",
            {may_be_absent(
                 command_field<&LoopClip::clip>("clip", "", "the clip; left out: every one", clips)),
             may_be_absent(command_field<&LoopClip::seam>(
                 "seam", "s", "how long before its end the clip begins to change; 0.2 if left out")),
             may_be_absent(command_field<&LoopClip::what>(
                 "what", "",
                 "a list of translation, rotation, scale, scale-orientation, weight; left out: all"))}),
    };
}

}  // namespace vitruvian
