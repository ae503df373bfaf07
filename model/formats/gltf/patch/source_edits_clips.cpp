// Edits of clips: animations that stay, with their edits, or are removed, and new ones after them.
#include "model/core/at.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/read/data.h"
#include "model/formats/gltf/write/hanim_extension.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Returns the values that were written for a part of a clip as floats of one accessor.
std::vector<float> floats_of(const OrderedJson& lists, const std::vector<std::byte>& bytes, int accessor) {
    const OrderedJson& view =
        lists["bufferViews"]
             [lists["accessors"][static_cast<std::size_t>(accessor)]["bufferView"].get<std::size_t>()];
    std::vector<float> out(view["byteLength"].get<std::size_t>() / sizeof(float));
    std::memcpy(out.data(), bytes.data() + view["byteOffset"].get<std::size_t>(), out.size() * sizeof(float));
    return out;
}

/// Returns what a channel of the file animates, in the form of SourceEdits::targets_of.
std::string target_of(const Json& target) {
    const std::string path = text_or_empty(target, "path");
    if (const Json* bone = extension(target, "EXT_skeleton_humanoid"))
        return fmt::format("{} {}", text_or_empty(*bone, "humanoidBoneName"), path);
    return fmt::format("{} {}", int_or(target, "node", -1), path);
}

/// Per clip as read: its index in the document now, by identity, target or name; -1: it was removed.
std::vector<int> kept_places(const Document& was, const Document& now) {
    std::vector<int> out(was.clips.size(), -1);
    std::vector<bool> taken(now.clips.size(), false);
    const auto match = [&](const auto& is_same) {
        for (std::size_t c = 0; c < out.size(); ++c) {
            for (std::size_t k = 0; k < taken.size() && out[c] < 0; ++k) {
                if (taken[k] || !is_same(c, k)) continue;
                out[c] = static_cast<int>(k);
                taken[k] = true;
            }
        }
    };
    match([&](std::size_t c, std::size_t k) { return was.clips[c] == now.clips[k]; });
    match([&](std::size_t c, std::size_t k) {
        return was.clips[c]->name == now.clips[k]->name && is_same_motion(*was.clips[c], *now.clips[k]);
    });
    match([&](std::size_t c, std::size_t k) { return was.clips[c]->name == now.clips[k]->name; });
    match([&](std::size_t c, std::size_t k) { return is_same_motion(*was.clips[c], *now.clips[k]); });
    return out;
}

}  // namespace

/// Returns what the channel animates in the file: nodes, or a bone, with a path; empty: nothing.
std::vector<std::string> SourceEdits::targets_of(const Channel& channel) const {
    std::vector<std::string> out;
    if (channel.path == ChannelPath::scale_orientation) return out;
    if (channel.path == ChannelPath::weight) {
        for (const auto& target : at(traced_.places.targets, channel.displacer))
            out.push_back(fmt::format("{} weights", target.first));
        return out;
    }
    const char* path = channel.path == ChannelPath::translation ? "translation"
                       : channel.path == ChannelPath::rotation  ? "rotation"
                                                                : "scale";
    if (channel.node >= 0) {
        out.push_back(fmt::format("{} {}", source_of(channel.node), path));
    } else if (channel.bone) {
        out.push_back(fmt::format("{} {}", to_string(*channel.bone), path));
    }
    return out;
}

/// Gives a sampler of a single channel the keys of `made`, in place where there are as many. `times`: its key
/// times before; null: unknown.
void SourceEdits::rewrite_sampler(const std::string& pointer, const Json& sampler, const OrderedJson& made,
                                  const std::vector<float>* times) {
    const auto input = made["input"].get<std::vector<float>>();
    const auto output = made["output"].get<std::vector<float>>();
    if (times == nullptr || input != *times)
        json_.set(pointer + "/input", writing_.bin.add_shared_times(input));
    const std::string interpolation = made.value("interpolation", "LINEAR");
    const std::string before = text_or_empty(sampler, "interpolation");
    if (interpolation != (before.empty() ? "LINEAR" : before))
        json_.set(pointer + "/interpolation", interpolation);
    write_floats(pointer + "/output", int_or(sampler, "output", -1), output, made["wide"].get<std::size_t>(),
                 ViewTarget::none);
}

