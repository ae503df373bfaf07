// User requests as data: panels push intents, the Session handles them after all panels are drawn. Figures
// are given by id (OpenFigure::id); an intent whose id is no longer open has no effect. Independent of ImGui
// and OpenGL.
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
    bool add = false;  // to the open figures, instead of replacing them
};
/// Adds the built-in figure to the stage.
struct OpenBuiltin {};
/// Attaches a figure's origin to a site of another figure, such as a hand or the head; it follows that site,
/// at its size in metres. Not part of any document.
struct AttachProp {
    std::uint64_t prop = 0;
    Selection site;  // of kind none: detaches it
};
/// Removes figures from the stage; if they have unsaved edits, only after AnswerUnsaved.
struct CloseFiles {
    std::vector<std::uint64_t> ids;
};
/// Poses the selected figure with the joint matrices of a CSV or JSON file, as one edit. OpenFiles does this
/// for files with such a suffix.
struct ImportPose {
    std::filesystem::path file;
};
/// Writes the joint matrices of the selected figure in its current pose to a CSV file beside its own file.
struct ExportPose {};
/// Reloads files; if edits would be lost, only after AnswerUnsaved.
struct ReloadFiles {
    std::vector<std::uint64_t> ids;  // empty: all
};
/// The window got the focus: another program may have changed the files meanwhile. Figures without unsaved
/// edits are reloaded; for the others a message is shown.
struct CheckFiles {};
/// Reloads the file of one figure and discards its edits.
struct RevertFigure {
    std::uint64_t id = 0;
};
/// Opens the next (or an earlier) file of the last opened file's folder in place of the open figures; wraps
/// around.
struct OpenNeighbour {
    int step = 1;
};
struct CancelLoading {};
/// Saves a figure. `path` empty: to the file that it was read from or last saved to.
struct SaveFigure {
    std::uint64_t id = 0;
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;  // of `path`
    bool replaces = false;                    // any file at `path`; if false, only the figure's own file
    bool rigid = false;                       // as in SaveOptions, as is the next
    bool keep_bind = false;
};
/// Saves a figure to its file even if another program has changed it.
struct OverwriteFile {
    std::uint64_t id = 0;
};
struct CancelSaving {};
/// Runs or drops the operation that waits because it would discard unsaved edits.
struct AnswerUnsaved {
    bool go_on = false;
};

struct Select {
    Selection what;
    bool frame = false;  // also bring it into view
};
/// Selects the item of that name, such as one just added; the last if there are several.
struct SelectCalled {
    std::uint64_t figure = 0;
    ItemKind kind = ItemKind::none;
    std::string name;
};
struct Hover {
    Selection what;
};
/// Selects several items of one figure; inspectors show the first. Empty: clears the selection.
struct SelectMany {
    std::vector<Selection> what;
};
/// Adds the item to the selection, or removes it if it is selected.
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
/// Returns from the file's camera to the previous view.
struct LookBack {};
/// Makes a view the active one, which keys and intents apply to.
struct FocusView {
    int view = 0;  // index into Views::all
};
/// Sets which figures a view shows, and whether it may be turned.
struct SetView {
    int view = 0;
    std::uint64_t figure = 0;  // shown alone; 0: all shown figures
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

/// Starts or stops playback. Stopping snaps to the nearest whole frame, where keys belong, unless `exact`.
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
    std::uint64_t source = 0;  // the open file with the clip; 0: the figure's own
};
/// Detaches the clip at the next edit, which poses the figure; undoing that edit restores the clip. While
/// posing sets keys (SetAutoKey) the clip stays.
struct LetClipGo {
    std::uint64_t id = 0;
};
/// Chooses the figure's material variant (KHR_materials_variants).
struct ChooseVariant {
    std::uint64_t id = 0;
    int variant = -1;  // index into Document::variants; -1: the default materials
};
/// Sets how clips made for another rig are retargeted to a figure.
struct SetRemap {
    std::uint64_t id = 0;
    RemapOptions options;
};
/// Shows or hides the source rig of a figure's clip beside it, playing the clip in sync.
struct ShowSource {
    std::uint64_t id = 0;
    bool on = false;
};

