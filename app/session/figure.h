// One open document with all that is shown of it. Knows nothing of the other figures.
#pragma once

#include "app/scene/frame.h"
#include "app/session/recovery.h"
#include "model/edit/history.h"
#include "model/io/image.h"
#include "model/remap/clip_player.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// What the path of a node was made of.
struct TrailSource {
    int node = -1;
    const Clip* clip = nullptr;
    unsigned revision = 0;  // of the figure's document
    bool operator==(const TrailSource&) const = default;
};

/// Where a prop is held.
struct Attachment {
    std::uint64_t figure = 0;  // 0: nowhere
    Item site;
    std::string name;  // the site's: edits may give it another number

    [[nodiscard]] bool any() const { return figure != 0; }
};

/// What another program did to a figure's files, until it is taken in; see settle_changes.
struct DiskChange {
    std::string file;              // its own or one that it refers to, without folders
    bool tried = false;            // to load it again unasked
    std::optional<bool> reported;  // to the person, and whether it said that edits are unsaved
    bool refused = false;          // for it a save was not made
};

/// A document with its past, its pose at this moment and its images.
struct OpenFigure {
    OpenFigure(std::uint64_t number, std::filesystem::path file, History past)
        : id(number), reading(number), path(std::move(file)), history(std::move(past)) {}

    std::uint64_t id = 0;        // never 0, never used twice; stays when the file is loaded again
    std::uint64_t reading = 0;   // what workers know it by: another number when the file is loaded again
    std::filesystem::path path;  // empty: the built-in figure
    FileOrigin origin;           // of the first state of `history`
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
    Attachment attached;  // to a site of another figure, which it follows
    unsigned skeleton_revision = 0;

    /// Its own file first, then those that it refers to, as they were read or written last.
    std::vector<KnownFile> files;
    /// Sizes and times of `files` when somebody else's change was last answered; see check_files.
    std::vector<FileStamp> answered;
    std::optional<DiskChange> changed;
    std::uint64_t newer_of = 0;  // on its arrival: the figure that it takes the place of

    int variant = -1;             // into Document::variants; -1: none is chosen
    int clip = -1;                // into Document::clips of the file that has it; -1: the file's own pose
    std::uint64_t clip_file = 0;  // id of that file; 0: this one
    int clip_humanoid = 0;        // which of the humanoids here plays a clip that is retargeted
    RemapOptions remap;
    std::optional<ClipPlayer> player;  // of that clip; nullopt where there is none
    std::vector<Ghost> ghosts;         // of that clip at other times, see Onion
    std::optional<Ghost> reference;    // of its reference pose, see ShowReference
    ReferenceKind reference_kind = ReferenceKind::automatic;
    unsigned reference_revision = 0;  // of the document that it is of
    std::vector<Trail> trails;
    TrailSource trail_of;  // what `trails` was made of

    [[nodiscard]] const Document& document() const { return history.present(); }
    [[nodiscard]] std::string name() const;  // for people
    [[nodiscard]] const Clip* playing_clip() const { return player ? player->clip().get() : nullptr; }
    /// How its clip is retargeted; null where the clip moves the figure's own joints, or there is none.
    [[nodiscard]] const RemapPlan* plan() const { return player ? player->plan() : nullptr; }
    /// Whether its clip says how the node stands, or how far the displacer is applied: what the file says is not seen then.
    [[nodiscard]] bool clip_holds(int node) const;
    [[nodiscard]] bool clip_holds_weight(int displacer) const;
    /// It is drawn and plays a clip.
    [[nodiscard]] bool moves() const { return shown && player.has_value(); }
    [[nodiscard]] Figure frame() const;  // for compose_frame; valid while the figure is not changed
};

/// Fills OpenFigure::files and `answered` from what its document was read with.
void know_files(OpenFigure& figure);

/// A glTF, VRMA or BVH file with clips and without a body.
[[nodiscard]] bool holds_only_clips(const Document& document);
/// True where some humanoid has bones that a clip could move.
[[nodiscard]] bool has_bones(const Document& document);

}  // namespace vitruvian
