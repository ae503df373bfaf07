// The clip that each figure plays: its own, or one of another file remapped to it.
#include "app/session/handlers.h"
#include "model/core/at.h"
#include "model/figure/default_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

std::string title_of(const Clip& clip) {
    return clip.name.empty() ? "The clip" : fmt::format("\"{}\"", clip.name);
}

/// Returns what a plan could not remap, one per line.
std::string remarks_of(const RemapPlan& plan) {
    std::string out;
    for (const Diagnostic& diagnostic : plan.diagnostics().list()) {
        out += (out.empty() ? "" : "\n") + diagnostic.message;
    }
    return out;
}

}  // namespace

const OpenFigure* clip_target(const Parts& s, std::uint64_t source) {
    const auto suits = [&](const OpenFigure& figure) {
        return figure.id != source && !figure.clips_only && has_bones(figure.document());
    };
    const OpenFigure* active = active_figure(s);
    if (active != nullptr && suits(*active)) return active;
    const auto first = std::find_if(s.stage.figures.begin(), s.stage.figures.end(), suits);
    return first == s.stage.figures.end() ? nullptr : &*first;
}

/// Resolves `clip` and `clip_file` and prepares playback; on an error nothing is played.
Result<void> settle_clip(const Stage& stage, OpenFigure& figure) {
    figure.player.reset();
    const OpenFigure* other = stage.clip_source(figure);
    const OpenFigure& source = other ? *other : figure;
    const auto& clips = source.document().clips;
    const bool gone = figure.clip_file != 0 && !other;
    if (gone || figure.clip < 0 || figure.clip >= static_cast<int>(clips.size())) {
        figure.clip = -1;
        figure.clip_file = 0;
        return {};
    }
    const std::shared_ptr<const Clip> clip = at(clips, figure.clip);
    const Document& document = figure.document();
    figure.clip_humanoid =
        std::clamp(figure.clip_humanoid, 0, std::max(static_cast<int>(document.humanoids.size()) - 1, 0));
    const int humanoid = document.humanoids.empty() ? -1 : figure.clip_humanoid;
    RemapOptions options = figure.remap;
    if (!other) options.source_reference = options.target_reference;
    Result<ClipPlayer> player =
        ClipPlayer::make({clip, &source.document(), other ? -1 : humanoid}, document, humanoid, options);
    if (!player) return tl::unexpected(player.error());
    figure.player = std::move(*player);
    return {};
}

void settle_clip_or_say(Parts& s, OpenFigure& figure) {
    const Result<void> settled = settle_clip(s.stage, figure);
    if (settled) return;
    const OpenFigure* source = s.stage.clip_source(figure);
    s.notices
        .say(Severity::warning,
             fmt::format("The clip cannot be played on {}{}", figure.name(),
                         source ? fmt::format(" ({})", source->name()) : ""),
             settled.error().message)
        .figure = figure.id;
    figure.clip = -1;
    figure.clip_file = 0;
}

void step_with(const Stage& stage, OpenFigure& source, const OpenFigure& figure) {
    source.clip = figure.clip;
    source.clip_file = 0;
    // A figure without a rig for it keeps its pose.
    if (const Result<void> settled = settle_clip(stage, source); !settled) source.clip = -1;
}

namespace {

void choose(Parts& s, const ChooseClip& intent) {
    OpenFigure* open = s.stage.find(intent.id);
    if (open == nullptr) return;
    s.edits.letting_go.reset();
    s.edits.set_aside.erase(intent.id);
    OpenFigure& figure = *open;
    const bool foreign = intent.source != 0 && intent.source != intent.id;
    OpenFigure* other = foreign ? s.stage.find(intent.source) : open;
    if (other == nullptr) return;
    OpenFigure& source = *other;
    if (intent.clip >= static_cast<int>(source.document().clips.size())) return;
    OpenFigure* before = s.stage.clip_source(figure);
    const bool shows_source = s.stage.source_is_shown(figure);
    figure.clip = std::max(intent.clip, -1);
    figure.clip_file = foreign ? source.id : 0;
    figure.missed.clip.reset();
    if (s.viewing.settings.selected.figure == intent.id)
        figure.clip_humanoid = std::max(humanoid_of(figure.document(), s.viewing.settings.selected.item), 0);
    settle_clip_or_say(s, figure);
    if (before && before->clips_only && before != &source) before->shown = false;
    if (foreign && figure.playing_clip() && (shows_source || source.shown)) {
        if (shows_source) source.shown = true;
        if (source.clips_only || shows_source) step_with(s.stage, source, figure);
    }
    s.playback.time = 0.0;
    repose_all(s);
    if (foreign || before) place_side_by_side(s.stage);
    ++s.structure_revision;
}

}  // namespace

