// What a session consists of. Handlers of intents are free functions on these parts (handlers.h); whoever
// only looks has the Session's answers.
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

/// A clip that a figure played, and when in it.
struct ClipAtTime {
    ChooseClip clip;
    double time = 0.0;
    int instead = -1;  // the figure's own clip that it made way for; -1: none
};

/// In which order the figures' histories were written: each figure has its own, undo goes through all.
struct Edits {
    std::vector<std::uint64_t> undo_order;  // ids of figures, in the order their steps were made
    std::vector<std::uint64_t> redo_order;
    std::vector<std::uint64_t> redo_before;  // the drag that is under way
    std::uint64_t gesture = 0;               // the figure that is dragged at; 0: none
    bool gesture_has_step = false;
    bool shape_is_old = false;  // of the figure that is dragged at

    [[nodiscard]] bool in_gesture() const { return gesture != 0; }
    std::optional<ClipAtTime> letting_go;  // by LetClipGo, for the step that comes next
    /// By figure and number of the step for which a clip made way.
    std::map<std::pair<std::uint64_t, std::uint64_t>, ClipAtTime> let_go;

    /// The figure's steps are gone.
    void forget(std::uint64_t figure);
};

inline constexpr double frame_seconds = 1.0 / 30.0;

/// What a person asked for last.
enum class Wish { nothing, play, pause };

struct Playback {
    bool playing = false;
    bool loop = true;
    float speed = 1.0F;
    double time = 0.0;  // seconds; every figure wraps it by its own clip
    Wish wish = Wish::nothing;
    bool auto_key = false;  // posing keys the clip, see SetAutoKey
    Onion onion;
    std::optional<ReferenceKind> reference;  // of a ghost, see ShowReference
};

/// Poses at hand.
struct PoseShelf {
    PoseLibrary library{pose_folder()};
    std::optional<StoredPose> copied;
};

/// What is looked at and from where.
struct Viewing {
    ViewSettings settings;  // with what is selected and hovered
    Views views;
    Stance last_stance;  // of the first figure that was shown, while none is
};

/// What waits until nothing unsaved is lost by it, or a person agrees to that (AnswerUnsaved).
struct Waiting {
    std::vector<OpenFigure> arrived;
    Arrival arrival = Arrival::replace;
    std::vector<std::uint64_t> closing;  // where nothing arrived: the figures that are to be closed
};

/// Files on their way in and out.
struct FileWork {
    FileWork(const std::function<void()>& wake, std::filesystem::path recovery_folder);

    Loader loader;
    Recovery recovery;
    Saver saver;                                        // tells `recovery`
    std::vector<std::shared_ptr<const LostWork>> lost;  // offered, and not answered yet
    std::optional<Waiting> waiting;
    std::filesystem::path last_opened;  // whose neighbours OpenNeighbour goes to
    bool check_files = false;           // as soon as nothing is loaded or saved
};

/// Something that happened, for whoever keeps a record.
struct Event {
    enum class Kind { opened, edited, failed, saved, closed };
    Kind kind = Kind::opened;
    std::uint64_t figure = 0;
    std::string file;        // the figure's name
    std::string text;        // the edit's title; of what failed, why
    std::uint64_t step = 0;  // of the figure's history, where it was edited
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
    std::vector<Event> events;             // since somebody took them; the oldest are dropped
    std::uint64_t picture_revision = 1;    // grows whenever what is seen changes; where from, see Views
    std::uint64_t structure_revision = 1;  // whenever names, counts or the set of open files change

    void note(Event event);
};

}  // namespace vitruvian