/// Sets keys for the visible pose at the current time: of the selection, or of all posed items. If the figure
/// plays no clip of its own, in a new clip.
struct KeyPose {
    std::uint64_t id = 0;
    bool all = false;
};
/// Deletes the keys of the selection, or all keys, at the current time.
struct UnkeyPose {
    std::uint64_t id = 0;
    bool all = false;
};
/// Sets whether posing a figure that plays a clip of its own sets keys in that clip instead of changing the
/// file's pose.
struct SetAutoKey {
    bool on = false;
};
/// Adds the clip that is retargeted to the figure to its document, as a clip of its own joints.
struct BakeClip {
    std::uint64_t id = 0;
    float tolerance = 0.002F;  // radians, and a fraction of the hips' height; 0: keeps all keys
};
struct CopyPose {
    std::uint64_t id = 0;
};
struct PastePose {
    std::uint64_t id = 0;
    bool mirrored = false;
};
/// Resets the selection, or all joints, to the rest pose; `all` also sets all weights to 0.
struct ResetPose {
    std::uint64_t id = 0;
    bool all = false;
};
/// Adds a displacer that deforms the skin as the joints do between the rest pose, or the copied pose, and the
/// visible pose.
struct MakePoseDisplacer {
    std::uint64_t id = 0;
    std::string name;
    bool from_copied = false;
};
/// Saves the visible pose in the library (pose_store.h), replacing one of the same name.
struct StorePose {
    std::uint64_t id = 0;
    std::string name;
};
/// Applies a pose of the library; within a gesture always relative to the pose at its start.
struct ApplyStoredPose {
    std::uint64_t id = 0;
    std::string name;
    float share = 1.0F;  // 0 to 1: blends from the current pose
    bool mirrored = false;
};
struct ForgetPose {
    std::string name;
};
struct RenamePose {
    std::string name;
    std::string to;
};
/// Sets which ghosts and trails of the playing clip are shown.
struct SetOnion {
    Onion onion;
};
/// Sets which reference pose is shown as a ghost at the position of the hips; nullopt: none.
struct ShowReference {
    std::optional<ReferenceKind> kind;
};

/// Shows or hides a figure; the others close the gap or make room.
struct SetShown {
    std::uint64_t id = 0;
    bool on = true;
};
/// Shows or hides what is drawn of a figure's items (see hidden_with); the file is not changed.
struct SetItemsShown {
    std::uint64_t figure = 0;
    std::vector<Item> items;
    bool on = true;
};
/// Hides everything else of their kind in the figure.
struct ShowItemsAlone {
    std::uint64_t figure = 0;
    std::vector<Item> items;
};
/// Hides every other figure.
struct ShowAlone {
    std::uint64_t id = 0;
};
/// Shows every figure with all its meshes, joints and sites; files with clips only are not affected.
struct ShowAll {};
/// Places a figure where another one stands, to compare the two; ends the previous comparison. 0: none.
struct LayOver {
    std::uint64_t id = 0;
    std::uint64_t under = 0;
};

struct Edit {
    std::uint64_t id = 0;
    Command command;
};
/// Starts a drag, whose edits form one undo step. It ends implicitly before any other action.
struct BeginGesture {
    std::uint64_t id = 0;
};
struct EndGesture {};
/// Ends the drag and undoes it.
struct CancelGesture {};
struct Undo {};
struct Redo {};
/// Goes to a state of a figure's history, as undoing or redoing only that figure's steps would.
struct GoToStep {
    std::uint64_t id = 0;
    std::uint64_t step = 0;  // History::Step::number
};

/// Opens the unsaved work of crashed programs (see Session::offer_lost_work), or deletes it.
struct RecoverWork {};
struct DiscardLostWork {};

/// Selects, frames and marks the object of a problem of the figure; for a problem in a clip, at its time.
struct ShowProblem {
    std::uint64_t id = 0;
    int finding = 0;  // index into the findings of the figure's outcome
};
/// Fixes one problem of the figure, or all that can be fixed, as one undo step.
struct FixProblems {
    std::uint64_t id = 0;
    std::optional<int> finding;  // nullopt: all
};
/// Stores beside the figure's file that a problem is ignored, and why (IgnoreProblem), or removes that entry
/// (HeedProblem).
struct IgnoreProblem {
    std::uint64_t id = 0;
    int finding = 0;
    std::string reason;
};
struct HeedProblem {
    std::uint64_t id = 0;
    int ignored = 0;  // index into the outcome's ignored findings
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

/// Holds any intent with its handler: handle(Parts&, const T&), see app/session/handle.h.
class Intent {
  public:
    template <class T>
    requires(!std::same_as<T, Intent>) Intent(T what)  // implicit, so that panels can push any intent
        : what_(std::make_shared<const T>(std::move(what))), handler_(&call_handler<T>) {}

    void run(Parts& parts) const { handler_(parts, what_.get()); }
    /// Returns the intent if it is a T, else null.
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
