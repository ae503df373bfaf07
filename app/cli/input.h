// What the commands read: a document from a file or standard input, and a figure of it posed as asked.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "model/document/item.h"
#include "model/pose/pose.h"

namespace vitruvian {

/// Reads a document; "-" is standard input, which has no folder for relative references.
[[nodiscard]] Result<Document> load_input(const std::string& file);

/// All of standard input. Errors "file-too-large", "cannot-read".
[[nodiscard]] Result<std::vector<std::byte>> read_standard_input();

/// Index of the humanoid that `selector` (index or name; empty: the first) means; -1 where the document has
/// none and none is asked for. Error "no-such-humanoid".
[[nodiscard]] Result<int> find_humanoid(const Document& document, const std::string& selector);

/// Index into Document::clips of a clip's index or name. Error "no-such-clip".
[[nodiscard]] Result<std::size_t> find_clip(const Document& document, const std::string& selector);

/// How near an effector came to where it was to be.
struct Reached {
    std::string effector;
    vec3 target{0.0F};      // in the world
    float distance = 0.0F;  // in the file's units
};

/// A figure at the moment asked for.
struct PosedFigure {
    int humanoid = -1;                 // into Document::humanoids; -1: the document has none
    std::shared_ptr<const Clip> clip;  // null: none, the pose that the file stores
    double time = 0.0;                 // seconds into the clip, within its length
    Skeleton skeleton;
    Pose pose;
    std::vector<Reached> reached;
    Diagnostics remarks;  // on what posed it
};

/// The file's pose, then the clip, then the matrices of a file, then rotations and displacers set by hand, then what
/// effectors are to reach.
/// Errors with a file in their place are of that file; others are wrong usage: a selector that names nothing
/// in the document.
[[nodiscard]] Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options);
/// The same where find_foreign_clip has read the other file already.
[[nodiscard]] Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options,
                                              const std::optional<ForeignClip>& foreign);

}  // namespace vitruvian
