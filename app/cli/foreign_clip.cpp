#include "app/cli/foreign_clip.h"

#include "app/cli/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace vitruvian {
namespace {

/// "walk.glb#2" to its halves. A '#' may be part of a file's name.
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

/// The time asked for is baked exactly; others fall between keys.
std::vector<double> asked_times(const PosingOptions& posing, const Clip& clip) {
    const double asked = posing.cycle ? *posing.cycle * clip.duration : posing.time.value_or(0.0);
    return {std::clamp(asked, 0.0, std::max(clip.duration, 0.0))};
}

Result<void> carry_over(Document& document, PosingOptions& posing, const RemapSource& source) {
    const auto humanoid = find_humanoid(document, posing.humanoid);
    if (!humanoid) return tl::unexpected(humanoid.error());
    if (*humanoid < 0) {
        return fail("no-humanoid", "this file has no humanoid that a clip could be carried over to",
                    Location{document.file, 0, 0, {}});
    }
    RemapOptions options = remap_options(posing.remap, posing.reference, posing.pin_feet);
    if (source.document == &document) options.source_reference = posing.reference;
    const Result<RemapPlan> plan = RemapPlan::make(source, document, *humanoid, options);
    if (!plan) return tl::unexpected(plan.error());
    const std::vector<double> times = asked_times(posing, *source.clip);
    BakeOptions baking;
    baking.also_at = times;
    auto clip = std::make_shared<Clip>(plan->bake(baking));
    for (const Diagnostic& d : plan->diagnostics().list()) {
        document.diagnostics.add(d.severity, d.code, d.message, d.where);
    }
    posing.clip = std::to_string(document.clips.size());
    document.clips.push_back(std::move(clip));
    return {};
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

Result<void> settle_clip(Document& document, PosingOptions& posing, const ForeignClip& foreign) {
    return carry_over(document, posing, {foreign.document.clips[foreign.clip], &foreign.document, -1});
}

Result<void> settle_clip(Document& document, PosingOptions& posing) {
    const bool at_a_time = posing.time.has_value() || posing.cycle.has_value();
    if (posing.clip.empty() && (!at_a_time || document.clips.empty())) return {};
    const Result<std::optional<ForeignClip>> foreign = find_foreign_clip(document, posing.clip);
    if (!foreign) return tl::unexpected(foreign.error());
    if (*foreign) return settle_clip(document, posing, **foreign);
    const Result<std::size_t> own = find_clip(document, posing.clip.empty() ? "0" : posing.clip);
    if (!own) return tl::unexpected(own.error());
    const std::shared_ptr<const Clip> clip = document.clips[*own];
    if (!clip->targets_bones()) return {};
    const auto humanoid = find_humanoid(document, posing.humanoid);
    if (!humanoid) return tl::unexpected(humanoid.error());
    return carry_over(document, posing, {clip, &document, *humanoid});
}

}  // namespace vitruvian
