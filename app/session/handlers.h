// Steps that several intent handlers share. Only for app/session.
#pragma once

#include "app/session/handle.h"
#include "app/session/parts.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

// ---- arrivals.cpp: figures that are added to the stage
[[nodiscard]] OpenFigure make_figure(Parts& s, std::filesystem::path path, History history, ImagePlan images);
[[nodiscard]] Result<void> show_builtin(Parts& s);
/// Ends the built-in figure's wait; shows it if nothing else is open.
void bring_builtin(Parts& s);
void receive(Parts& s, LoadedFiles loaded);
/// Replaces the open figures, adds to them or replaces them with their reloaded versions, without asking.
void let_in(Parts& s, std::vector<OpenFigure> figures, Arrival arrival);
void show_figures(Parts& s, std::vector<OpenFigure> figures, Arrival arrival);
/// Adds the steps of an arriving figure to the order in which they are undone and redone.
void order_steps(Parts& s, const OpenFigure& figure);
[[nodiscard]] OpenFigure make_recovered(Parts& s, const LoadedFiles::File& file);  // lost_work.cpp

// ---- closing.cpp: figures that are removed from the stage
/// Drops what is known about a figure that leaves the stage: steps, messages and pictures.
void forget_figure(Parts& s, const OpenFigure& figure);
/// Returns the figures whose unsaved edits the waiting operation would discard.
[[nodiscard]] std::vector<std::uint64_t> at_stake(const Parts& s);
/// See Session::file_with_neighbours.
[[nodiscard]] std::filesystem::path file_with_neighbours(const Parts& s);
/// Sets the waiting operation, replacing an earlier one.
void have_wait(Parts& s, Waiting waiting);
/// Runs the waiting operation once it would discard nothing unsaved.
void settle_waiting(Parts& s);

// ---- disk_changes.cpp
void check_files(Parts& s);
/// Records that another program has written `file`, which is the figure's own or one that it references.
void note_change(OpenFigure& figure, std::string file);
/// Reloads files that another program changed if no unsaved edits would be lost; otherwise asks the user.
void settle_changes(Parts& s);
void drop_orphans(Parts& s, std::vector<OpenFigure>& newer, Arrival arrival);
void show_newer(Parts& s, std::vector<OpenFigure> figures);
/// Makes `saved` the figure's file.
void take_over(Parts& s, OpenFigure& figure, const SavedFile& saved);
/// Records an export to the figure's own file, so that it does not count as an external change.
void know_exported(OpenFigure& figure, const SavedFile& saved);

// ---- sight.cpp
/// The joint of a figure that a view looks at: the one nearest to the view's target.
struct Watched {
    int node = -1;     // -1: none is in view
    vec3 place{0.0F};  // position in the scene
};
[[nodiscard]] std::vector<Watched> watched_joints(const Parts& s, const OpenFigure& figure);  // one per view
/// Moves the cameras of views whose watched joint has left the picture along with that joint.
void keep_in_sight(Parts& s, const OpenFigure& figure, std::span<const Watched> watched);

// ---- saving.cpp
void receive_saved(Parts& s, SavedFile saved);

// ---- images.cpp: the images of all open figures
void read_images(Parts& s);
void read_images_now(Parts& s);
void take_images(Parts& s);

// ---- lost_work.cpp: unsaved edits that survive the end of the program
void record_edits(Parts& s);
void offer_lost_work(Parts& s);

// ---- problems.cpp
/// Takes finished check results and requests checks of changed documents.
void follow_problems(Parts& s);
/// Returns the problem that is shown; null if the figure's state has changed since.
[[nodiscard]] const ShownProblem* shown_problem(const Parts& s);

// ---- viewing.cpp
/// Returns the figure of the selection, else the first shown, else the first; null if nothing is open.
[[nodiscard]] const OpenFigure* active_figure(const Parts& s);
void prune_selection(Parts& s);
/// Returns the stance of the first shown figure, or its last stance while none is shown.
[[nodiscard]] Stance stage_stance(const Parts& s);
/// Places the figures again after some were added or removed; `before`: stage_stance before that. The camera
/// keeps its view of the first figure; on an empty stage it looks at the middle.
void restand(Parts& s, const Stance& before);

