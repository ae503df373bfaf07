// Clips that a figure cannot play as they are: those of another file, and those that name bones instead of
// nodes.
#pragma once

#include "app/cli/commands.h"
#include "model/document/document.h"

#include <optional>
#include <string>

namespace vitruvian {

/// How a clip is carried over where the command line says `mode` and `reference`. Of a reference that was
/// chosen, channels are relative to it and no more: bones without a channel stay where they rest.
[[nodiscard]] RemapOptions remap_options(RemapMode mode, ReferenceKind reference, bool pin_feet);

/// The file that `selector` names where it is no clip of the figure's own; empty: none.
[[nodiscard]] std::string foreign_clip_file(const std::string& selector);

struct ForeignClip {
    std::string file;
    Document document;
    std::size_t clip = 0;  // into document.clips
};
/// What OTHER_FILE, OTHER_FILE#name or OTHER_FILE#index means; nullopt where `selector` is empty or one of
/// `document`'s own clips.
[[nodiscard]] Result<std::optional<ForeignClip>> find_foreign_clip(const Document& document,
                                                                   const std::string& selector);

/// Where `posing.clip` (or, without it, a time) asks for a clip of OTHER_FILE, OTHER_FILE#name or
/// OTHER_FILE#index, or for one of this file's own that names bones, carries it over to the figure asked for,
/// adds it to `document.clips` and makes `posing.clip` its index. Anything else is left for pose_figure. What
/// could not be carried over is added to the document's diagnostics. An Error that has a place is about an
/// input; one without is wrong usage.
[[nodiscard]] Result<void> settle_clip(Document& document, PosingOptions& posing);
/// The same where find_foreign_clip has read the other file already.
[[nodiscard]] Result<void> settle_clip(Document& document, PosingOptions& posing, const ForeignClip& foreign);

/// unreadable or usage, by that rule.
[[nodiscard]] ExitCode exit_code_of(const Error& error);

}  // namespace vitruvian
