// Commands on clips.
#include "model/core/at.h"
#include "model/document/key_limits.h"
#include "model/document/rearrange.h"
#include "model/edit/clip_changes.h"
#include "model/edit/clip_keys.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/key_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {

float length_of(const Clip& clip) {
    auto out = static_cast<float>(clip.duration);
    for (const Channel& channel : clip.channels) out = std::max(out, channel.times.back());
    return out;
}

Result<void> change_clips(const std::optional<Item>& which, Document& document,
                          const std::function<Result<void>(Clip&)>& change) {
    if (which && !is_there(document, *which, ItemKind::clip)) return no_such_thing(*which, ItemKind::clip);
    if (document.clips.empty()) return fail("edit-no-clip", "The file has no clip.");
    Document changed = document;
    for (std::size_t i = 0; i < changed.clips.size(); ++i) {
        if (which && static_cast<std::size_t>(which->index) != i) continue;
        auto copy = std::make_shared<Clip>(*changed.clips[i]);
        if (Result<void> done = change(*copy); !done) return done;
        changed.clips[i] = std::move(copy);
    }
    return keep_if_valid(std::move(changed), document);
}

Result<void> expect_key_time(float time) {
    if (time >= 0.0F && time <= latest_key) return {};
    return fail("edit-bad-time", fmt::format("A key's time must be from 0 to {:g} seconds.", latest_key));
}

namespace {

Result<void> add_clip(const AddClip& edit, Document& document) {
    const Result<void> is_free = expect_free_name(document, ItemKind::clip, -1, edit.name);
    if (!is_free) return is_free;
    auto clip = std::make_shared<Clip>();
    clip->name = edit.name;
    insert_clip(document, static_cast<int>(document.clips.size()), std::move(clip));
    return {};
}

Result<void> delete_clip(const DeleteClip& edit, Document& document) {
    if (!is_there(document, edit.clip, ItemKind::clip)) return no_such_thing(edit.clip, ItemKind::clip);
    return remove_item(document, edit.clip);
}

Result<void> trim(const TrimClip& edit, Document& document) {
    return change_clips(edit.clip, document, [&](Clip& clip) -> Result<void> {
        const float length = length_of(clip);
        const float to = edit.to.value_or(length);
        if (!(edit.from >= 0.0F && edit.from < to && to <= length * (1.0F + 1e-5F))) {
            return fail("edit-bad-range",
                        fmt::format("{} lasts {:g} seconds: \"from\" must be before \"to\", and "
                                    "both within that.",
                                    clip.name, length));
        }
        if (edit.from == 0.0F && to >= length) return {};
        for (Channel& channel : clip.channels) channel = cut(channel, edit.from, std::min(to, length));
        clip.duration = static_cast<double>(std::min(to, length)) - static_cast<double>(edit.from);
        return {};
    });
}

Result<void> reverse(const ReverseClip& edit, Document& document) {
    return change_clips(edit.clip, document, [](Clip& clip) -> Result<void> {
        const float length = length_of(clip);
        for (Channel& channel : clip.channels) channel = reversed(channel, length);
        return {};
    });
}

Result<void> resample(const ResampleClip& edit, Document& document) {
    if (!(edit.rate > 0.0F) || !std::isfinite(edit.rate))
        return fail("edit-bad-rate", "The rate must be finite and above 0 keys per second.");
    return change_clips(edit.clip, document, [&](Clip& clip) -> Result<void> {
        constexpr double max_keys = 1e7;
        const float length = length_of(clip);
        const double keys = (static_cast<double>(length) * static_cast<double>(edit.rate) + 2.0) *
                            static_cast<double>(clip.channels.size());
        if (keys > max_keys) {
            return fail("edit-too-many-keys",
                        fmt::format("{} lasts {:g} seconds: that would be {:.0f} keys; choose a lower rate.",
                                    clip.name, length, keys));
        }
        for (Channel& channel : clip.channels) channel = resampled(channel, length, edit.rate);
        return {};
    });
}

/// Returns the current pose of a node as a value of a channel: components(path) numbers.
std::vector<float> present(const Node& node, ChannelPath path, ChannelSpace space) {
    return key_values(space == ChannelSpace::delta ? node.delta : compose(node.rest, node.delta), path);
}

/// Whether the pose differs from the default, so that the clip needs a channel for it.
bool must_be_keyed(const Node& node, ChannelPath path) {
    return path == ChannelPath::rotation ||
           (path == ChannelPath::translation && node.delta.translation != vec3(0.0F)) ||
           (path == ChannelPath::scale && node.delta.scale != vec3(1.0F)) ||
           (path == ChannelPath::scale_orientation && node.delta.scale_orientation != identity_quat);
}

Result<void> key_joint(const SetKey& edit, Document& document) {
    if (!is_there(document, edit.clip, ItemKind::clip)) return no_such_thing(edit.clip, ItemKind::clip);
    if (!is_there(document, edit.joint, ItemKind::joint)) return no_such_thing(edit.joint, ItemKind::joint);
    if (const Result<void> sound = expect_key_time(edit.time); !sound) return sound;
    const int node = node_of(document, edit.joint);
    const ChannelSpace space = space_of_new_channel(document, node);
    return change_clips(edit.clip, document, [&](Clip& clip) -> Result<void> {
        if (clip.targets_bones()) {
            return fail(
                "edit-bone-clip",
                fmt::format("{} moves the bones of any figure: bake it onto this one (remap) to key its "
                            "joints.",
                            clip.name));
        }
        for (const ChannelPath path : {ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale,
                                       ChannelPath::scale_orientation}) {
            const auto is_it = [&](const Channel& c) { return c.node == node && c.path == path; };
            if (std::none_of(clip.channels.begin(), clip.channels.end(), is_it)) {
                if (!must_be_keyed(at(document.nodes, node), path)) continue;
                Channel channel;
                channel.node = node;
                channel.path = path;
                channel.space = space;
                clip.channels.push_back(std::move(channel));
            }
            for (Channel& channel : clip.channels) {
                if (!is_it(channel)) continue;
                const std::vector<float> value = present(at(document.nodes, node), path, channel.space);
                set_key(channel, edit.time, value);
            }
        }
        clip.duration = std::max(clip.duration, static_cast<double>(edit.time));
        return {};
    });
}

}  // namespace

