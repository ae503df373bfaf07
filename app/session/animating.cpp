// Keys of the playing clips, posing that sets keys, and the clip at times other than the current one.
#include "app/session/handlers.h"
#include "app/session/key_sheet.h"
#include "app/session/keying.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

constexpr double new_clip_seconds = 1.0;

/// Snaps a time that is a whole frame except for rounding.
double whole_frame(double seconds) {
    const double frame = std::round(seconds / frame_seconds);
    return std::abs(seconds - frame * frame_seconds) < 0.02 * frame_seconds ? frame * frame_seconds : seconds;
}

Item clip_item(const OpenFigure& figure) {
    return {ItemKind::clip, -1, figure.clip};
}

void add_missing(std::vector<int>& list, const std::vector<int>& others) {
    for (const int other : others) {
        if (std::find(list.begin(), list.end(), other) == list.end()) list.push_back(other);
    }
}

/// Returns what the last consecutive posing steps posed: for a body that followed a hand, every joint that
/// did.
PosedThings just_posed(const OpenFigure& figure) {
    const std::vector<History::Step>& steps = figure.history.steps();
    const std::size_t now = figure.history.present_index();
    std::size_t first = now;
    while (first > 0 && steps[first].command && is_posing(*steps[first].command)) --first;
    return first == now ? PosedThings()
                        : changed_things(file_pose(make_skeleton(steps[first].document)), figure.pose);
}

/// Returns what to key; empty, with a notice, if there is nothing.
PosedThings things_to_key(Parts& s, const OpenFigure& figure, const Clip* clip, bool all) {
    const std::vector<Item> selected = s.viewing.settings.selected_of(figure.id);
    PosedThings things = all ? PosedThings() : posed_things(figure.document(), selected);
    if (things.empty()) things = posed_things(figure.document(), clip, figure.pose);
    return things;
}

/// Returns the title with the number of keyed items.
std::string title_of(const Document& document, const PosedThings& things) {
    if (things.nodes.size() == 1 && things.displacers.empty())
        return fmt::format("Key {}", at(document.nodes, things.nodes.front()).name);
    if (things.nodes.empty() && things.displacers.size() == 1)
        return fmt::format("Key {}", at(document.displacers, things.displacers.front()).name);
    return things.displacers.empty()
               ? fmt::format("Key {} joints", things.nodes.size())
               : fmt::format("Key {} joints and {} weights", things.nodes.size(), things.displacers.size());
}

void key_in_new_clip(Parts& s, OpenFigure& figure, bool all) {
    PosedThings things = things_to_key(s, figure, nullptr, all);
    if (!all) {
        const PosedThings posed = just_posed(figure);
        add_missing(things.nodes, posed.nodes);
        add_missing(things.displacers, posed.displacers);
    }
    if (things.empty()) {
        s.notices.say(Severity::warning, "There is nothing to key", "The figure has no joints.");
        return;
    }
    const Document& document = figure.document();
    const auto index = static_cast<int>(document.clips.size());
    Batch batch{title_of(document, things) + " in a new clip", {AddClip{free_clip_name(document, "Clip")}}};
    SetKeys keys{{ItemKind::clip, -1, index}, {}};
    // Two keys give the clip a duration.
    for (const double time : {0.0, new_clip_seconds}) {
        for (KeyValues& values :
             keys_of_pose(document, nullptr, figure.pose, things, static_cast<float>(time)))
            keys.keys.push_back(std::move(values));
    }
    batch.commands.emplace_back(std::move(keys));
    s.edits.letting_go = ClipAtTime{{figure.id, -1}, 0.0, index};
    handle(s, Edit{figure.id, std::move(batch)});
    s.edits.letting_go.reset();
    if (index >= static_cast<int>(figure.document().clips.size())) return;
    handle(s, ChooseClip{figure.id, index});
    s.notices.say(
        Severity::info, fmt::format("A new clip: {}", figure.document().clips.back()->name),
        "It lasts a second. Pose with automatic keys on, or pose and press I; move its last keys to make it "
        "longer.");
}

/// A clip of the figure that was released for posing, and the document before that.
struct LetGo {
    int clip = -1;
    double time = 0.0;
    const Document* before = nullptr;
};

