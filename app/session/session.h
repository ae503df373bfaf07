// What is open, selected, playing and looked at, and the one place that changes it. Knows nothing of ImGui,
// OpenGL or a window: panels read it and push intents; the window calls update() and execute() once a frame.
#pragma once

#include "app/session/handle.h"
#include "app/session/parts.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <span>

namespace vitruvian {

class Session {
  public:
    /// `wake` is called from worker threads when update() has something to do. In `recovery_folder` edits are kept
    /// until they are saved; empty: nowhere.
    explicit Session(const std::function<void()>& wake = {}, std::filesystem::path recovery_folder = {});

    /// Puts the built-in figure on the stage, walking.
    [[nodiscard]] Result<void> show_builtin();
    /// Reads and shows files at once, on this thread (for pictures without a window); the first error where
    /// none opens.
    [[nodiscard]] Result<void> open_now(const std::vector<std::filesystem::path>& files);

    /// Offers, in a message, what programs that died have left in the recovery folder.
    void offer_lost_work();
    /// Ends what is under way and waits for what is being saved: what is unsaved then stays in the recovery folder.
    void finish();
    /// Nothing that is unsaved is wanted any more: the next start offers none of it.
    void discard_unsaved_edits();

    /// Takes what workers have finished and lets `elapsed` seconds pass. True where something changed.
    bool update(double elapsed);
    void execute(const Intent& intent);
    /// What happened since the last call.
    [[nodiscard]] std::vector<Event> take_events();

    [[nodiscard]] const std::vector<OpenFigure>& figures() const { return parts_.stage.figures; }
    /// The figure of that id; null where it is not open.
    [[nodiscard]] const OpenFigure* figure(std::uint64_t id) const { return parts_.stage.find(id); }
    [[nodiscard]] const OpenFigure* active_figure() const;  // the selection's, else the first shown
    [[nodiscard]] std::uint64_t active_id() const;          // its id; 0 where nothing is open
    [[nodiscard]] bool only_builtin() const { return parts_.stage.only_builtin(); }
    [[nodiscard]] const Selection& selection() const { return parts_.viewing.settings.selected; }
    [[nodiscard]] const Selection& hovered() const { return parts_.viewing.settings.hovered; }
    [[nodiscard]] const Playback& playback() const { return parts_.playback; }
    /// The poses of the library, by name; valid until the next execute().
    [[nodiscard]] const std::vector<StoredPose>& poses() const { return parts_.poses.library.poses(); }
    [[nodiscard]] bool has_copied_pose() const { return parts_.poses.copied.has_value(); }
    /// Something that is drawn plays a clip.
    [[nodiscard]] bool moves() const { return parts_.stage.moves(); }
    /// The open file that has the clip which `figure` plays; null where it is its own, or none.
    [[nodiscard]] const OpenFigure* clip_source(const OpenFigure& figure) const {
        return parts_.stage.clip_source(figure);
    }
    /// True where that file's rig is shown and plays the same clip.
    [[nodiscard]] bool source_is_shown(const OpenFigure& figure) const {
        return parts_.stage.source_is_shown(figure);
    }
    /// The figure that a clip of file `source` (0: of none that is open) is played on: the selected one,
    /// else the first other one that has humanoid bones; null where there is none.
    [[nodiscard]] const OpenFigure* clip_target(std::uint64_t source = 0) const;
    /// The clip of the active figure, else of the first that moves; null where none does.
    [[nodiscard]] const Clip* clock_clip() const;
    [[nodiscard]] double clip_time() const;  // of that clip, within [0, duration]
    [[nodiscard]] const ViewSettings& view() const { return parts_.viewing.settings; }
    [[nodiscard]] const Views& views() const { return parts_.viewing.views; }
    [[nodiscard]] const Camera& camera() const {
        return parts_.viewing.views.view().camera;
    }  // of the active view
    [[nodiscard]] const std::deque<Message>& messages() const { return parts_.notices.messages; }
    [[nodiscard]] std::optional<LoadProgress> loading() const { return parts_.work.loader.progress(); }
    [[nodiscard]] bool decoding() const { return parts_.work.loader.busy(); }
    [[nodiscard]] std::optional<SaveProgress> saving() const { return parts_.work.saver.progress(); }
    /// True until the outcome of everything that was to be saved has been taken in.
    [[nodiscard]] bool is_saving() const { return parts_.work.saver.busy(); }
    /// What waits for AnswerUnsaved; null: nothing.
    [[nodiscard]] const Waiting* waiting() const {
        return parts_.work.waiting ? &*parts_.work.waiting : nullptr;
    }
    /// The figures whose unsaved edits would be lost by what waits.
    [[nodiscard]] std::vector<std::uint64_t> at_stake() const;
    /// What the checks found in the figure; null where it is not known yet to be open. See update().
    [[nodiscard]] const FigureProblems* problems(std::uint64_t figure) const {
        return parts_.problems.find(figure);
    }
    /// Grows whenever something was found or forgotten.
    [[nodiscard]] std::uint64_t problems_revision() const { return parts_.problems.revision; }
    /// The most severe message of the figure; null where there is none.
    [[nodiscard]] const Message* message_of(std::uint64_t figure) const {
        return parts_.notices.of_figure(figure);
    }
    /// In how many seconds a message goes away by itself; nullopt: none will.
    [[nodiscard]] std::optional<double> seconds_to_fade() const { return parts_.notices.seconds_to_fade(); }
    /// Seconds passed in which nothing else was to be done. True where a message went away.
    bool let_messages_age(double seconds) { return parts_.notices.grow_older(seconds); }
    /// The window had input: no message goes away by itself in the next two seconds.
    void keep_messages_for_input() { parts_.notices.stay_for_input(); }
    /// True until what the checks find has been taken in.
    [[nodiscard]] bool is_checking() const { return parts_.problems.checker.busy(); }
    /// The problem whose marks are to be drawn; null: none.
    [[nodiscard]] const ShownProblem* shown_problem() const;
    [[nodiscard]] bool in_gesture() const { return parts_.edits.in_gesture(); }
    [[nodiscard]] bool has_unsaved_edits() const { return parts_.stage.has_unsaved_edits(); }
    [[nodiscard]] std::string undo_title() const;  // empty: nothing to undo
    [[nodiscard]] std::string redo_title() const;