std::vector<CommandKind> clip_commands() {
    const std::vector<ItemKind> clips{ItemKind::clip};
    return {
        command_kind<AddClip, add_clip>("add-clip", "Add clip {name}", "Adds an empty clip.",
                                        {command_field<&AddClip::name>("name", "", "its name")}),
        command_kind<DeleteClip, delete_clip>(
            "delete-clip", "Delete {clip}", "Deletes a clip.",
            {command_field<&DeleteClip::clip>("clip", "", "the clip", clips)}),
        command_kind<TrimClip, trim>(
            "trim-clip", "Trim {clip}", "Keeps a part of a clip, which then begins at 0.",
            {may_be_absent(
                 command_field<&TrimClip::clip>("clip", "", "the clip; left out: every one", clips)),
             may_be_absent(command_field<&TrimClip::from>("from", "s", "where it begins; 0 if left out")),
             may_be_absent(
                 command_field<&TrimClip::to>("to", "s", "where it ends; null: where the clip does"))}),
        command_kind<ReverseClip, reverse>("reverse-clip", "Reverse {clip}", "Reverses a clip in time.",
                                           {may_be_absent(command_field<&ReverseClip::clip>(
                                               "clip", "", "the clip; left out: every one", clips))}),
        command_kind<ResampleClip, resample>("resample-clip", "Resample {clip}",
                                             "Resamples a clip to evenly spaced keys.",
                                             {may_be_absent(command_field<&ResampleClip::clip>(
                                                  "clip", "", "the clip; left out: every one", clips)),
                                              may_be_absent(command_field<&ResampleClip::rate>(
                                                  "rate", "1/s", "keys per second; 30 if left out"))}),
        command_kind<SetKey, key_joint>(
            "set-key", "Key {joint}", "Keys a joint as it is posed in the file.",
            {command_field<&SetKey::clip>("clip", "", "the clip", clips),
             command_field<&SetKey::time>("time", "s", "when"),
             command_field<&SetKey::joint>("joint", "", "the joint", {ItemKind::joint})}),
    };
}

}  // namespace vitruvian
