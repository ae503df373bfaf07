// The application state (open figures, selection, playback, cameras) and the only place that changes it.
// Independent of ImGui, OpenGL and the window: panels read it and push intents; the window calls update() and
// execute() once a frame.
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
    /// `wake` is called from worker threads when update() has work to do. Unsaved edits are kept in
    /// `recovery_folder`; empty: they are not kept.
    explicit Session(const std::function<void()>& wake = {}, std::filesystem::path recovery_folder = {});

    /// Adds the built-in figure to the stage, walking.
    [[nodiscard]] Result<void> show_builtin();
    /// Starts loading the files that the program was started with. The built-in figure is shown at once where
    /// there are none, and for poses; for clips, and where no file opens, once they are read.
    void start(const std::vector<std::filesystem::path>& files);
    /// Reads and shows files synchronously on this thread (for rendering without a window); returns the first
    /// error if no file opens.
    [[nodiscard]] Result<void> open_now(const std::vector<std::filesystem::path>& files);

    /// Shows a message that offers the work left by crashed programs in the recovery folder.
    void offer_lost_work();
    /// Ends the current gesture and waits for saves in progress; edits still unsaved stay in the recovery
    /// folder.
    void finish();
    /// Discards all unsaved edits, so that the next start offers none of them.
    void discard_unsaved_edits();

    /// Takes results of worker threads and advances time by `elapsed` seconds. True if something changed.
    bool update(double elapsed);
    void execute(const Intent& intent);
    /// Returns the events since the last call.
    [[nodiscard]] std::vector<Event> take_events();

    [[nodiscard]] const std::vector<OpenFigure>& figures() const { return parts_.stage.figures; }
    /// Returns the figure with that id; null if it is not open.
    [[nodiscard]] const OpenFigure* figure(std::uint64_t id) const { return parts_.stage.find(id); }
    [[nodiscard]] const OpenFigure* active_figure() const;  // of the selection, else the first shown
    [[nodiscard]] std::uint64_t active_id() const;          // its id; 0 if nothing is open
    [[nodiscard]] bool only_builtin() const { return parts_.stage.only_builtin(); }
    [[nodiscard]] const Selection& selection() const { return parts_.viewing.settings.selected; }
    [[nodiscard]] const Selection& hovered() const { return parts_.viewing.settings.hovered; }
    [[nodiscard]] const Playback& playback() const { return parts_.playback; }
    /// Returns the poses of the library, sorted by name; valid until the next execute().
    [[nodiscard]] const std::vector<StoredPose>& poses() const { return parts_.poses.library.poses(); }
    [[nodiscard]] bool has_copied_pose() const { return parts_.poses.copied.has_value(); }
    /// True if a shown figure plays a clip that has a length.
    [[nodiscard]] bool moves() const { return parts_.stage.moves(); }
    /// Returns the open file with the clip that `figure` plays; null if the clip is its own or there is none.
    [[nodiscard]] const OpenFigure* clip_source(const OpenFigure& figure) const {
        return parts_.stage.clip_source(figure);
    }
    /// True if that file's rig is shown and plays the same clip.
    [[nodiscard]] bool source_is_shown(const OpenFigure& figure) const {
        return parts_.stage.source_is_shown(figure);
    }
    /// Returns the figure that a clip of file `source` (0: of no open file) is played on: the selected one,
    /// else the first other one with humanoid bones; null if there is none.
    [[nodiscard]] const OpenFigure* clip_target(std::uint64_t source = 0) const;
    /// Returns the clip over which the active figure was posed; nullopt if it plays one, or none was.
    [[nodiscard]] std::optional<ClipSetAside> clip_set_aside() const;
    /// Returns the clip of the active figure, also one set aside, else of the first that plays; null if none plays.
    [[nodiscard]] const Clip* clock_clip() const;
    [[nodiscard]] double clip_time() const;  // of that clip, within [0, duration]
    [[nodiscard]] const ViewSettings& view() const { return parts_.viewing.settings; }
    [[nodiscard]] const Views& views() const { return parts_.viewing.views; }
    [[nodiscard]] const Camera& camera() const {
        return parts_.viewing.views.view().camera;
    }  // of the active view
    [[nodiscard]] const std::deque<Message>& messages() const { return parts_.notices.messages; }
    /// Returns the file whose neighbours in its folder OpenNeighbour opens, which may have failed to open;
    /// empty if there is none.
    [[nodiscard]] std::filesystem::path file_with_neighbours() const;
    [[nodiscard]] std::optional<LoadProgress> loading() const { return parts_.work.loader.progress(); }
    [[nodiscard]] bool decoding() const { return parts_.work.loader.busy(); }
    [[nodiscard]] std::optional<SaveProgress> saving() const { return parts_.work.saver.progress(); }
    /// True until the result of every save has been processed.
    [[nodiscard]] bool is_saving() const { return parts_.work.saver.busy(); }
    /// Returns the operation that waits for AnswerUnsaved; null if none.
    [[nodiscard]] const Waiting* waiting() const {
        return parts_.work.waiting ? &*parts_.work.waiting : nullptr;
    }
    /// Returns the figures whose unsaved edits the waiting operation would discard.
    [[nodiscard]] std::vector<std::uint64_t> at_stake() const;
    /// Returns the check results of the figure; null until its first check is requested. See update().
    [[nodiscard]] const FigureProblems* problems(std::uint64_t figure) const {
        return parts_.problems.find(figure);
    }
    /// Incremented when check results are added or dropped.
    [[nodiscard]] std::uint64_t problems_revision() const { return parts_.problems.revision; }
    /// Returns the most severe message of the figure; null if there is none.
    [[nodiscard]] const Message* message_of(std::uint64_t figure) const {
        return parts_.notices.of_figure(figure);
    }
    /// Returns the seconds until a message disappears by itself; nullopt if none will.
    [[nodiscard]] std::optional<double> seconds_to_fade() const { return parts_.notices.seconds_to_fade(); }
    /// Ages the messages by `seconds` of idle time. True if a message disappeared.
    bool let_messages_age(double seconds) { return parts_.notices.grow_older(seconds); }
    /// To call on user input: no message disappears by itself in the next two seconds.
    void keep_messages_for_input() { parts_.notices.stay_for_input(); }
    /// True until all check results have been processed.
    [[nodiscard]] bool is_checking() const { return parts_.problems.checker.busy(); }
    /// Returns the problem whose marks are drawn; null if none.
    [[nodiscard]] const ShownProblem* shown_problem() const;
    [[nodiscard]] bool in_gesture() const { return parts_.edits.in_gesture(); }
    [[nodiscard]] bool has_unsaved_edits() const { return parts_.stage.has_unsaved_edits(); }
    [[nodiscard]] std::string undo_title() const;  // empty if there is nothing to undo
    [[nodiscard]] std::string redo_title() const;

    /// Returns the figures for compose_frame; valid until the next update() or execute().
    [[nodiscard]] std::vector<Figure> frame_figures() const { return parts_.stage.frames(); }
    /// Returns the same for a view: all figures, or only its own.
    [[nodiscard]] std::vector<Figure> frame_figures(const StageView& view) const;
    /// Incremented when the scene changes; camera changes do not count.
    [[nodiscard]] std::uint64_t scene_revision() const { return parts_.picture_revision; }
    /// Increases when any picture in the viewport changes.
    [[nodiscard]] std::uint64_t picture_revision() const {
        return parts_.picture_revision + parts_.viewing.views.revision;
    }
    /// Incremented when names, counts or the set of open files change.
    [[nodiscard]] std::uint64_t structure_revision() const { return parts_.structure_revision; }

    void set_background(const Background& background);
    void set_pixel_scale(float scale);
    void set_camera(const Camera& camera);
    /// Sets the aspect ratio of the active view.
    void set_aspect(float aspect) { parts_.viewing.views.view().aspect = aspect; }
    /// Sets the layout, each view's aspect ratio (width / height; at least as many as there are views), and
    /// whether the views move together. A new layout starts with what the active view shows.
    void arrange_views(ViewLayout layout, std::span<const float> aspects, bool linked);
    /// Sets the margins at the picture's edges that are covered by panels; framing avoids them.
    void set_air(const Air& air);
    /// The same for each view separately, in their order.
    void set_airs(std::span<const Air> airs);

  private:
    Parts parts_;
};

/// True for files that ImportPose reads, by suffix: .csv and .json.
[[nodiscard]] bool is_pose_file(const std::filesystem::path& path);

/// Returns the name of the selected item, such as "l_elbow" or "Walk"; empty if nothing is selected.
[[nodiscard]] std::string name_of(const Session& session, const Selection& selection);
/// Returns what a person reads as its name: "joint 3" where the file gives none; empty if nothing is selected.
[[nodiscard]] std::string label_of(const Session& session, const Selection& selection);
/// Returns "joint", ...; "file" for ItemKind::none.
[[nodiscard]] std::string_view kind_name(ItemKind kind);

}  // namespace vitruvian