/// Replaces the animation's channels by those of `part`, a part of a clip, with the same target, or appends
/// them.
bool SourceEdits::rewrite_channels(std::size_t a, const Clip& was, const Clip& part) {
    const std::string pointer = fmt::format("/animations/{}", a);
    const Json& json = traced_.root["animations"][a];
    const Json& samplers = json["samplers"];
    BinWriter mine = std::exchange(writing_.bin, BinWriter(0, 0, 0, 0));
    OrderedJson before = std::exchange(writing_.root, OrderedJson::object());
    const int index = write_animation(writing_, part);
    BinWriter theirs = std::exchange(writing_.bin, std::move(mine));
    OrderedJson made = std::exchange(writing_.root, std::move(before));
    if (index < 0) return false;
    theirs.move_lists_into(made);
    OrderedJson& animation = made["animations"][0];
    std::map<std::string, std::size_t> channel_of;
    std::map<int, int> users;
    for (std::size_t c = 0; c < json["channels"].size(); ++c) {
        const Json& channel = json["channels"][c];
        if (channel.is_null()) continue;
        channel_of.try_emplace(gltf::target_of(channel["target"]), c);
        ++users[int_or(channel, "sampler", -1)];
    }
    std::size_t count = samplers.size();
    for (OrderedJson& channel : animation["channels"]) {
        OrderedJson sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
        const auto output = static_cast<int>(sampler["output"].get<std::size_t>());
        sampler["wide"] =
            components_of(made["accessors"][static_cast<std::size_t>(output)]["type"].get<std::string>());
        sampler["input"] = floats_of(made, theirs.bytes(), sampler["input"].get<int>());
        sampler["output"] = floats_of(made, theirs.bytes(), output);
        const Json target = channel["target"];
        const std::string key = gltf::target_of(target);
        const auto found = channel_of.find(key);
        const int old =
            found == channel_of.end() ? -1 : int_or(json["channels"][found->second], "sampler", -1);
        if (old >= 0 && users[old] == 1 && static_cast<std::size_t>(old) < samplers.size()) {
            const auto is_it = [&](const Channel& before_it) {
                const std::vector<std::string> targets = targets_of(before_it);
                return std::find(targets.begin(), targets.end(), key) != targets.end();
            };
            const auto was_it = std::find_if(was.channels.begin(), was.channels.end(), is_it);
            rewrite_sampler(fmt::format("{}/samplers/{}", pointer, old), at(samplers, old), sampler,
                            was_it == was.channels.end() ? nullptr : &was_it->times);
            continue;
        }
        sampler["input"] = writing_.bin.add_shared_times(sampler["input"].get<std::vector<float>>());
        sampler["output"] = writing_.bin.add_floats(sampler["output"].get<std::vector<float>>(),
                                                    sampler["wide"].get<std::size_t>(), ViewTarget::none);
        sampler.erase("wide");
        json_.append(pointer + "/samplers", std::move(sampler));
        if (found != channel_of.end()) {
            json_.set(fmt::format("{}/channels/{}/sampler", pointer, found->second), count);
        } else {
            channel["sampler"] = count;
            json_.append(pointer + "/channels", std::move(channel));
        }
        ++count;
    }
    return true;
}

/// Whether the rest that the channel is relative to was edited, so that the file's values change.
bool SourceEdits::has_other_base(const Channel& channel) const {
    return channel.space == ChannelSpace::delta && channel.node >= 0 &&
           at(now_.nodes, channel.node).rest != at(was_.nodes, channel.node).rest;
}

/// Edits, adds and removes channels of the clip's animation. Returns false, with nothing changed, where the
/// animation has to be rewritten.
bool SourceEdits::edit_animation(std::size_t a, const Clip& was, const Clip& now) {
    if (was.reference_pose != now.reference_pose || now.channels.empty()) return false;
    std::set<std::string> before;
    std::set<std::string> after;
    for (const auto& [clip, all] : {std::pair(&was, &before), std::pair(&now, &after)}) {
        for (const Channel& channel : clip->channels) {
            const std::vector<std::string> targets = targets_of(channel);
            if (targets.empty()) return false;
            all->insert(targets.begin(), targets.end());
        }
    }
    // Weights of a mesh are one channel of the file, so if one is edited all are rewritten.
    const auto is_same_in = [this](const Channel& channel, const Clip& other) {
        return !has_other_base(channel) && std::count_if(other.channels.begin(), other.channels.end(),
                                                         [&](const Channel& x) { return x == channel; }) == 1;
    };
    const auto has_changed_weight = [&](const Clip& clip, const Clip& other) {
        return std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& c) {
            return c.path == ChannelPath::weight && !is_same_in(c, other);
        });
    };
    const bool weights = has_changed_weight(was, now) || has_changed_weight(now, was);
    Clip part = now;
    std::erase_if(part.channels, [&](const Channel& c) {
        return c.path == ChannelPath::weight ? !weights : is_same_in(c, was);
    });
    const Json& channels = traced_.root["animations"][a]["channels"];
    std::vector<std::size_t> gone;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        if (channels[c].is_null()) return false;
        const std::string target = gltf::target_of(channels[c]["target"]);
        if (before.contains(target) && !after.contains(target)) gone.push_back(c);
    }
    if (!part.channels.empty() && !rewrite_channels(a, was, part)) return false;
    for (const std::size_t c : gone) json_.remove(fmt::format("/animations/{}/channels/{}", a, c));
    if (part.channels.empty()) drop_idle_samplers(a, gone);
    return true;
}

/// Removes the samplers at the end of an animation's list that only channels which go have.
void SourceEdits::drop_idle_samplers(std::size_t a, const std::vector<std::size_t>& gone) {
    const Json& channels = traced_.root["animations"][a]["channels"];
    std::set<int> idle;
    for (const std::size_t c : gone) idle.insert(int_or(channels[c], "sampler", -1));
    for (std::size_t c = 0; c < channels.size(); ++c) {
        if (std::find(gone.begin(), gone.end(), c) == gone.end())
            idle.erase(int_or(channels[c], "sampler", -1));
    }
    auto last = static_cast<int>(traced_.root["animations"][a]["samplers"].size()) - 1;
    for (; last >= 0 && idle.contains(last); --last)
        json_.remove(fmt::format("/animations/{}/samplers/{}", a, last));
}