// ---- cameras.cpp
/// Returns the figures that a view shows: all of them, or its own one with the props attached to it.
[[nodiscard]] std::vector<Figure> frames_of(const Stage& stage, const StageView& view);
/// Frames everything after figures were added: each view that does not turn from its own side, the others
/// from the best side.
void frame_everything(Parts& s);
/// See restand().
void move_cameras_along(Parts& s, const Stance& before);
/// Sets the camera that `make` returns on every view that a command for the active view applies to.
void frame_views(Parts& s, const std::function<Camera(const StageView&)>& make);
/// See Session::set_air.
void fit_views(Parts& s);
/// After figures were hidden, shown or closed: frames those that are shown in each view that framed
/// everything before.
void frame_who_is_left(Parts& s);
/// See Session::arrange_views.
void arrange_views(Parts& s, ViewLayout layout, std::span<const float> aspects, bool linked);

// ---- playback.cpp
/// Returns the figure whose clip the timeline shows: the active one, else the first that plays; null if none
/// plays.
[[nodiscard]] const OpenFigure* clock_figure(const Parts& s);
[[nodiscard]] double clip_time(const Parts& s);
void repose(Parts& s, OpenFigure& figure);
void repose_all(Parts& s);
void rebuild(Parts& s, OpenFigure& figure);
void advance(Parts& s, double elapsed);
/// Ends playback once nothing moves, whatever took the last clip or figure away.
void stop_if_still(Parts& s);
/// Stops the built-in figure's walk at the first interaction.
void stop_walking_builtin(Parts& s);

// ---- animating.cpp: keys of playing clips
/// True if the figure plays a clip of its own with node channels, which can be keyed.
[[nodiscard]] bool plays_own_keys(const OpenFigure& figure);
/// Returns the figure's time in its clip.
[[nodiscard]] double time_of(const Parts& s, const OpenFigure& figure);
/// Returns the document that the next step of a gesture is applied to.
[[nodiscard]] const Document& edited_document(const Parts& s, const OpenFigure& figure);
/// Returns the visible pose of the figure as its document can store it; in a gesture, that of its beginning.
[[nodiscard]] Pose visible_pose(const Parts& s, const OpenFigure& figure);
/// Returns the edit that makes the visible pose `from` of a figure into `to`. If its clip animates anything
/// of what changes, the clip is released and the edit stores all of `to`; otherwise the clip stays and the
/// edit stores only what changes.
[[nodiscard]] Batch posing_over_clip(Parts& s, const OpenFigure& figure, const Pose& from, const Pose& to,
                                     std::string title);
/// Returns the edit that the command is for this figure: with SetAutoKey keys, for the pose of the whole
/// figure posing_over_clip(); nullopt if it changes nothing.
[[nodiscard]] Result<std::optional<Command>> as_animated(Parts& s, const OpenFigure& figure,
                                                         const Command& command);
/// Recomputes the ghosts and trails that Onion asks for.
void refresh_onion(Parts& s, OpenFigure& figure);

// ---- clips.cpp: which clip each figure plays
[[nodiscard]] Result<void> settle_clip(const Stage& stage, OpenFigure& figure);
void settle_clip_or_say(Parts& s, OpenFigure& figure);
/// Returns the clip over which a figure that plays none was posed last.
[[nodiscard]] std::optional<ClipSetAside> clip_set_aside(const Parts& s, const OpenFigure& figure);
/// Makes the active figure play the clip again that it was posed over, at that time.
void take_up_clip(Parts& s);
/// Makes a shown source figure play the clip that `figure` has from it.
void step_with(const Stage& stage, OpenFigure& source, const OpenFigure& figure);
/// Returns the figure that a clip of file `source` (0: of no open file) is played on: the selected one, else
/// the first other one with humanoid bones; null if there is none.
[[nodiscard]] const OpenFigure* clip_target(const Parts& s, std::uint64_t source);
void play_arrived_clips(Parts& s, std::vector<OpenFigure> clips, std::uint64_t target);

}  // namespace vitruvian
