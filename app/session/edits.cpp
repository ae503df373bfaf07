// Edits of the figures' documents: steps, drags, undo and redo across all figures.
#include "app/session/handlers.h"
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/document/same_item.h"
#include "model/figure/joint_angles.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// Whether it changes the pose, a joint's data or weights: during a drag FigureShape need not be updated.
bool keeps_shape(const Command& command) {
    if (const auto* batch = std::get_if<Batch>(&command.edit))
        return std::all_of(batch->commands.begin(), batch->commands.end(), keeps_shape);
    return std::holds_alternative<SetJointRotation>(command.edit) ||
           std::holds_alternative<ApplyPose>(command.edit) ||
           std::holds_alternative<SetDisplacerWeight>(command.edit) ||
           std::holds_alternative<SetSite>(command.edit) ||
           std::holds_alternative<SetJointCentre>(command.edit) ||
           std::holds_alternative<PaintWeights>(command.edit) ||
           std::holds_alternative<SetJointLimits>(command.edit) ||
           std::holds_alternative<SetJointStiffness>(command.edit);
}

/// Keeps the selection, whatever index the item has after the edit.
void follow_selection(Parts& s, const OpenFigure& edited, const Document& before) {
    ViewSettings& settings = s.viewing.settings;
    const auto follow = [&](Selection& what) {
        if (what.figure != edited.id || what.item.kind == ItemKind::none) return;
        what.item = same_item(before, what.item, edited.document()).value_or(Item{});
    };
    follow(settings.selected);
    follow(settings.hovered);
    for (Selection& what : settings.also_selected) follow(what);
    std::erase_if(settings.also_selected,
                  [](const Selection& what) { return what.item.kind == ItemKind::none; });
}

/// Keeps playing clips, whatever their index; a deleted clip is stopped.
void follow_clips(Parts& s, const OpenFigure& edited, const Document& before) {
    for (auto& [id, was] : s.edits.set_aside) {
        if ((was.clip.source == 0 ? id : was.clip.source) != edited.id) continue;
        const std::optional<Item> clip =
            same_item(before, {ItemKind::clip, -1, was.clip.clip}, edited.document());
        was.clip.clip = clip ? clip->index : -1;
    }
    std::erase_if(s.edits.set_aside, [](const auto& entry) { return entry.second.clip.clip < 0; });
    for (OpenFigure& figure : s.stage.figures) {
        const std::uint64_t source = figure.clip_file == 0 ? figure.id : figure.clip_file;
        if (figure.clip < 0 || source != edited.id) continue;
        const std::optional<Item> clip =
            same_item(before, {ItemKind::clip, -1, figure.clip}, edited.document());
        figure.clip = clip ? clip->index : -1;
        if (!clip) settle_clip_or_say(s, figure);
    }
}

/// Hidden items stay hidden, whatever their index.
void follow_hidden(OpenFigure& edited, const Document& before) {
    std::vector<Item> hidden;
    for (const Item& item : edited.hidden) {
        if (const auto same = same_item(before, item, edited.document())) hidden.push_back(*same);
    }
    edited.hidden = std::move(hidden);
}

/// `before`: the edited figure's document before the edit.
void after_edit(Parts& s, OpenFigure& edited, const Document& before) {
    follow_selection(s, edited, before);
    follow_clips(s, edited, before);
    follow_hidden(edited, before);
    if (edited.skeleton_revision != edited.history.revision()) {
        // A remapping is only valid for the joints and bones of both figures that it was made for.
        for (OpenFigure& figure : s.stage.figures) {
            const bool own = &figure == &edited;
            if ((own && figure.clip >= 0) || figure.clip_file == edited.id) settle_clip_or_say(s, figure);
        }
        rebuild(s, edited);
        repose_all(s);
    }
    prune_selection(s);
    ++s.structure_revision;
}

