// Clips that a figure cannot play as they are: those of another file, and those that name bones instead of
// nodes.
#pragma once

#include "app/cli/commands.h"
#include "model/document/document.h"
#include "model/remap/clip_player.h"

#include <optional>
#include <string>

namespace vitruvian {

/// How a clip is retargeted where the command line says `mode` and `reference`. Of a reference that was
/// chosen, channels are relative to it and no more: bones without a channel stay where they rest.
[[nodiscard]] RemapOptions remap_options(RemapMode mode, ReferenceKind reference, bool pin_feet);

/// The file that `selector` names where it is not a clip of the figure's own; empty: none.
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

/// Makes ready to play the clip that `posing` asks for (without one but with a time, the first) on `humanoid` (-1: there is
/// none): the foreign one where there is one, else one of `document`'s own. nullopt where none is asked for. An Error that
/// has a place is about an input; one without is wrong usage.
[[nodiscard]] Result<std::optional<ClipPlayer>> make_player(const Document& document, int humanoid,
                                                            const PosingOptions& posing,
                                                            const std::optional<ForeignClip>& foreign);

/// unreadable or usage, by that rule.
[[nodiscard]] ExitCode exit_code_of(const Error& error);

}  // namespace vitruvian
