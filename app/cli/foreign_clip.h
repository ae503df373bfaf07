// Clips that need retargeting: those of another file, and those that animate bones instead of nodes.
#pragma once

#include "app/cli/commands.h"
#include "model/document/document.h"
#include "model/remap/clip_player.h"

#include <optional>
#include <string>

namespace vitruvian {

/// Returns the retargeting options for the command line's `mode` and `reference`. With an explicit reference,
/// channels are only relative to it: bones without a channel stay at rest.
[[nodiscard]] RemapOptions remap_options(RemapMode mode, ReferenceKind reference, bool pin_feet);

/// Returns the file named in `selector` if it is not a clip of the figure's own; empty: none.
[[nodiscard]] std::string foreign_clip_file(const std::string& selector);

struct ForeignClip {
    std::string file;
    Document document;
    std::size_t clip = 0;  // index into document.clips
};
/// Loads the clip of OTHER_FILE, OTHER_FILE#name or OTHER_FILE#index; nullopt if `selector` is empty or names
/// one of `document`'s own clips.
[[nodiscard]] Result<std::optional<ForeignClip>> find_foreign_clip(const Document& document,
                                                                   const std::string& selector);

/// Creates a player of the clip that `posing` requests (the first if it only has a time) on `humanoid` (-1:
/// there is none): the foreign clip if there is one, else one of `document`'s own. nullopt if none is
/// requested. An Error with a place is about an input file; one without is a usage error.
[[nodiscard]] Result<std::optional<ClipPlayer>> make_player(const Document& document, int humanoid,
                                                            const PosingOptions& posing,
                                                            const std::optional<ForeignClip>& foreign);

/// Returns unreadable or usage, by the rule of make_player.
[[nodiscard]] ExitCode exit_code_of(const Error& error);

}  // namespace vitruvian