/// Whether it scales or moves the whole figure, which would leave the picture unless the camera follows.
bool moves_whole(const std::optional<Command>& command) {
    if (!command) return false;
    if (const auto* batch = std::get_if<Batch>(&command->edit))
        return std::any_of(batch->commands.begin(), batch->commands.end(),
                           [](const Command& one) { return moves_whole(one); });
    return std::holds_alternative<Scale>(command->edit) ||
           std::holds_alternative<StandOnGround>(command->edit);
}

/// Whether any of the steps from `first` to `last` of the figure's history does.
bool any_moves_whole(const OpenFigure& figure, std::size_t first, std::size_t last) {
    const std::vector<History::Step>& steps = figure.history.steps();
    return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(first),
                       steps.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                       [](const History::Step& step) { return moves_whole(step.command); });
}

/// Goes to a state of the figure's history; the camera follows if the whole figure moves.
void go_to_step(Parts& s, OpenFigure& figure, std::size_t place) {
    const std::size_t now = figure.history.present_index();
    const bool follows = any_moves_whole(figure, std::min(now, place) + 1, std::max(now, place));
    const Stance stance = follows ? stage_stance(s) : Stance{};
    const Document before = figure.document();
    figure.history.go_to(place);
    after_edit(s, figure, before);
    if (follows) restand(s, stance);
}

/// Drops steps that the figure's history no longer has.
void forget_oldest(Parts& s, const OpenFigure& figure) {
    std::vector<std::uint64_t>& order = s.edits.undo_order;
    const auto known = static_cast<std::size_t>(std::count(order.begin(), order.end(), figure.id));
    for (std::size_t i = figure.history.present_index(); i < known; ++i)
        order.erase(std::find(order.begin(), order.end(), figure.id));
}

/// Bone evidence is not part of a file, and differences() ignores it; but it is displayed.
bool same_evidence(const Document& a, const Document& b) {
    const auto same = [](const BoneEvidence& one, const BoneEvidence& other) {
        return one.confidence == other.confidence && one.reason == other.reason;
    };
    return std::equal(a.humanoids.begin(), a.humanoids.end(), b.humanoids.begin(), b.humanoids.end(),
                      [&](const Humanoid& one, const Humanoid& other) {
                          return std::equal(one.bone_evidence.begin(), one.bone_evidence.end(),
                                            other.bone_evidence.begin(), other.bone_evidence.end(), same);
                      });
}

/// Adds a step to the figure's history, unless nothing changes.
Result<void> execute(Parts& s, OpenFigure& figure, const Command& command) {
    History& history = figure.history;
    if (s.edits.in_gesture() || s.edits.letting_go) return history.execute(command);
    const Document before = figure.document();
    history.begin_gesture();
    const Result<void> done = history.execute(command);
    if (done && same_evidence(before, history.present()) && differences(before, history.present()).empty()) {
        history.cancel_gesture();
    } else {
        history.end_gesture();
    }
    return done;
}

/// Shows a message about the figure's last step, until the next step.
void say_in_passing(Parts& s, const OpenFigure& figure, std::string title, std::string text) {
    Message& message = s.notices.say(Severity::info, std::move(title), std::move(text));
    message.figure = figure.id;
    message.passing = true;
}

/// Records that the figure's clip was released for its current step.
void note_let_go(Parts& s, const OpenFigure& figure) {
    const std::optional<ClipAtTime> clip = std::exchange(s.edits.letting_go, std::nullopt);
    if (!clip || clip->clip.id != figure.id) return;
    s.edits.let_go[{figure.id, figure.history.step()}] = *clip;
    if (clip->instead >= 0) return;
    s.edits.set_aside[figure.id] = *clip;
    say_in_passing(s, figure, "The clip is released",
                   "The pose is the file's own now. I inserts it into the clip as keys; undo, or a move "
                   "along the timeline, "
                   "brings the clip back.");
}