/// Returns the clip that was released for the latest posing; nullopt if there is none, or it has no joint
/// keys.
std::optional<LetGo> let_go_for_posing(const Parts& s, const OpenFigure& figure) {
    const std::vector<History::Step>& steps = figure.history.steps();
    for (std::size_t i = figure.history.present_index(); i > 0; --i) {
        if (!steps[i].command || !is_posing(*steps[i].command)) return std::nullopt;
        const auto found = s.edits.let_go.find({figure.id, steps[i].number});
        if (found == s.edits.let_go.end()) continue;
        const Document& before = steps[i - 1].document;
        const ChooseClip& choice = found->second.clip;
        if (choice.source != 0) return std::nullopt;
        const Clip& clip = *at(before.clips, choice.clip);
        const bool of_bones = std::any_of(clip.channels.begin(), clip.channels.end(),
                                          [](const Channel& channel) { return channel.bone.has_value(); });
        if (of_bones) return std::nullopt;
        const double time = wrap_time(found->second.time, clip.duration, s.playback.loop);
        return LetGo{choice.clip, whole_frame(time), &before};
    }
    return std::nullopt;
}

/// Sets what was posed since the clip was released as keys at that time, and restores the file's own pose.
void key_where_let_go(Parts& s, OpenFigure& figure, const LetGo& was, bool all) {
    const Document& document = figure.document();
    const Clip& clip = *at(document.clips, was.clip);
    PosedThings things = changed_things(pose_with_clip(*was.before, clip, was.time), figure.pose);
    const std::vector<Item> selected = s.viewing.settings.selected_of(figure.id);
    const PosedThings asked =
        all || things.empty() ? things_to_key(s, figure, &clip, all) : posed_things(document, selected);
    add_missing(things.nodes, asked.nodes);
    add_missing(things.displacers, asked.displacers);
    Batch batch = leading_to(figure.pose, file_pose(make_skeleton(*was.before)), title_of(document, things));
    batch.commands.emplace_back(
        SetKeys{{ItemKind::clip, -1, was.clip},
                keys_of_pose(document, &clip, figure.pose, things, static_cast<float>(was.time))});
    s.edits.letting_go = ClipAtTime{{figure.id, -1}, was.time, was.clip};
    handle(s, Edit{figure.id, std::move(batch)});
    s.edits.letting_go.reset();
    handle(s, ChooseClip{figure.id, was.clip});
    handle(s, SetTime{was.time});
}

PosedThings joints_of(const Document& document, int humanoid) {
    PosedThings out;
    for (const Joint& joint : at(document.humanoids, humanoid).joints) out.nodes.push_back(joint.node);
    return out;
}

/// Whether the clip animates any of them, so that changes of the file's pose would not be visible.
bool clip_holds_any(const OpenFigure& figure, const PosedThings& things) {
    return std::any_of(things.nodes.begin(), things.nodes.end(),
                       [&](int node) { return figure.clip_holds(node); }) ||
           std::any_of(things.displacers.begin(), things.displacers.end(),
                       [&](int displacer) { return figure.clip_holds_weight(displacer); });
}

void say_not_keyable(Parts& s, const OpenFigure& figure) {
    s.notices.say(Severity::warning, "This clip cannot be keyed",
                  figure.plan() ? "It is retargeted from another rig: bake it first (menu Clip)."
                                : "It moves the bones of any figure, and no joints of this one.");
}

}  // namespace

bool plays_own_keys(const OpenFigure& figure) {
    return figure.player.has_value() && figure.clip_file == 0 && figure.plan() == nullptr && figure.clip >= 0;
}

double time_of(const Parts& s, const OpenFigure& figure) {
    const Clip* clip = figure.playing_clip();
    return clip == nullptr ? 0.0 : whole_frame(wrap_time(s.playback.time, clip->duration, s.playback.loop));
}

const Document& edited_document(const Parts& s, const OpenFigure& figure) {
    const bool replaces = s.edits.gesture == figure.id && s.edits.gesture_has_step;
    const History& history = figure.history;
    return replaces ? history.steps()[history.present_index() - 1].document : history.present();
}

Pose visible_pose(const Parts& s, const OpenFigure& figure) {
    if (s.edits.gesture == figure.id) return s.edits.gesture_pose;
    return file_pose(make_skeleton(stored_in(figure.document(), figure.pose)));
}

