// One open document with everything that is displayed of it. Independent of the other figures.
#pragma once

#include "app/scene/frame.h"
#include "app/session/recovery.h"
#include "app/session/seen_items.h"
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

/// The inputs that the motion trail of a node was computed from.
struct TrailSource {
    int node = -1;
    const Clip* clip = nullptr;
    unsigned revision = 0;  // of the figure's document
    bool operator==(const TrailSource&) const = default;
};

/// The site that a prop is attached to.
struct Attachment {
    std::uint64_t figure = 0;  // 0: not attached
    Item site;
    std::string name;  // of the site: edits may change its index

    [[nodiscard]] bool any() const { return figure != 0; }
};

/// A change that another program made to a figure's files and that has not been handled yet; see
/// settle_changes.
struct DiskChange {
    std::string file;              // the figure's file or one that it references, without folders
    bool tried = false;            // automatic reloading was tried
    std::optional<bool> reported;  // to the user, and whether the message mentioned unsaved edits
    bool refused = false;          // a save was refused because of it
    std::string unreadable;        // why the new version could not be read; empty: it was not tried, or could
};

/// A document with its undo history, its current pose and its images.
struct OpenFigure {
    OpenFigure(std::uint64_t number, std::filesystem::path file, History past)
        : id(number), reading(number), path(std::move(file)), history(std::move(past)) {}

    std::uint64_t id = 0;                     // never 0, never reused; kept when the file is reloaded
    std::uint64_t reading = 0;                // its id for worker threads: changes when the file is reloaded
    std::filesystem::path path;               // empty: the built-in figure
    FileOrigin origin;                        // of the first state of `history`
    FileFormat format = FileFormat::unknown;  // that Save writes
    History history;
    Skeleton skeleton;
    FigureShape shape;
    Pose pose;
    std::vector<mat4> world;  // of the pose, without `placement`
    std::vector<std::shared_ptr<const Image>> images;
    ImagePlan image_plan;          // the sizes at which they are decoded
    bool images_are_read = false;  // or are being read
    mat4 placement{1.0F};          // its place beside the other figures, see Figure
    bool clips_only = false;       // a file of clips without a body, played on other figures
    bool shown = true;
    std::vector<Item> hidden;  // meshes, joints and sites
    Attachment attached;       // to a site of another figure, whose motion it follows
    unsigned skeleton_revision = 0;

    /// The figure's own file first, then the files that it references, as last read or written.
    std::vector<KnownFile> files;
    /// Sizes and times of `files` when an external change was last handled; see check_files.
    std::vector<FileStamp> answered;
    std::optional<DiskChange> changed;
    MissedItems missed;          // by the last version of the file
    std::uint64_t newer_of = 0;  // while it arrives: the figure that it replaces

    int variant = -1;             // index into Document::variants; -1: none is chosen
    int clip = -1;                // index into Document::clips of `clip_file`; -1: the file's own pose
    std::uint64_t clip_file = 0;  // id of the file with the clip; 0: this one
    int clip_humanoid = 0;        // index of the humanoid that plays a retargeted clip
    RemapOptions remap;
    std::optional<ClipPlayer> player;  // of that clip; nullopt if there is none
    std::vector<Ghost> ghosts;         // of that clip at other times, see Onion
    std::optional<Ghost> reference;    // of its reference pose, see ShowReference
    ReferenceKind reference_kind = ReferenceKind::automatic;
    unsigned reference_revision = 0;  // of the document that `reference` was made from
    std::vector<Trail> trails;
    TrailSource trail_of;  // the inputs of `trails`

    [[nodiscard]] const Document& document() const { return history.present(); }
    [[nodiscard]] std::string name() const;  // display name
    [[nodiscard]] const Clip* playing_clip() const { return player ? player->clip().get() : nullptr; }
    /// How the clip is retargeted; null if the clip animates the figure's own nodes or there is no clip.
    [[nodiscard]] const RemapPlan* plan() const { return player ? player->plan() : nullptr; }
    /// True if the clip animates the node, or the displacer's weight: the value in the file is then not
    /// visible.
    [[nodiscard]] bool clip_holds(int node) const;
    [[nodiscard]] bool clip_holds_weight(int displacer) const;
    /// True if the figure is shown and plays a clip.
    [[nodiscard]] bool moves() const { return shown && player.has_value(); }
    [[nodiscard]] Figure frame() const;  // for compose_frame; valid until the figure changes
};

/// Fills OpenFigure::files and `answered` from the files that the document was read from.
void know_files(OpenFigure& figure);

/// Returns what is hidden with an item: a mesh, joint or site itself, the meshes of a segment; none for other
/// items.
[[nodiscard]] std::vector<Item> hidden_with(const Document& document, const Item& item);
/// True if something is hidden with the item, and all of it is.
[[nodiscard]] bool hides(const OpenFigure& figure, const Item& item);

/// True for a glTF, VRMA or BVH file with clips and without a body.
[[nodiscard]] bool holds_only_clips(const Document& document);
/// True if some humanoid has bones that a clip could animate.
[[nodiscard]] bool has_bones(const Document& document);

}  // namespace vitruvian
