// What is open, selected, playing and looked at, and the one place that changes it. Knows nothing of ImGui,
// OpenGL or a window: panels read it and push intents; the window calls update() and execute() once a frame.
#pragma once

#include "app/session/intent.h"
#include "app/session/loader.h"
#include "app/session/recovery.h"
#include "app/session/saver.h"
#include "model/edit/history.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace vitruvian {

inline constexpr double frame_seconds = 1.0 / 30.0;

/// One open document with its past, its pose at this moment and its images.
struct OpenFigure {
    OpenFigure(std::uint64_t number, std::filesystem::path file, History past)
        : id(number), path(std::move(file)), history(std::move(past)) {}

    std::uint64_t id = 0;
    std::filesystem::path path;               // empty: the built-in figure
    FileOrigin origin;                        // of the first state of `history`
    FileFormat format = FileFormat::unknown;  // in which Save writes it
    History history;
    Skeleton skeleton;
    FigureShape shape;
    Pose pose;
    std::vector<mat4> world;  // of the pose, without `placement`
    std::vector<std::shared_ptr<const Image>> images;
    ImagePlan image_plan;          // how large they are, or will be
    bool images_are_read = false;  // or being read
    mat4 placement{1.0F};          // where it stands beside the others, see Figure
    bool clips_only = false;       // a file of clips without a body: it plays on the other figures
    bool shown = true;
    unsigned skeleton_revision = 0;

    /// Its own file first, then those that it refers to, as they were read or written last.
    std::vector<KnownFile> files;
    /// Sizes and times of `files` when somebody else's change was last answered; see Session::check_files.
    std::vector<FileStamp> answered;
    std::uint64_t newer_of = 0;  // on its arrival: the figure that it takes the place of

    int clip = -1;                // into Document::clips of the file that has it; -1: the file's own pose
    std::uint64_t clip_file = 0;  // id of that file; 0: this one
    int clip_humanoid = 0;        // which of the humanoids here plays a clip that is carried over
    RemapOptions remap;
    std::shared_ptr<const Clip> played;  // that clip; null where there is none
    std::optional<RemapPlan> plan;       // where `played` was not made for this figure's joints

    [[nodiscard]] const Document& document() const { return history.present(); }
    [[nodiscard]] std::string name() const;  // for people
    [[nodiscard]] const Clip* playing_clip() const;
    [[nodiscard]] Figure frame() const;  // for compose_frame; valid while the session is not changed
};

struct Playback {
    bool playing = false;
    bool loop = true;
    float speed = 1.0F;
    double time = 0.0;  // seconds; every figure wraps it by its own clip
};

/// The window asks where the figure (by id) is to be saved.
struct AskSavePlace {
    std::uint64_t id = 0;
};

/// A button under a message.
struct Offer {
    std::string title;
    std::variant<Intent, AskSavePlace> what;
};

struct Message {
    int id = 0;
    Severity severity = Severity::info;
    std::string title;
    std::string text;
    std::vector<Offer> offers;
    std::uint64_t about = 0;  // the figure whose file somebody else changed; 0: none
    double age = 0.0;         // seconds shown
};

class Session {
  public:
    /// `wake` is called from worker threads when update() has something to do. In `recovery_folder` edits are kept
    /// until they are saved; empty: nowhere.
    explicit Session(std::function<void()> wake = {}, std::filesystem::path recovery_folder = {});

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