/// A T-pose has straight limbs, which may exceed some joints' limits.
void say_past_limits(Parts& s, const OpenFigure& figure) {
    std::string list;
    std::size_t count = 0;
    float most = 0.0F;
    const Document& document = figure.document();
    for (const Humanoid& humanoid : document.humanoids) {
        for (const Joint& joint : humanoid.joints) {
            const quat& turned = at(document.nodes, joint.node).delta.rotation;
            const float beyond =
                beyond_limits(joint, swing_twist_angles(limit_frame_rotation(joint, turned)));
            if (beyond < glm::radians(1.0F)) continue;
            list += (list.empty() ? "" : ", ") + label_of_node(document, joint.node);
            ++count;
            most = std::max(most, beyond);
        }
    }
    if (count == 0) return;
    say_in_passing(
        s, figure,
        count == 1 ? "The T-pose takes a joint past its limits"
                   : fmt::format("The T-pose takes {} joints past their limits", count),
        fmt::format("Straight limbs are up to {:.1f}° more than these joints may turn from the file's "
                    "neutral pose: {}.",
                    glm::degrees(most), list));
}

/// Called when the steps from `first` to `last` of the figure's history were undone: restores the clip that
/// was released for the first of them that has one.
void settle_undone(Parts& s, const OpenFigure& figure, std::size_t first, std::size_t last) {
    s.notices.forget_passing(figure.id);
    for (std::size_t i = first; i <= last; ++i) {
        const auto found = s.edits.let_go.find({figure.id, figure.history.steps()[i].number});
        if (found == s.edits.let_go.end()) continue;
        const ClipAtTime was = found->second;
        const bool is_instead = figure.clip_file == 0 && figure.clip == was.instead;
        if (figure.playing_clip() != nullptr && !is_instead) return;  // another clip was chosen
        handle(s, was.clip);
        handle(s, SetTime{was.time});
        return;
    }
}

/// Called when they were redone: releases the clip again.
void settle_redone(Parts& s, const OpenFigure& figure, std::size_t first, std::size_t last) {
    s.notices.forget_passing(figure.id);
    for (std::size_t i = first; i <= last; ++i) {
        const auto found = s.edits.let_go.find({figure.id, figure.history.steps()[i].number});
        if (found == s.edits.let_go.end()) continue;
        const ClipAtTime was = found->second;
        handle(s, ChooseClip{figure.id, was.instead});
        if (was.instead >= 0) handle(s, SetTime{was.time});
        if (was.instead < 0) s.edits.set_aside[figure.id] = was;
        return;
    }
}

}  // namespace

void Edits::forget(std::uint64_t figure) {
    std::erase(undo_order, figure);
    std::erase(redo_order, figure);
    std::erase(redo_before, figure);
    set_aside.erase(figure);
    std::erase_if(let_go, [figure](const auto& entry) { return entry.first.first == figure; });
}

void handle(Parts& s, const Edit& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    stop_walking_builtin(s);
    const Result<std::optional<Command>> command = as_animated(s, *figure, intent.command);
    if (command && !*command) return;
    const Document before = figure->document();
    const std::uint64_t step_before = figure->history.step();
    const bool follows = command && moves_whole(*command);
    const Stance stance = follows ? stage_stance(s) : Stance{};
    const Result<void> done = command ? execute(s, *figure, **command) : tl::unexpected(command.error());
    if (done && figure->history.step() == step_before && !s.edits.in_gesture()) {
        after_edit(s, *figure, before);  // cached data depends on the history's revision
        return say_in_passing(s, *figure, "There is nothing to change",
                              title_of(intent.command, before) + ": it is so already.");
    }
    if (!done) {
        const std::string title = title_of(intent.command, figure->document());
        Message& message =
            s.notices.say(Severity::warning, title + " was not possible", done.error().message);
        message.figure = figure->id;
        message.passing = true;
        s.note({Event::Kind::failed, figure->id, figure->name(), title + ": " + done.error().message, 0});
        return;
    }
    s.notices.forget_passing(figure->id);
    if (!s.edits.in_gesture() || !s.edits.gesture_has_step) {
        s.edits.undo_order.push_back(figure->id);
        s.edits.redo_before = std::exchange(s.edits.redo_order, {});
    }
    s.edits.gesture_has_step = s.edits.in_gesture();
    if (std::holds_alternative<EnforceTPose>(intent.command.edit)) say_past_limits(s, *figure);
    if (!s.edits.in_gesture()) note_let_go(s, *figure);
    forget_oldest(s, *figure);
    const History::Step& step = figure->history.steps()[figure->history.present_index()];
    s.note({Event::Kind::edited, figure->id, figure->name(), step.title, step.number});
    // During a drag the figure's shape, which depends on all vertices, stays that of its beginning.
    const bool is_retargeted = figure->plan() != nullptr;
    if (s.edits.in_gesture() && !is_retargeted && keeps_shape(**command)) {
        figure->skeleton = make_skeleton(figure->document());
        s.edits.shape_is_old = true;
        repose(s, *figure);
        return;
    }
    after_edit(s, *figure, before);
    if (follows) restand(s, stance);
}

