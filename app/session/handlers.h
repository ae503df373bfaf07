// What each intent does, one function each, and the steps that several of them share. Only for app/session.
#pragma once

#include "app/session/parts.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

// arrivals.cpp, closing.cpp
void handle(Parts& s, const OpenFiles& intent);
void handle(Parts& s, const OpenBuiltin& intent);
void handle(Parts& s, const CancelLoading& intent);
void handle(Parts& s, const CloseFiles& intent);
void handle(Parts& s, const AnswerUnsaved& intent);
// pose_files.cpp
void handle(Parts& s, const ImportPose& intent);
void handle(Parts& s, const ExportPose& intent);
// disk_changes.cpp
void handle(Parts& s, const ReloadFiles& intent);
void handle(Parts& s, const CheckFiles& intent);
void handle(Parts& s, const RevertFigure& intent);
// saving.cpp
void handle(Parts& s, const SaveFigure& intent);
void handle(Parts& s, const OverwriteFile& intent);
void handle(Parts& s, const CancelSaving& intent);
// viewing.cpp
void handle(Parts& s, const Select& intent);
void handle(Parts& s, const Hover& intent);
void handle(Parts& s, const FrameSelection& intent);
void handle(Parts& s, const FrameAll& intent);
void handle(Parts& s, const ShowView& intent);
void handle(Parts& s, const LookThrough& intent);
void handle(Parts& s, const OrbitCamera& intent);
void handle(Parts& s, const PanCamera& intent);
void handle(Parts& s, const ZoomCamera& intent);
void handle(Parts& s, const SetOrthographic& intent);
void handle(Parts& s, const SetShow& intent);
void handle(Parts& s, const SetShown& intent);
void handle(Parts& s, const ShowAlone& intent);
void handle(Parts& s, const ShowAll& intent);
// playback.cpp
void handle(Parts& s, const SetPlaying& intent);
void handle(Parts& s, const SetTime& intent);
void handle(Parts& s, const StepFrames& intent);
void handle(Parts& s, const SetSpeed& intent);
void handle(Parts& s, const SetLoop& intent);
// clips.cpp
void handle(Parts& s, const ChooseClip& intent);
void handle(Parts& s, const SetRemap& intent);
void handle(Parts& s, const ShowSource& intent);
// edits.cpp
void handle(Parts& s, const Edit& intent);
void handle(Parts& s, const BeginGesture& intent);
void handle(Parts& s, const EndGesture& intent);
void handle(Parts& s, const Undo& intent);
void handle(Parts& s, const Redo& intent);
void handle(Parts& s, const GoToStep& intent);
// lost_work.cpp
void handle(Parts& s, const RecoverWork& intent);
void handle(Parts& s, const DiscardLostWork& intent);
// problems.cpp
void handle(Parts& s, const ShowProblem& intent);
void handle(Parts& s, const FixProblems& intent);
// notices.cpp
void handle(Parts& s, const ShowMessage& intent);
void handle(Parts& s, const DismissMessage& intent);

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
void say_changed(Parts& s, const OpenFigure& figure, const std::string& file);
void drop_orphans(Parts& s, std::vector<OpenFigure>& newer, Arrival arrival);
void show_newer(Parts& s, std::vector<OpenFigure> figures);
/// The figure is what `saved` holds now.
void take_over(Parts& s, OpenFigure& figure, const SavedFile& saved);

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
void frame_everything(Parts& s, StandardView view);
/// How the first figure that is shown stands, or where none is, stood.
[[nodiscard]] Stance stage_stance(const Parts& s);
/// Stands the figures anew after some came or went; `before`: stage_stance before that. The camera sees the
/// first one as it saw the first one before; of an empty stage it sees the middle.
void restand(Parts& s, const Stance& before);

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