Batch posing_over_clip(Parts& s, const OpenFigure& figure, const Pose& from, const Pose& to,
                       std::string title) {
    if (clip_holds_any(figure, changed_things(from, to))) handle(s, LetClipGo{figure.id});
    const Pose stored = file_pose(make_skeleton(edited_document(s, figure)));
    return leading_to(stored, figure.playing_clip() != nullptr ? with_changes(stored, from, to) : to,
                      std::move(title));
}

Result<std::optional<Command>> as_animated(Parts& s, const OpenFigure& figure, const Command& command) {
    const Clip* clip = figure.playing_clip();
    if (clip == nullptr || !is_posing(command)) return std::optional(command);
    const Document& document = edited_document(s, figure);
    if (s.playback.auto_key && plays_own_keys(figure))
        return posing_as_keys(command, document, figure.clip, time_of(s, figure));
    if (!poses_whole(command)) return std::optional(command);
    const Pose from = visible_pose(s, figure);
    Document posed = stored_in(document, from);
    if (Result<void> done = apply(command, posed); !done) return tl::unexpected(done.error());
    if (const auto* t_pose = std::get_if<EnforceTPose>(&command.edit)) {
        // It sets every joint, whatever the clip shows at this time.
        if (clip_holds_any(figure, joints_of(document, t_pose->humanoid.index)))
            handle(s, LetClipGo{figure.id});
        return std::optional(command);
    }
    const Pose to = file_pose(make_skeleton(posed));
    Batch batch = posing_over_clip(s, figure, from, to, title_of(command, document));
    return std::optional(batch.commands.empty() ? command : Command(std::move(batch)));
}

void handle(Parts& s, const SetAutoKey& intent) {
    s.playback.auto_key = intent.on;
}

void handle(Parts& s, const KeyPose& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    stop_walking_builtin(s);
    if (figure->playing_clip() == nullptr) {
        const std::optional<LetGo> was = let_go_for_posing(s, *figure);
        return was ? key_where_let_go(s, *figure, *was, intent.all) : key_in_new_clip(s, *figure, intent.all);
    }
    if (!plays_own_keys(*figure)) return say_not_keyable(s, *figure);
    const PosedThings things = things_to_key(s, *figure, figure->playing_clip(), intent.all);
    if (things.empty()) return;
    const auto time = static_cast<float>(time_of(s, *figure));
    SetKeys keys{clip_item(*figure),
                 keys_of_pose(figure->document(), figure->playing_clip(), figure->pose, things, time)};
    handle(s, Edit{figure->id, Batch{title_of(figure->document(), things), {std::move(keys)}}});
}

void handle(Parts& s, const UnkeyPose& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    if (!plays_own_keys(*figure)) return;
    const PosedThings things = posed_things(figure->document(), s.viewing.settings.selected_of(figure->id));
    const bool all = intent.all || things.empty();
    std::vector<KeyChoice> keys = keys_at_time(*figure->playing_clip(), all ? nullptr : &things,
                                               static_cast<float>(time_of(s, *figure)));
    if (keys.empty()) {
        s.notices.say(Severity::info, "There is no key here",
                      all ? "The clip has none at this time." : "What is selected has none at this time.");
        return;
    }
    handle(s, Edit{figure->id, DeleteKeys{clip_item(*figure), std::move(keys)}});
}

void handle(Parts& s, const BakeClip& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->plan() == nullptr) return;
    BakeOptions options;
    options.tolerance = intent.tolerance;
    options.rate = frame_rate_of(*figure->playing_clip());  // so that its keys are on frames
    Clip baked = figure->plan()->bake(options);
    if (baked.name.empty()) baked.name = figure->playing_clip()->name;
    std::size_t keys = 0;
    for (const Channel& channel : baked.channels) keys += channel.times.size();
    const auto index = static_cast<int>(figure->document().clips.size());
    const double time = s.playback.time;
    s.edits.letting_go = ClipAtTime{{figure->id, figure->clip, figure->clip_file}, time, index};
    handle(s, Edit{figure->id, clip_as_commands(figure->document(), baked,
                                                fmt::format("Bake {}", figure->playing_clip()->name))});
    s.edits.letting_go.reset();
    if (index >= static_cast<int>(figure->document().clips.size())) return;
    handle(s, ChooseClip{figure->id, index});
    handle(s, SetTime{time});
    s.notices.say(Severity::info, fmt::format("Baked as {}", figure->document().clips.back()->name),
                  fmt::format("{} channels of its own joints, {} keys.", baked.channels.size(), keys));
}

// ---- other times

