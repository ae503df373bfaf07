// The state of a session. Intent handlers are free functions on these parts (handlers.h); read-only access
// goes through Session.
#pragma once

#include "app/session/loader.h"
#include "app/session/notices.h"
#include "app/session/pose_store.h"
#include "app/session/problems.h"
#include "app/session/saver.h"
#include "app/session/stage.h"
#include "app/session/views.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

/// A clip that a figure played, and its time in it.
struct ClipAtTime {
    ChooseClip clip;
    double time = 0.0;
    int instead = -1;  // the figure's own clip that it replaced; -1: none
};

/// A clip that made way for a pose, and that comes back when time moves.
struct ClipSetAside {
    ChooseClip choice;
    const Clip* clip = nullptr;
    double time = 0.0;
};

/// The order of edits across figures: each figure has its own history, undo covers all.
struct Edits {
    std::vector<std::uint64_t> undo_order;  // ids of figures, in the order their steps were made
    std::vector<std::uint64_t> redo_order;
    std::vector<std::uint64_t> redo_before;  // redo_order before the current drag
    std::uint64_t gesture = 0;               // the figure being dragged; 0: none
    bool gesture_has_step = false;
    Pose gesture_pose;          // of that figure, visible when the drag began
    bool shape_is_old = false;  // FigureShape of the dragged figure needs an update

    [[nodiscard]] bool in_gesture() const { return gesture != 0; }
    std::optional<ClipAtTime> letting_go;  // set by LetClipGo, for the next step
    /// Clips that a step detached, by figure and number of the step.
    std::map<std::pair<std::uint64_t, std::uint64_t>, ClipAtTime> let_go;
    /// By figure, the clip over which it was posed last: until another one is chosen, the timeline shows it.
    std::map<std::uint64_t, ClipAtTime> set_aside;

    /// Removes all entries of the figure, whose history was discarded.
    void forget(std::uint64_t figure);
};

inline constexpr double frame_seconds = 1.0 / 30.0;

/// The user's last playback request.
enum class Wish { nothing, play, pause };

struct Playback {
    bool playing = false;
    bool loop = true;
    float speed = 1.0F;
    double time = 0.0;  // seconds; wrapped to each figure's own clip
    Wish wish = Wish::nothing;
    bool auto_key = false;  // posing sets keys in the clip, see SetAutoKey
    Onion onion;
    std::optional<ReferenceKind> reference;  // of a ghost, see ShowReference
};

/// The pose library and the copied pose.
struct PoseShelf {
    PoseLibrary library{pose_folder()};
    std::optional<StoredPose> copied;
};

/// View settings and cameras.
struct Viewing {
    ViewSettings settings;  // including selection and hover
    Views views;
    Stance last_stance;  // of the first shown figure, kept while none is shown
};

/// An operation that waits until it would discard nothing unsaved, or the user confirms it (AnswerUnsaved).
struct Waiting {
    std::vector<OpenFigure> arrived;
    Arrival arrival = Arrival::replace;
    std::vector<std::uint64_t> closing;  // figures to close, if nothing arrived
};

/// Files being loaded and saved.
struct FileWork {
    FileWork(const std::function<void()>& wake, std::filesystem::path recovery_folder);

    Loader loader;
    Recovery recovery;
    Saver saver;                                        // notifies `recovery`
    std::vector<std::shared_ptr<const LostWork>> lost;  // offered to the user, not answered yet
    std::optional<Waiting> waiting;
    std::filesystem::path last_opened;  // the file that OpenNeighbour starts from
    std::filesystem::path paged_to;     // `last_opened`, if OpenNeighbour has opened it; else empty
    bool check_files = false;           // as soon as nothing is loaded or saved
};

/// An event for an activity log.
struct Event {
    enum class Kind { opened, edited, failed, saved, closed };
    Kind kind = Kind::opened;
    std::uint64_t figure = 0;
    std::string file;        // the figure's name
    std::string text;        // title of the edit, or reason of the failure
    std::uint64_t step = 0;  // of the figure's history, for edits
};

struct Parts {
    Parts(const std::function<void()>& wake, std::filesystem::path recovery_folder);

    Stage stage;
    Edits edits;
    Playback playback;
    PoseShelf poses;
    Viewing viewing;
    Notices notices;
    FileWork work;
    Problems problems;
    std::vector<Event> events;             // not taken yet; the oldest are dropped
    std::uint64_t picture_revision = 1;    // incremented when the scene changes; for cameras see Views
    std::uint64_t structure_revision = 1;  // incremented when names, counts or the set of open files change
    bool builtin_waits = false;            // shown when the files of the start turn out to bring no figure

    void note(Event event);
};

}  // namespace vitruvian
