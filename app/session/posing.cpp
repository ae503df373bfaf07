// Commands on whole poses: copy, mirror, reset, store in the library and apply.
#include "app/session/handlers.h"
#include "app/session/keying.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

int humanoid_of_selection(const Parts& s, const OpenFigure& figure) {
    const Selection& selected = s.viewing.settings.selected;
    const int humanoid = selected.figure == figure.id ? humanoid_of(figure.document(), selected.item) : -1;
    return std::max(humanoid, 0);
}

bool posing_keys(const Parts& s, const OpenFigure& figure) {
    return s.playback.auto_key && plays_own_keys(figure);
}

/// Returns the pose that posing starts from: the visible one.
Pose posed_from(const Parts& s, const OpenFigure& figure) {
    if (!posing_keys(s, figure)) return visible_pose(s, figure);
    const Document& document = edited_document(s, figure);
    return pose_with_clip(document, *at(document.clips, figure.clip), time_of(s, figure));
}

/// Poses the figure; a clip that would hide the pose is released.
void pose_figure(Parts& s, OpenFigure& figure, const Pose& from, const Pose& to, std::string title) {
    Batch batch = posing_keys(s, figure) ? leading_to(from, to, std::move(title))
                                         : posing_over_clip(s, figure, from, to, std::move(title));
    // During a gesture, returning to its start must be a step too.
    if (batch.commands.empty() && !s.edits.gesture_has_step) {
        s.edits.letting_go.reset();
        return;
    }
    if (batch.commands.empty()) {
        ApplyPose same;
        for (std::size_t n = 0; n < to.local.size(); ++n) {
            if (figure.document().nodes[n].kind == NodeKind::joint)
                same.locals.emplace_back(static_cast<int>(n), to.local[n]);
        }
        batch.commands.emplace_back(std::move(same));
    }
    handle(s, Edit{figure.id, std::move(batch)});
}

void apply_stored(Parts& s, OpenFigure& figure, const StoredPose& stored, float share, bool is_mirrored,
                  const std::string& title) {
    const Pose from = posed_from(s, figure);
    const Result<AppliedPose> posed = posed_by(stored, edited_document(s, figure),
                                               humanoid_of_selection(s, figure), from, share, is_mirrored);
    if (!posed) {
        s.notices.say(Severity::warning, fmt::format("{} was not possible", title), posed.error().message);
        return;
    }
    pose_figure(s, figure, from, posed->pose, title);
}

const StoredPose* find_pose(const Parts& s, const std::string& name) {
    const std::vector<StoredPose>& poses = s.poses.library.poses();
    const auto found =
        std::find_if(poses.begin(), poses.end(), [&](const auto& pose) { return pose.name == name; });
    return found == poses.end() ? nullptr : &*found;
}

void say_unless(Parts& s, const Result<void>& done, const char* title) {
    if (!done) s.notices.say(Severity::error, title, done.error().text());
}

}  // namespace

void handle(Parts& s, const CopyPose& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    Result<StoredPose> pose = store_pose(figure->document(), humanoid_of_selection(s, *figure), figure->pose);
    if (!pose) {
        s.notices.say(Severity::warning, "No pose was copied", pose.error().message);
        return;
    }
    s.poses.copied = std::move(*pose);
    s.notices.say(Severity::info, "Pose copied",
                  "Paste it on any figure, as it is or left and right exchanged.");
}

void handle(Parts& s, const PastePose& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || !s.poses.copied) return;
    stop_walking_builtin(s);
    apply_stored(s, *figure, *s.poses.copied, 1.0F, intent.mirrored,
                 intent.mirrored ? "Paste pose mirrored" : "Paste pose");
}

void handle(Parts& s, const MakePoseDisplacer& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    const Document& document = figure->document();
    Pose from = rest_pose(figure->skeleton);
    if (intent.from_copied && s.poses.copied) {
        const Result<AppliedPose> posed =
            posed_by(*s.poses.copied, document, humanoid_of_selection(s, *figure), from, 1.0F);
        if (!posed) return say_unless(s, tl::unexpected(posed.error()), "No displacer was made");
        from = posed->pose;
    }
    const auto said = [&](const Pose& pose) {
        std::vector<std::pair<int, Transform>> out;
        for (std::size_t n = 0; n < document.nodes.size(); ++n) {
            if (document.nodes[n].kind == NodeKind::joint && pose.local[n] != document.nodes[n].rest)
                out.emplace_back(static_cast<int>(n), pose.local[n]);
        }
        return out;
    };
    AddDisplacer command{intent.name, {}, said(from), said(figure->pose)};
    if (command.from_pose.empty() && command.to_pose.empty()) {
        s.notices.say(Severity::warning, "No displacer was made",
                      "Every joint is at rest: pose the figure first.");
        return;
    }
    handle(s, Edit{intent.id, std::move(command)});
}

void handle(Parts& s, const ResetPose& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    stop_walking_builtin(s);
    const Document& document = figure->document();
    const Pose from = posed_from(s, *figure);
    Pose to = from;
    const PosedThings things =
        intent.all ? PosedThings() : posed_things(document, s.viewing.settings.selected_of(figure->id));
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const bool is_part =
            document.nodes[n].kind == NodeKind::joint || document.nodes[n].kind == NodeKind::humanoid;
        if (intent.all && is_part) to.local[n] = document.nodes[n].rest;
    }
    for (const int node : things.nodes) at(to.local, node) = at(document.nodes, node).rest;
    for (const int displacer : things.displacers) at(to.weights, displacer) = 0.0F;
    if (intent.all) std::fill(to.weights.begin(), to.weights.end(), 0.0F);
    const std::size_t more = things.nodes.size() + things.displacers.size() - 1;
    std::string title = intent.all             ? "Reset the pose"
                        : things.nodes.empty() ? "Reset the weight"
                                               : "Reset " + label_of_node(document, things.nodes.front());
    if (!intent.all && !things.empty() && more > 0) title += fmt::format(" and {} more", more);
    pose_figure(s, *figure, from, to, title);
}

void handle(Parts& s, const StorePose& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr) return;
    Result<StoredPose> pose = store_pose(figure->document(), humanoid_of_selection(s, *figure), figure->pose);
    if (!pose) return say_unless(s, tl::unexpected(pose.error()), "The pose was not kept");
    pose->name = intent.name;
    const Result<void> kept = s.poses.library.keep(*pose);
    if (!kept) return say_unless(s, kept, "The pose was not kept");
    s.notices.say(Severity::info, fmt::format("Pose kept: {}", intent.name), pose_folder().string());
}

void handle(Parts& s, const ApplyStoredPose& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    const StoredPose* pose = find_pose(s, intent.name);
    if (figure == nullptr || pose == nullptr) return;
    stop_walking_builtin(s);
    apply_stored(s, *figure, *pose, std::clamp(intent.share, 0.0F, 1.0F), intent.mirrored,
                 fmt::format("Pose: {}{}", pose->name, intent.mirrored ? ", mirrored" : ""));
}

void handle(Parts& s, const ForgetPose& intent) {
    say_unless(s, s.poses.library.forget(intent.name), "The pose could not be deleted");
}

void handle(Parts& s, const RenamePose& intent) {
    say_unless(s, s.poses.library.rename(intent.name, intent.to), "The pose could not be renamed");
}

}  // namespace vitruvian