void SourceEdits::edit_clips() {
    const std::vector<int>& clip_of = traced_.places.clip_of_animation;
    const std::vector<int> kept = kept_places(was_, now_);
    std::vector<bool> stays(now_.clips.size(), false);
    OrderedJson listed = OrderedJson::array();
    std::vector<std::pair<std::size_t, std::string>> renamed;  // animation, and its new name
    bool changed = false;
    const auto list = [&listed](const Clip& clip, int animation) {
        if (OrderedJson json = listed_clip(clip, animation); json.size() > 1)
            listed.push_back(std::move(json));
    };
    int count = 0;
    for (std::size_t a = 0; a < list_size("animations"); ++a) {
        const auto old = a < clip_of.size() ? static_cast<std::size_t>(clip_of[a]) : kept.size();
        if (old >= kept.size()) {
            ++count;
            continue;
        }
        const int place = kept[old];
        const Clip& before = *was_.clips[old];
        const Clip& clip = place < 0 ? before : *at(now_.clips, place);
        const bool is_same = place >= 0 && is_same_motion(before, clip) &&
                             std::none_of(clip.channels.begin(), clip.channels.end(),
                                          [this](const Channel& c) { return has_other_base(c); });
        if (place < 0 || (!is_same && !edit_animation(a, before, clip))) {
            json_.remove(fmt::format("/animations/{}", a));
            changed = true;
            continue;
        }
        at(stays, place) = true;
        clips_in_file_.push_back(place);
        if (!is_same) edited_clips_.insert(kept_clips_);
        ++kept_clips_;
        changed = changed || clip.loop != before.loop || clip.duration != before.duration;
        if (clip.name != before.name) {
            json_.set(fmt::format("/animations/{}/name", a), clip.name);
            renamed.emplace_back(a, clip.name);
        }
        list(clip, count++);
        for (const Channel& channel : clip.channels) {
            if (!is_same && channel.node >= 0) split_matrix(channel.node);
        }
    }
    int made = 0;
    for (std::size_t c = 0; c < now_.clips.size(); ++c) {
        if (stays[c]) continue;
        clips_in_file_.push_back(static_cast<int>(c));
        if (write_animation(writing_, *now_.clips[c]) < 0) continue;
        list(*now_.clips[c], count + made++);
        for (const Channel& channel : now_.clips[c]->channels) {
            if (channel.node >= 0) split_matrix(channel.node);
        }
    }
    // glTF does not allow an empty list.
    if (count + made == 0 && list_size("animations") > 0) json_.remove("/animations");
    if (changed || made > 0) return list_clips(listed);
    for (const auto& [animation, name] : renamed) rename_listed_clip(animation, name);
}

/// A channel's target node needs translation, rotation and scale instead of a matrix (glTF 2.0, 3.11).
void SourceEdits::split_matrix(int node) {
    const int source = source_of(node);
    if (member(file_node(source), "matrix") == nullptr) return;
    const Transform& local = at(writing_.local, node);
    const std::string pointer = fmt::format("/nodes/{}", source);
    json_.remove(pointer + "/matrix");
    json_.set(pointer + "/translation", numbers(local.translation));
    json_.set(pointer + "/rotation", numbers(local.rotation));
    json_.set(pointer + "/scale", numbers(local.scale));
}

/// Returns where VITRUVIAN_hanim lists clips by animation index (see hanim_extension.h); empty: the file has
/// none.
std::string SourceEdits::clip_list() const {
    const std::vector<HanimPlaces>& figures = traced_.places.hanim;
    const bool has_list = !figures.empty() && !figures.front().pointer.empty();
    return has_list ? figures.front().pointer + "/clips" : std::string();
}

/// Renames an animation in that list too.
void SourceEdits::rename_listed_clip(std::size_t animation, const std::string& name) {
    const std::string place = clip_list();
    const Json::json_pointer list(place);
    if (place.empty() || !traced_.root.contains(list) || !traced_.root[list].is_array()) return;
    for (std::size_t i = 0; i < traced_.root[list].size(); ++i) {
        const Json& listed = traced_.root[list][i];
        if (listed.is_object() && listed.contains("name") &&
            int_or(listed, "animation", -1) == static_cast<int>(animation))
            json_.set(fmt::format("{}/{}/name", place, i), name);
    }
}

void SourceEdits::list_clips(const OrderedJson& listed) {
    const std::string place = clip_list();
    if (place.empty()) return;
    const Json::json_pointer there(place);
    if (!listed.empty()) {
        if (!traced_.root.contains(there) || OrderedJson(traced_.root[there]) != listed)
            json_.set(place, listed);
    } else if (traced_.root.contains(there)) {
        json_.remove(place);
    }
}

}  // namespace vitruvian::gltf
