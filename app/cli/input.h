// Input of the commands: a document from a file or standard input, and a posed figure of it.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "model/document/item.h"
#include "model/pose/pose.h"

namespace vitruvian {

/// Reads a document; "-" is standard input, which has no folder for relative references.
[[nodiscard]] Result<Document> load_input(const std::string& file);

/// Reads all of standard input. Errors "file-too-large", "cannot-read".
[[nodiscard]] Result<std::vector<std::byte>> read_standard_input();

/// Returns the index of the humanoid given by `selector` (index or name; empty: the first); -1 if the
/// document has none and none is requested. Error "no-such-humanoid".
[[nodiscard]] Result<int> find_humanoid(const Document& document, const std::string& selector);

/// Returns the index into Document::clips for a clip's index or name. Error "no-such-clip".
[[nodiscard]] Result<std::size_t> find_clip(const Document& document, const std::string& selector);

/// The distance of an effector from its target.
struct Reached {
    std::string effector;
    vec3 target{0.0F};      // in world space
    float distance = 0.0F;  // in the file's units
};

/// A figure in the requested pose.
struct PosedFigure {
    int humanoid = -1;                 // index into Document::humanoids; -1: the document has none
    std::shared_ptr<const Clip> clip;  // null: none, the file's pose
    double time = 0.0;                 // seconds into the clip, within its duration
    Skeleton skeleton;
    Pose pose;
    std::vector<Reached> reached;
    Diagnostics remarks;  // on its clip and pose inputs
};

/// Applies in order: the file's pose, the clip, the matrices of a file, the rotations and displacers given
/// explicitly, and the targets of effectors. Errors with a file in their place are about that file; others
/// are usage errors: a selector that matches nothing in the document.
[[nodiscard]] Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options);
/// The same with the clip that find_foreign_clip has already loaded.
[[nodiscard]] Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options,
                                              const std::optional<ForeignClip>& foreign);

}  // namespace vitruvian