    /// What compose_frame takes; valid until the next update() or execute().
    [[nodiscard]] std::vector<Figure> frame_figures() const { return parts_.stage.frames(); }
    /// The same for a view: of all figures, or of its own.
    [[nodiscard]] std::vector<Figure> frame_figures(const StageView& view) const;
    /// Grows whenever what is seen changes, from wherever it is seen.
    [[nodiscard]] std::uint64_t scene_revision() const { return parts_.picture_revision; }
    /// Grows whenever a picture in the viewport changes.
    [[nodiscard]] std::uint64_t picture_revision() const {
        return parts_.picture_revision + parts_.viewing.views.revision;
    }
    /// Grows whenever names, counts or the set of open files change.
    [[nodiscard]] std::uint64_t structure_revision() const { return parts_.structure_revision; }

    void set_background(const Background& background);
    void set_pixel_scale(float scale);
    void set_camera(const Camera& camera);
    /// Of the view that is seen alone.
    void set_aspect(float aspect) { parts_.viewing.views.view().aspect = aspect; }
    /// How many views there are, how wide each is for its height (at least as many as it has views), and whether they move
    /// together. A new layout begins with what the active view sees.
    void arrange_views(ViewLayout layout, std::span<const float> aspects, bool linked);
    /// What stands over the pictures' edges is not to cover what is framed.
    void set_air(const Air& air);
    /// The same for each view by itself, in their order.
    void set_airs(std::span<const Air> airs);

  private:
    Parts parts_;
};

/// True for what ImportPose reads, by the file's ending: .csv and .json.
[[nodiscard]] bool is_pose_file(const std::filesystem::path& path);

/// "l_elbow", "Walk", ...; empty where nothing is selected.
[[nodiscard]] std::string name_of(const Session& session, const Selection& selection);
/// "joint", ...; of nothing in a figure, "file".
[[nodiscard]] std::string_view kind_name(ItemKind kind);

}  // namespace vitruvian