void handle(Parts& s, const ChooseClip& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    const std::vector<Watched> watched = watched_joints(s, *figure);
    choose(s, intent);
    keep_in_sight(s, *figure, watched);
}

void handle(Parts& s, const LetClipGo& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->playing_clip() == nullptr) return;
    if (s.playback.auto_key && plays_own_keys(*figure)) return;  // the pose becomes keys of it
    const ClipAtTime clip{{figure->id, figure->clip, figure->clip_file}, s.playback.time};
    choose(s, ChooseClip{figure->id, -1});
    s.edits.letting_go = clip;
}

std::optional<ClipSetAside> clip_set_aside(const Parts& s, const OpenFigure& figure) {
    if (figure.playing_clip() != nullptr) return std::nullopt;
    const auto& now = s.edits.letting_go;
    const auto known = s.edits.set_aside.find(figure.id);
    const bool is_now = now && now->clip.id == figure.id && now->instead < 0;
    if (!is_now && known == s.edits.set_aside.end()) return std::nullopt;
    const ClipAtTime& was = is_now ? *now : known->second;
    const OpenFigure* source = was.clip.source == 0 ? &figure : s.stage.find(was.clip.source);
    if (source == nullptr || was.clip.clip >= static_cast<int>(source->document().clips.size()))
        return std::nullopt;
    return ClipSetAside{was.clip, at(source->document().clips, was.clip.clip).get(), was.time};
}

void take_up_clip(Parts& s) {
    const OpenFigure* figure = active_figure(s);
    if (figure == nullptr) return;
    const std::optional<ClipSetAside> was = clip_set_aside(s, *figure);
    if (!was) return;
    handle(s, was->choice);
    s.playback.time = was->time;
}

void handle(Parts& s, const SetRemap& intent) {
    OpenFigure* open = s.stage.find(intent.id);
    if (open == nullptr) return;
    OpenFigure& figure = *open;
    const bool pins_now = intent.options.pin_feet && !figure.remap.pin_feet;
    figure.remap = intent.options;
    settle_clip_or_say(s, figure);
    if (pins_now && figure.plan() && figure.plan()->foot_contacts() == 0) {
        s.notices.say(Severity::info, "No foot is planted in this clip",
                      "It walks on the spot, or off the ground: there is nothing to pin.");
    }
    repose_all(s);
}

void handle(Parts& s, const ShowSource& intent) {
    const OpenFigure* open = s.stage.find(intent.id);
    if (open == nullptr) return;
    const OpenFigure& figure = *open;
    OpenFigure* source = s.stage.clip_source(figure);
    if (source == nullptr) return;
    if (source->clips_only) source->shown = intent.on;
    if (intent.on) step_with(s.stage, *source, figure);
    if (!intent.on && !source->clips_only) {
        source->clip = -1;
        static_cast<void>(settle_clip(s.stage, *source));
    }
    repose_all(s);
    place_side_by_side(s.stage);
    handle(s, FrameAll{});
    ++s.structure_revision;
}

void play_arrived_clips(Parts& s, std::vector<OpenFigure> clips, std::uint64_t target) {
    handle(s, EndGesture{});
    const bool nothing_else = s.stage.only_builtin();
    const std::uint64_t first = clips.front().id;
    for (OpenFigure& file : clips) {
        file.shown = false;
        s.note({Event::Kind::opened, file.id, file.name(), {}, 0});
        s.stage.figures.push_back(std::move(file));
    }
    OpenFigure& source = *s.stage.find(first);
    handle(s, ChooseClip{target, std::max(default_clip(source.document()), 0), first});
    const OpenFigure& figure = *s.stage.find(target);
    // A clip that cannot be remapped, or is opened in an empty window, shows its own rig.
    const bool has_rig = !source.document().humanoids.empty();
    if (has_rig && (!figure.plan() || nothing_else)) {
        source.shown = true;
        if (figure.plan()) step_with(s.stage, source, figure);
        repose_all(s);
        place_side_by_side(s.stage);
        frame_everything(s);
    }
    if (figure.plan()) {
        s.notices
            .say(Severity::info,
                 fmt::format("{} of {} plays on {}", title_of(*figure.playing_clip()), source.name(),
                             figure.name()),
                 remarks_of(*figure.plan()))
            .figure = figure.id;
    }
    // A newly opened motion starts, unless the user has paused playback.
    const bool starts = figure.playing_clip() != nullptr && s.playback.wish != Wish::pause;
    s.playback.playing = s.playback.playing || starts;
    ++s.structure_revision;
}

}  // namespace vitruvian