    [[nodiscard]] const std::vector<OpenFigure>& figures() const { return figures_; }
    [[nodiscard]] const OpenFigure* active_figure() const;  // the selection's, else the first
    [[nodiscard]] int active_index() const;
    [[nodiscard]] bool only_builtin() const;
    [[nodiscard]] const Selection& selection() const { return view_.selected; }
    [[nodiscard]] const Selection& hovered() const { return view_.hovered; }
    [[nodiscard]] const Playback& playback() const { return playback_; }
    /// The open file that has the clip which `figure` plays; null where it is its own, or none.
    [[nodiscard]] const OpenFigure* clip_source(const OpenFigure& figure) const;
    /// True where that file's rig is shown and plays the same clip.
    [[nodiscard]] bool source_is_shown(const OpenFigure& figure) const;
    /// The figure that a clip of file `source` (-1: of none that is open) is played on: the selected one,
    /// else the first other one that has humanoid bones; -1 where there is none.
    [[nodiscard]] int clip_target(int source = -1) const;
    [[nodiscard]] double clip_time() const;  // of the active figure's clip, within [0, duration]
    [[nodiscard]] const ViewSettings& view() const { return view_; }
    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] const std::deque<Message>& messages() const { return messages_; }
    [[nodiscard]] std::optional<LoadProgress> loading() const { return loader_.progress(); }
    [[nodiscard]] bool decoding() const { return loader_.busy(); }
    [[nodiscard]] std::optional<SaveProgress> saving() const { return saver_.progress(); }
    /// True until the outcome of everything that was to be saved has been taken in.
    [[nodiscard]] bool is_saving() const { return saver_.busy(); }
    /// What was read and would take the place of unsaved work, by name; empty: nothing (see AnswerReplace).
    [[nodiscard]] std::string waiting_to_replace() const;
    [[nodiscard]] bool in_gesture() const { return gesture_figure_ >= 0; }
    [[nodiscard]] bool has_unsaved_edits() const;
    [[nodiscard]] std::string undo_title() const;  // empty: nothing to undo
    [[nodiscard]] std::string redo_title() const;

    /// What compose_frame takes; valid until the next update() or execute().
    [[nodiscard]] std::vector<Figure> frame_figures() const;
    /// Grows whenever the picture in the viewport changes.
    [[nodiscard]] std::uint64_t picture_revision() const { return picture_revision_; }
    /// Grows whenever names, counts or the set of open files change.
    [[nodiscard]] std::uint64_t structure_revision() const { return structure_revision_; }

    void set_background(const Background& background);
    void set_pixel_scale(float scale);
    void set_camera(const Camera& camera);
    void set_aspect(float aspect) { aspect_ = aspect; }

  private:
    void carry_out(const OpenFiles& intent);
    void carry_out(const ImportPose& intent);
    void carry_out(const ExportPose& intent);
    void carry_out(const ReloadFiles& intent);
    void carry_out(const CheckFiles& intent);
    void carry_out(const RevertFigure& intent);
    void carry_out(const CancelLoading& intent);
    void carry_out(const SaveFigure& intent);
    void carry_out(const OverwriteFile& intent);
    void carry_out(const CancelSaving& intent);
    void carry_out(const AnswerReplace& intent);
    void carry_out(const Select& intent);
    void carry_out(const Hover& intent);
    void carry_out(const FrameSelection& intent);
    void carry_out(const FrameAll& intent);
    void carry_out(const ShowView& intent);
    void carry_out(const LookThrough& intent);
    void carry_out(const OrbitCamera& intent);
    void carry_out(const PanCamera& intent);
    void carry_out(const ZoomCamera& intent);
    void carry_out(const SetOrthographic& intent);
    void carry_out(const SetShow& intent);
    void carry_out(const SetPlaying& intent);
    void carry_out(const SetTime& intent);
    void carry_out(const StepFrames& intent);
    void carry_out(const SetSpeed& intent);
    void carry_out(const SetLoop& intent);
    void carry_out(const ChooseClip& intent);
    void carry_out(const SetRemap& intent);
    void carry_out(const ShowSource& intent);
    void carry_out(const Edit& intent);
    void carry_out(const BeginGesture& intent);
    void carry_out(const EndGesture& intent);
    void carry_out(const Undo& intent);
    void carry_out(const Redo& intent);
    void carry_out(const RecoverWork& intent);
    void carry_out(const DiscardLostWork& intent);
    void carry_out(const ShowMessage& intent);
    void carry_out(const DismissMessage& intent);

    [[nodiscard]] OpenFigure make_figure(std::filesystem::path path, History history, ImagePlan images);
    [[nodiscard]] OpenFigure make_recovered(const LoadedFiles::File& file);
    [[nodiscard]] const OpenFigure* figure_with(std::uint64_t id) const;
    void record_edits();
    void plan_images_of_all();
    void read_images();
    void read_images_now();
    void take_images();
    void say_image_problems(const OpenFigure& figure, const Diagnostics& diagnostics);
    void receive(LoadedFiles loaded);
    void receive_saved(SavedFile saved);
    void take_over(OpenFigure& figure, const SavedFile& saved);
    void check_files();
    void say_changed(const OpenFigure& figure, const std::string& file);
    void forget_changes(std::uint64_t id);
    [[nodiscard]] OpenFigure* figure_with(std::uint64_t id);
    void drop_orphans(std::vector<OpenFigure>& newer, Arrival arrival);
    [[nodiscard]] bool would_replace(const std::vector<OpenFigure>& figures, Arrival arrival) const;
    void let_in(std::vector<OpenFigure> figures, Arrival arrival);
    void show_arrived(std::vector<OpenFigure> figures, Arrival arrival);
    void show_figures(std::vector<OpenFigure> figures, Arrival arrival);
    void offer_to_keep(std::vector<std::filesystem::path> before, const std::string& arrived);
    void play_arrived_clips(std::vector<OpenFigure> clips, int target);
    void show_newer(std::vector<OpenFigure> figures);
    void place_side_by_side();
    [[nodiscard]] float shown_scale(const OpenFigure& figure) const;
    [[nodiscard]] OpenFigure* source_of(const OpenFigure& figure);
    [[nodiscard]] Result<void> settle_clip(OpenFigure& figure);
    void settle_clip_or_say(OpenFigure& figure);
    void step_with(OpenFigure& source, const OpenFigure& figure);
    void rebuild(OpenFigure& figure);
    void repose(OpenFigure& figure);
    void repose_all();
    void advance(double elapsed);
    void after_edit(OpenFigure& edited);
    void prune_selection();
    void frame_everything(StandardView view);
    void stop_walking_builtin();
    void say(Severity severity, std::string title, std::string text);
    void say_diagnostics(const OpenFigure& figure);
    [[nodiscard]] bool holds(const Selection& selection) const;

    /// Read, and not shown yet because of unsaved work.
    struct Waiting {
        std::vector<OpenFigure> figures;
        Arrival arrival = Arrival::replace;
    };

    Loader loader_;
    Recovery recovery_;
    Saver saver_;                                        // tells recovery_
    std::vector<std::shared_ptr<const LostWork>> lost_;  // offered, and not answered yet
    std::optional<Waiting> waiting_;
    bool check_files_ = false;  // as soon as nothing is loaded or saved
    std::vector<OpenFigure> figures_;
    std::uint64_t next_id_ = 1;
    ViewSettings view_;
    Camera camera_;
    float aspect_ = 1.6F;
    Playback playback_;
    std::deque<Message> messages_;
    int next_message_ = 1;
    int gesture_figure_ = -1;
    bool gesture_edited_ = false;
    std::vector<std::uint64_t> undo_order_;  // ids of figures, in the order their steps were made
    std::vector<std::uint64_t> redo_order_;
    std::uint64_t picture_revision_ = 1;
    std::uint64_t structure_revision_ = 1;
};

/// Fills OpenFigure::files and `answered` from what its document was read with.
void know_files(OpenFigure& figure);

/// The clip that tells most of a figure: walking, else running, dancing, idling; else the first that moves
/// anything; -1 where none does.
[[nodiscard]] int telling_clip(const Document& document);

/// True for what ImportPose reads, by the file's ending: .csv and .json.
[[nodiscard]] bool is_pose_file(const std::filesystem::path& path);

/// A glTF, VRMA or BVH file with clips and without a body.
[[nodiscard]] bool holds_only_clips(const Document& document);
/// True where some humanoid has bones that a clip could move.
[[nodiscard]] bool has_bones(const Document& document);

/// "l_elbow", "Walk", ...; empty where nothing is selected.
[[nodiscard]] std::string name_of(const Session& session, const Selection& selection);
/// "joint", ...; of nothing in a figure, "file".
[[nodiscard]] std::string_view kind_name(ItemKind kind);

}  // namespace vitruvian