void handle(Parts& s, const BeginGesture& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    s.edits.gesture = 0;
    s.edits.gesture_pose = visible_pose(s, *figure);
    s.edits.gesture = figure->id;
    s.edits.gesture_has_step = false;
    figure->history.begin_gesture();
}

void handle(Parts& s, const EndGesture& /*intent*/) {
    OpenFigure* figure = s.stage.find(s.edits.gesture);
    if (figure != nullptr) {
        figure->history.end_gesture();
        if (s.edits.gesture_has_step) note_let_go(s, *figure);
        forget_oldest(s, *figure);
    }
    s.edits.gesture = 0;
    s.edits.gesture_has_step = false;
    const bool shape_is_old = std::exchange(s.edits.shape_is_old, false);
    if (figure != nullptr && shape_is_old) after_edit(s, *figure, figure->document());
}

void handle(Parts& s, const CancelGesture& /*intent*/) {
    OpenFigure* figure = s.stage.find(s.edits.gesture);
    const bool has_step = s.edits.gesture_has_step;
    if (figure != nullptr) figure->history.cancel_gesture();
    s.edits.letting_go.reset();
    if (has_step) {
        s.edits.undo_order.pop_back();
        s.edits.redo_order = s.edits.redo_before;
    }
    s.edits.shape_is_old = s.edits.shape_is_old || has_step;
    handle(s, EndGesture{});
}

void handle(Parts& s, const Undo& /*intent*/) {
    if (s.edits.undo_order.empty()) return;
    const std::uint64_t id = s.edits.undo_order.back();
    s.edits.undo_order.pop_back();
    s.edits.redo_order.push_back(id);
    OpenFigure& figure = *s.stage.find(id);
    const std::size_t undone = figure.history.present_index();
    go_to_step(s, figure, undone - 1);
    settle_undone(s, figure, undone, undone);
}

void handle(Parts& s, const Redo& /*intent*/) {
    if (s.edits.redo_order.empty()) return;
    const std::uint64_t id = s.edits.redo_order.back();
    s.edits.redo_order.pop_back();
    s.edits.undo_order.push_back(id);
    OpenFigure& figure = *s.stage.find(id);
    go_to_step(s, figure, figure.history.present_index() + 1);
    settle_redone(s, figure, figure.history.present_index(), figure.history.present_index());
}

void handle(Parts& s, const GoToStep& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    const std::vector<History::Step>& steps = figure->history.steps();
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [&](const History::Step& step) { return step.number == intent.step; });
    if (found == steps.end()) return;
    const auto place = static_cast<std::size_t>(found - steps.begin());
    const std::size_t before = figure->history.present_index();
    std::size_t present = before;
    if (place == present) return;
    // The last step of this figure is undone first, whatever was done to others meanwhile.
    auto& from = place < present ? s.edits.undo_order : s.edits.redo_order;
    auto& to = place < present ? s.edits.redo_order : s.edits.undo_order;
    for (; present != place; present = place < present ? present - 1 : present + 1) {
        const auto last = std::find(from.rbegin(), from.rend(), figure->id);
        if (last != from.rend()) from.erase(std::next(last).base());
        to.push_back(figure->id);
    }
    go_to_step(s, *figure, place);
    if (place < before) {
        settle_undone(s, *figure, place + 1, before);
    } else {
        settle_redone(s, *figure, before + 1, place);
    }
}

}  // namespace vitruvian
