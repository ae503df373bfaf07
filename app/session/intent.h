// What a person asks for, as data: panels push intents, the Session handles them after all panels are drawn.
// Figures are named by their ids (OpenFigure::id); an id that no open figure has any more asks for nothing.
// Knows nothing of ImGui or OpenGL.
#pragma once

#include "app/scene/frame.h"
#include "app/scene/onion.h"
#include "model/edit/command.h"
#include "model/figure/reference_pose.h"
#include "model/remap/remap.h"

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

struct OpenFiles {
    std::vector<std::filesystem::path> files;
    bool add = false;  // beside what is open, instead of in its place
};
/// Puts the built-in figure on the stage, beside what is open.
struct OpenBuiltin {};
/// Puts a figure into the hand, or on the head, of another one: its origin on a site, which it follows, in metres. No part of
/// any document.
struct AttachProp {
    std::uint64_t prop = 0;
    Selection site;  // of kind none: lets it go
};
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
/// Opens the next (or an earlier) file of the folder that the last one was opened from, in place of what is open; round
/// and round.
struct OpenNeighbour {
    int step = 1;
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
/// What has that name, as what was just added does; the last of several.
struct SelectCalled {
    std::uint64_t figure = 0;
    ItemKind kind = ItemKind::none;
    std::string name;
};
struct Hover {
    Selection what;
};
/// Several things of one figure at once; the first is what inspectors show. Empty: nothing.
struct SelectMany {
    std::vector<Selection> what;
};
/// Adds it to what is selected, or where it is, takes it out.
struct ToggleSelected {
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
/// Back from the camera that is looked through to what was seen before.
struct LookBack {};
/// Keys and intents are for this view from now on.
struct FocusView {
    int view = 0;  // into Views::all
};
/// Who is seen in a view, and whether it may be turned.
struct SetView {
    int view = 0;
    std::uint64_t figure = 0;  // alone; 0: all that are shown
    bool turns = true;
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

/// Who stops stands on a whole frame then, where keys belong, unless what was seen is to stay exactly (`exact`).
struct SetPlaying {
    bool on = false;
    bool exact = false;
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
/// The clip makes way for the next edit, which poses the figure; to undo that brings the clip back. Where posing keys the
/// clip it stays.
struct LetClipGo {
    std::uint64_t id = 0;
};
/// Which of the file's sets of materials a figure wears (KHR_materials_variants).
struct ChooseVariant {
    std::uint64_t id = 0;
    int variant = -1;  // into Document::variants; -1: the materials that meshes have by themselves
};
/// How clips that were not made for a figure are retargeted to it.
struct SetRemap {
    std::uint64_t id = 0;
    RemapOptions options;
};
/// Whether the rig that a figure's clip comes from stands beside it and plays the clip in step.
struct ShowSource {
    std::uint64_t id = 0;
    bool on = false;
};

/// Keys the figure as it is seen, at the time that is seen: what is selected, or all that is posed. Where no clip of its
/// own plays, in a new one.
struct KeyPose {
    std::uint64_t id = 0;
    bool all = false;
};
/// Takes the keys of what is selected, or all, at that time.
struct UnkeyPose {
    std::uint64_t id = 0;
    bool all = false;
};
/// Whether posing a figure while it plays a clip of its own keys that clip, in place of the file's pose.
struct SetAutoKey {
    bool on = false;
};
/// Writes the clip that is retargeted to the figure into its file, as a clip of its own joints.
struct BakeClip {
    std::uint64_t id = 0;
    float tolerance = 0.002F;  // radians, and a share of the hips' height; 0: all keys
};
struct CopyPose {
    std::uint64_t id = 0;
};
struct PastePose {
    std::uint64_t id = 0;
    bool mirrored = false;
};
/// Brings what is selected, or all joints, to rest; all: and all weights to 0.
struct ResetPose {
    std::uint64_t id = 0;
    bool all = false;
};
/// Adds a displacer that does to the skin what the joints do from rest, or from the copied pose, to the pose that is seen.
struct MakePoseDisplacer {
    std::uint64_t id = 0;
    std::string name;
    bool from_copied = false;
};
/// Keeps the pose that is seen in the library (pose_store.h), in the place of one of that name.
struct StorePose {
    std::uint64_t id = 0;
    std::string name;
};
/// Poses a figure by one of the library's; within a gesture always from where that began.
struct ApplyStoredPose {
    std::uint64_t id = 0;
    std::string name;
    float share = 1.0F;  // of the way there
    bool mirrored = false;
};
struct ForgetPose {
    std::string name;
};
struct RenamePose {
    std::string name;
    std::string to;
};
/// What of the playing clip is seen besides its present moment.
struct SetOnion {
    Onion onion;
};
/// Which reference pose stands in the view as a ghost, where the hips are; nullopt: none.
struct ShowReference {
    std::optional<ReferenceKind> kind;
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
/// Ends the drag as if it had never begun.
struct CancelGesture {};
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
/// Makes the edits that fix one problem of the figure, or all that can be fixed at once: one undo step.
struct FixProblems {
    std::uint64_t id = 0;
    std::optional<int> finding;  // nullopt: all
};
/// Keeps beside the figure's file that one of its problems is to stand, and why; or that it is not to stand any more.
struct IgnoreProblem {
    std::uint64_t id = 0;
    int finding = 0;
    std::string reason;
};
struct HeedProblem {
    std::uint64_t id = 0;
    int ignored = 0;  // into what the figure's outcome ignores
};

struct ShowMessage {
    Severity severity = Severity::info;
    std::string title;
    std::string text;
};
struct DismissMessage {
    int id = 0;  // 0: all
};

struct Parts;

/// Any one of them, with the function that handles it: handle(Parts&, const T&), of app/session/handle.h.
class Intent {
  public:
    template <class T>
    requires(!std::same_as<T, Intent>) Intent(T what)  // implicit: what a panel pushes is an intent
        : what_(std::make_shared<const T>(std::move(what))), handler_(&call_handler<T>) {}

    void run(Parts& parts) const { handler_(parts, what_.get()); }
    /// The intent where it is a T, else null.
    template <class T>
    [[nodiscard]] const T* as() const {
        return handler_ == &call_handler<T> ? static_cast<const T*>(what_.get()) : nullptr;
    }

  private:
    template <class T>
    static void call_handler(Parts& parts, const void* what) {
        handle(parts, *static_cast<const T*>(what));
    }

    std::shared_ptr<const void> what_;
    void (*handler_)(Parts&, const void*);
};
using Intents = std::vector<Intent>;

}  // namespace vitruvian
