#include "app/cli/foreign_clip.h"

#include "app/cli/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace vitruvian {
namespace {

/// Splits "walk.glb#2". A '#' may be part of a file's name.
struct ForeignSelector {
    std::string file;
    std::string clip;  // empty: the first
};

std::optional<ForeignSelector> parse_foreign(const std::string& selector) {
    const auto is_file = [](const std::string& path) {
        constexpr std::array extensions = {".glb", ".gltf", ".vrm",  ".vrma", ".wrl",
                                           ".x3d", ".x3dv", ".x3dj", ".bvh"};
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored)) return true;
        const auto extension = std::filesystem::path(path).extension();
        return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
    };
    if (is_file(selector)) return ForeignSelector{selector, ""};
    const std::size_t hash = selector.rfind('#');
    if (hash == std::string::npos || !is_file(selector.substr(0, hash))) return std::nullopt;
    return ForeignSelector{selector.substr(0, hash), selector.substr(hash + 1)};
}

}  // namespace

RemapOptions remap_options(RemapMode mode, ReferenceKind reference, bool pin_feet) {
    RemapOptions out;
    out.mode = mode;
    out.target_reference = reference;
    out.still_bones_keep_rest = reference != ReferenceKind::automatic;
    out.pin_feet = pin_feet;
    return out;
}

std::string foreign_clip_file(const std::string& selector) {
    const std::optional<ForeignSelector> foreign = parse_foreign(selector);
    return foreign ? foreign->file : std::string();
}

ExitCode exit_code_of(const Error& error) {
    return error.where.file.empty() ? ExitCode::usage : ExitCode::unreadable;
}

Result<std::optional<ForeignClip>> find_foreign_clip(const Document& document, const std::string& selector) {
    if (selector.empty()) return std::nullopt;
    const Result<std::size_t> own = find_clip(document, selector);
    if (own) return std::nullopt;
    const std::optional<ForeignSelector> foreign = parse_foreign(selector);
    if (!foreign) return tl::unexpected(own.error());
    Result<Document> other = load_input(foreign->file);
    if (!other) return tl::unexpected(other.error());
    const Result<std::size_t> chosen = find_clip(*other, foreign->clip.empty() ? "0" : foreign->clip);
    if (!chosen) return tl::unexpected(chosen.error());
    return ForeignClip{foreign->file, std::move(*other), *chosen};
}

Result<std::optional<ClipPlayer>> make_player(const Document& document, int humanoid,
                                              const PosingOptions& posing,
                                              const std::optional<ForeignClip>& foreign) {
    RemapOptions options = remap_options(posing.remap, posing.reference, posing.pin_feet);
    RemapSource source;
    if (foreign) {
        source = {foreign->document.clips[foreign->clip], &foreign->document, -1};
    } else {
        const bool at_a_time = posing.time.has_value() || posing.cycle.has_value();
        if (posing.clip.empty() && !at_a_time) return std::nullopt;
        if (document.clips.empty() && posing.clip.empty())
            return fail("no-clip", "a time was asked for, but this file has no clip to play");
        const Result<std::size_t> own = find_clip(document, posing.clip.empty() ? "0" : posing.clip);
        if (!own) return tl::unexpected(own.error());
        source = {document.clips[*own], &document, humanoid};
        options.source_reference = posing.reference;
    }
    Result<ClipPlayer> player = ClipPlayer::make(source, document, humanoid, options);
    if (!player) return tl::unexpected(player.error());
    return std::move(*player);
}

}  // namespace vitruvian