namespace {

/// Returns the node whose motion path is drawn; -1: none.
int trailed_node(const Parts& s, const OpenFigure& figure) {
    const Selection& selected = s.viewing.settings.selected;
    return selected.figure == figure.id ? selected_node(figure.document(), selected) : -1;
}

Trail trail_of(const OpenFigure& figure, int node) {
    constexpr int max_points = 600;
    const Clip& clip = *figure.playing_clip();
    Trail out;
    const auto place = [&](double seconds) {
        const Pose pose = figure.player->pose_at(seconds, figure.skeleton);
        const std::vector<mat4> world = world_matrices(figure.skeleton, pose);
        return vec3(at(world, node)[3]);
    };
    const int count = std::clamp(static_cast<int>(std::round(clip.duration / frame_seconds)), 1, max_points);
    for (int i = 0; i <= count; ++i) out.points.push_back(place(clip.duration * i / count));
    for (const Channel& channel : clip.channels) {
        // A path of sampled motion has a key at every point: no marks then.
        if (channel.node != node || channel.times.size() * 2 > out.points.size() || !out.keys.empty())
            continue;
        for (const float time : channel.times) out.keys.push_back(place(static_cast<double>(time)));
    }
    return out;
}

}  // namespace

namespace {

/// Returns the reference pose at the figure's hips, so that differences of rotations are visible.
Ghost reference_ghost(OpenFigure& figure, ReferenceKind kind) {
    const Document& document = figure.document();
    const bool is_known = figure.reference && figure.reference_kind == kind &&
                          figure.reference_revision == figure.skeleton_revision;
    if (!is_known) {
        figure.reference_kind = kind;
        figure.reference_revision = figure.skeleton_revision;
        figure.reference = Ghost{make_reference_pose(document, 0, kind).pose, 0.0F};
        for (int h = 1; h < static_cast<int>(document.humanoids.size()); ++h) {
            const Pose other = make_reference_pose(document, h, kind).pose;
            for (const Joint& joint : at(document.humanoids, h).joints)
                at(figure.reference->pose.local, joint.node) = at(other.local, joint.node);
        }
    }
    Ghost out = *figure.reference;
    for (const Humanoid& humanoid : document.humanoids) {
        const int hips = humanoid.bones[Bone::hips];
        for (int node = hips; node >= 0; node = at(document.nodes, node).parent) {
            Transform& local = at(out.pose.local, node);
            local.translation = at(figure.pose.local, node).translation;
            if (node != hips) local = at(figure.pose.local, node);
        }
    }
    return out;
}

}  // namespace

void refresh_onion(Parts& s, OpenFigure& figure) {
    const Onion& onion = s.playback.onion;
    figure.ghosts.clear();
    if (s.playback.reference && figure.shown && has_bones(figure.document()))
        figure.ghosts.push_back(reference_ghost(figure, *s.playback.reference));
    const Clip* clip = figure.playing_clip();
    if (clip == nullptr || !figure.shown) {
        figure.trails.clear();
        figure.trail_of = {};
        return;
    }
    const double now = wrap_time(s.playback.time, clip->duration, s.playback.loop);
    const auto add = [&](int place, int most) {
        const double time = now + place * onion.step * frame_seconds;
        if (time < 0.0 || time > clip->duration) return;
        figure.ghosts.push_back({figure.player->pose_at(time, figure.skeleton),
                                 static_cast<float>(place) / static_cast<float>(most)});
    };
    for (int i = onion.before; i > 0; --i) add(-i, onion.before);
    for (int i = onion.after; i > 0; --i) add(i, onion.after);
    const int node = onion.trail ? trailed_node(s, figure) : -1;
    const TrailSource source{node, figure.playing_clip(), figure.history.revision()};
    if (source != figure.trail_of) {
        figure.trail_of = source;
        figure.trails.clear();
        if (node >= 0) figure.trails.push_back(trail_of(figure, node));
    }
    if (!figure.trails.empty() && clip->duration > 0.0) {
        Trail& trail = figure.trails.front();
        trail.present =
            static_cast<float>(now / clip->duration) * static_cast<float>(trail.points.size() - 1);
    }
}

void handle(Parts& s, const ShowReference& intent) {
    s.playback.reference = intent.kind;
    repose_all(s);
}

void handle(Parts& s, const SetOnion& intent) {
    s.playback.onion = intent.onion;
    repose_all(s);
}

}  // namespace vitruvian
