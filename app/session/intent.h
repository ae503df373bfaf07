// What a person asks for, as data: panels push intents, the Session handles them after all panels are drawn.
// Figures are named by their ids (OpenFigure::id); an id that no open figure has any more asks for nothing.
// Knows nothing of ImGui or OpenGL.
#pragma once

#include "app/scene/frame.h"
#include "model/edit/command.h"
#include "model/remap/remap.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vitruvian {

struct OpenFiles {
    std::vector<std::filesystem::path> files;
    bool add = false;  // beside what is open, instead of in its place
};
/// Puts the built-in figure on the stage, beside what is open.
struct OpenBuiltin {};
/// Takes figures off the stage; where edits of them are unsaved, only after AnswerUnsaved.
struct CloseFiles {
    std::vector<std::uint64_t> ids;
};
/// Poses the selected figure by the joints' matrices in a CSV or JSON file, as one edit. OpenFiles does this
/// with files of such an ending.
struct ImportPose {
    std::filesystem::path file;
};
/// Writes the joints' matrices of the selected figure, as it stands now, to a CSV file beside its own file.
struct ExportPose {};
/// Loads files again; where edits would be lost, only after AnswerUnsaved.
struct ReloadFiles {
    std::vector<std::uint64_t> ids;  // empty: all
};
/// The window has the focus: another program may have changed the files meanwhile. What has no unsaved edits
/// is loaded again, of what has them it is said.
struct CheckFiles {};
/// Loads the file of one figure again; its edits are lost.
struct RevertFigure {
    std::uint64_t id = 0;
};
struct CancelLoading {};
/// Where to write a figure. `path` empty: the file it came from, or was saved to last.
struct SaveFigure {
    std::uint64_t id = 0;
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;  // of `path`
    bool replaces = false;  // what is at `path`; else only nothing, or the figure's own file
};
/// Writes a figure to its file, whoever changed that meanwhile.
struct OverwriteFile {
    std::uint64_t id = 0;
};
struct CancelSaving {};
/// What waits because unsaved work would be lost by it may go on, or is dropped.
struct AnswerUnsaved {
    bool go_on = false;
};

struct Select {
    Selection what;
    bool frame = false;  // and bring it into view
};
struct Hover {
    Selection what;
};

struct FrameSelection {};
struct FrameAll {};
struct ShowView {
    StandardView view = StandardView::best;
    bool opposite = false;  // from behind, from the other side, from below
};
/// Looks through a camera of the file (see cameras_of).
struct LookThrough {
    std::uint64_t id = 0;
    int camera = 0;  // into cameras_of(document)
};
struct OrbitCamera {
    float yaw = 0.0F;  // radians
    float pitch = 0.0F;
};
struct PanCamera {
    float dx = 0.0F;  // pixels of a picture `height` pixels high
    float dy = 0.0F;
    float height = 1.0F;
};
struct ZoomCamera {
    float factor = 1.0F;
    vec2 toward{0.0F};  // -1..1, up positive
};
struct SetOrthographic {
    bool on = false;
};
struct SetShow {
    Show show;
};

struct SetPlaying {
    bool on = false;
};
struct SetTime {
    double seconds = 0.0;
};
struct StepFrames {
    int frames = 0;  // of 1/30 s
};
struct SetSpeed {
    float speed = 1.0F;
};
struct SetLoop {
    bool on = true;
};
struct ChooseClip {
    std::uint64_t id = 0;
    int clip = -1;             // -1: the pose that the file stores
    std::uint64_t source = 0;  // the open file that has the clip; 0: the figure's own
};
/// How clips that were not made for a figure are carried over to it.
struct SetRemap {
    std::uint64_t id = 0;
    RemapOptions options;
};
/// Whether the rig that a figure's clip comes from stands beside it and plays the clip in step.
struct ShowSource {
    std::uint64_t id = 0;
    bool on = false;
};

/// Whether a figure is drawn; the others close up or make room.
struct SetShown {
    std::uint64_t id = 0;
    bool on = true;
};
/// Hides every other figure.
struct ShowAlone {
    std::uint64_t id = 0;
};
/// Shows every figure; files of clips stay as they are.
struct ShowAll {};

struct Edit {
    std::uint64_t id = 0;
    Command command;
};
/// The edits of one drag: one undo step. Ends by itself before anything else is done.
struct BeginGesture {
    std::uint64_t id = 0;
};
struct EndGesture {};
struct Undo {};
struct Redo {};
/// Makes a state of a figure's history the present one, as undoing or redoing that figure's steps alone would.
struct GoToStep {
    std::uint64_t id = 0;
    std::uint64_t step = 0;  // History::Step::number
};

/// Opens what programs that died have left (see Session::offer_lost_work), or deletes it.
struct RecoverWork {};
struct DiscardLostWork {};

/// Selects and frames what a problem of the figure is of, and marks it in the view; where it is of a clip, at its time.
struct ShowProblem {
    std::uint64_t id = 0;
    int finding = 0;  // into the findings of the figure's outcome
};
/// Makes the edits that mend one problem of the figure, or all that can be mended at once: one undo step.
struct FixProblems {
    std::uint64_t id = 0;
    std::optional<int> finding;  // nullopt: all
};

struct ShowMessage {
    Severity severity = Severity::info;
    std::string title;
    std::string text;
};
struct DismissMessage {
    int id = 0;
};

using Intent =
    std::variant<OpenFiles, OpenBuiltin, CloseFiles, ImportPose, ExportPose, ReloadFiles, CheckFiles,
                 RevertFigure, CancelLoading, SaveFigure, OverwriteFile, CancelSaving, AnswerUnsaved, Select,
                 Hover, FrameSelection, FrameAll, ShowView, LookThrough, OrbitCamera, PanCamera, ZoomCamera,
                 SetOrthographic, SetShow, SetPlaying, SetTime, StepFrames, SetSpeed, SetLoop, ChooseClip,
                 SetRemap, ShowSource, SetShown, ShowAlone, ShowAll, Edit, BeginGesture, EndGesture, Undo,
                 Redo, GoToStep, RecoverWork, DiscardLostWork, ShowProblem, FixProblems, ShowMessage,
                 DismissMessage>;
using Intents = std::vector<Intent>;

}  // namespace vitruvian
