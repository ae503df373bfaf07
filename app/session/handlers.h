// The steps that several intents share. Only for app/session.
#pragma once

#include "app/session/handle.h"
#include "app/session/parts.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

// ---- arrivals.cpp: what comes onto the stage
[[nodiscard]] OpenFigure make_figure(Parts& s, std::filesystem::path path, History history, ImagePlan images);
[[nodiscard]] Result<OpenFigure> make_builtin(Parts& s);
void receive(Parts& s, LoadedFiles loaded);
/// In the place of what is open, beside it or as its newer selves, without asking.
void let_in(Parts& s, std::vector<OpenFigure> figures, Arrival arrival);
void show_figures(Parts& s, std::vector<OpenFigure> figures, Arrival arrival);
[[nodiscard]] OpenFigure make_recovered(Parts& s, const LoadedFiles::File& file);  // lost_work.cpp

// ---- closing.cpp: what leaves it
/// The figures whose unsaved edits would be lost by what waits.
[[nodiscard]] std::vector<std::uint64_t> at_stake(const Parts& s);
/// In the place of what waited before.
void have_wait(Parts& s, Waiting waiting);
/// Lets what waits go on once nothing unsaved is lost by it.
void settle_waiting(Parts& s);

// ---- disk_changes.cpp
void check_files(Parts& s);
/// Another program has written `file`, which is the figure's or one that it refers to.
void note_change(OpenFigure& figure, std::string file);
/// Loads again what another program changed, as soon as nothing unsaved is lost by it, and until then asks.
void settle_changes(Parts& s);
void drop_orphans(Parts& s, std::vector<OpenFigure>& newer, Arrival arrival);
void show_newer(Parts& s, std::vector<OpenFigure> figures);
/// The figure is what `saved` holds now.
void take_over(Parts& s, OpenFigure& figure, const SavedFile& saved);
/// Its file holds what of the figure could be said there: nobody else's change.
void know_exported(OpenFigure& figure, const SavedFile& saved);

// ---- sight.cpp
/// What a view looks at of a figure: its joint nearest to the view's target.
struct Watched {
    int node = -1;     // -1: none is in sight
    vec3 place{0.0F};  // in the scene
};
[[nodiscard]] std::vector<Watched> watched_joints(const Parts& s, const OpenFigure& figure);  // of each view
/// Views from which theirs has gone go with it.
void keep_in_sight(Parts& s, const OpenFigure& figure, std::span<const Watched> watched);

// ---- saving.cpp
void receive_saved(Parts& s, SavedFile saved);

// ---- images.cpp: the images of all open figures
void read_images(Parts& s);
void read_images_now(Parts& s);
void take_images(Parts& s);

// ---- lost_work.cpp: unsaved work that outlives the program
void record_edits(Parts& s);
void offer_lost_work(Parts& s);

// ---- problems.cpp
/// Takes what was found and asks for what changed since.
void follow_problems(Parts& s);
/// The problem that is pointed at; null where the figure does not stand any more as it did then.
[[nodiscard]] const ShownProblem* shown_problem(const Parts& s);

// ---- viewing.cpp
/// The selection's figure, else the first that is shown, else the first; null where nothing is open.
[[nodiscard]] const OpenFigure* active_figure(const Parts& s);
void prune_selection(Parts& s);
/// How the first figure that is shown stands, or where none is, stood.
[[nodiscard]] Stance stage_stance(const Parts& s);
/// Places the figures again after some came or went; `before`: stage_stance before that. The camera sees the
/// first one as it saw the first one before; of an empty stage it sees the middle.
void restand(Parts& s, const Stance& before);

// ---- cameras.cpp
/// What a view sees: all figures, or its own with what that holds.
[[nodiscard]] std::vector<Figure> frames_of(const Stage& stage, const StageView& view);
/// After figures have arrived: each view that stands still sees all from its side, the others from the best.
void frame_everything(Parts& s);
/// See restand().
void move_cameras_along(Parts& s, const Stance& before);
/// Every view that a command for the active one is for gets the camera that `make` gives for it.
void frame_views(Parts& s, const std::function<Camera(const StageView&)>& make);
/// See Session::set_air.
void fit_views(Parts& s);
/// See Session::arrange_views.
void arrange_views(Parts& s, ViewLayout layout, std::span<const float> aspects, bool linked);

// ---- playback.cpp
/// The figure whose clip the time line shows: the active one, else the first that moves; null: none moves.
[[nodiscard]] const OpenFigure* clock_figure(const Parts& s);
[[nodiscard]] double clip_time(const Parts& s);
void repose(Parts& s, OpenFigure& figure);
void repose_all(Parts& s);
void rebuild(Parts& s, OpenFigure& figure);
void advance(Parts& s, double elapsed);
/// The manikin walks until somebody touches it.
void stop_walking_builtin(Parts& s);

// ---- animating.cpp: keys of the clips that play
/// Whether the figure plays a clip of its own whose keys are of its nodes: one that can be keyed.
[[nodiscard]] bool plays_own_keys(const OpenFigure& figure);
/// When in its clip the figure is.
[[nodiscard]] double time_of(const Parts& s, const OpenFigure& figure);
/// The document that the next step of a gesture is applied to.
[[nodiscard]] const Document& edited_document(const Parts& s, const OpenFigure& figure);
/// The command, or where posing keys (SetAutoKey) the keys that it comes to; nullopt: it changes nothing.
[[nodiscard]] Result<std::optional<Command>> as_animated(const Parts& s, const OpenFigure& figure,
                                                         const Command& command);
/// Poses and paths of the clip at other times, as Onion asks for.
void refresh_onion(Parts& s, OpenFigure& figure);

// ---- clips.cpp: which clip each figure plays
[[nodiscard]] Result<void> settle_clip(const Stage& stage, OpenFigure& figure);
void settle_clip_or_say(Parts& s, OpenFigure& figure);
/// Lets a source play the clip that `figure` has from it.
void step_with(const Stage& stage, OpenFigure& source, const OpenFigure& figure);
/// The figure that a clip of file `source` (0: of none that is open) is played on: the selected one, else the
/// first other one that has humanoid bones; null where there is none.
[[nodiscard]] const OpenFigure* clip_target(const Parts& s, std::uint64_t source);
void play_arrived_clips(Parts& s, std::vector<OpenFigure> clips, std::uint64_t target);

}  // namespace vitruvian
