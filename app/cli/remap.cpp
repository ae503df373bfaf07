// `vitruvian remap`: bakes clips of one file for the humanoid of another.
#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "app/cli/saved_files.h"
#include "model/formats/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vitruvian {
namespace {

/// Tolerance for removed keys: not visible, a fifth of a millimetre at a hand.
constexpr float bake_tolerance = 2e-4F;

struct Baked {
    std::shared_ptr<const Clip> clip;
    RemapMode mode = RemapMode::world;
    ReferenceKind reference = ReferenceKind::rest;
    std::size_t foot_contacts = 0;
    Diagnostics diagnostics;
};

std::size_t key_count(const Clip& clip) {
    std::size_t out = 0;
    for (const Channel& channel : clip.channels) out += channel.times.size();
    return out;
}

/// Generates unique clip names.
class ClipNames {
  public:
    explicit ClipNames(const Document& document) {
        for (const auto& clip : document.clips) used_.insert(clip->name);
    }
    /// Returns `name`, or the name with the first free number.
    std::string make(const std::string& name) {
        std::string out = name;
        for (int& number = last_number_[name]; !used_.insert(out).second;) {
            number = std::max(number, 1) + 1;
            out = fmt::format("{} {}", name, number);
        }
        return out;
    }

  private:
    std::unordered_set<std::string> used_;
    std::unordered_map<std::string, int> last_number_;
};

Result<Baked> bake(const RemapSource& source, const Document& target, int humanoid,
                   const RemapBakeOptions& options, ClipNames& names) {
    const RemapOptions carrying = remap_options(options.mode, options.reference, options.pin_feet);
    const Result<RemapPlan> plan = RemapPlan::make(source, target, humanoid, carrying);
    if (!plan) return tl::unexpected(plan.error());
    BakeOptions baking;
    // BVH has every joint in every frame anyway, and its rate follows from the keys.
    if (format_for_path(options.output) != FileFormat::bvh) baking.tolerance = bake_tolerance;
    if (options.rate > 0.0) {
        baking.rate = options.rate;
        baking.whole_frames = true;
    } else {
        baking.rate = 0.0;
    }
    auto clip = std::make_shared<Clip>(plan->bake(baking));
    clip->name = names.make(clip->name);
    return Baked{std::move(clip), plan->mode(), plan->target_reference(), plan->foot_contacts(),
                 plan->diagnostics()};
}

/// Returns indices into the clips of `document`.
Result<std::vector<std::size_t>> chosen_clips(const Document& document, const RemapBakeOptions& options) {
    std::vector<std::size_t> out;
    for (const std::string& selector : options.chosen) {
        const Result<std::size_t> clip = find_clip(document, selector);
        if (!clip) return tl::unexpected(clip.error());
        out.push_back(*clip);
    }
    if (!options.chosen.empty()) return out;
    for (std::size_t i = 0; i < document.clips.size(); ++i) out.push_back(i);
    if (out.empty()) return fail("no-clips", "there are no clips in this file", {document.file, 0, 0, {}});
    return out;
}

/// Bakes every requested clip. A clip that animates no humanoid is skipped where all are requested.
Result<std::vector<Baked>> bake_all(const Document& clips, Document& target, const RemapBakeOptions& options,
                                    const Console& console) {
    const Result<int> humanoid = find_humanoid(target, options.humanoid);
    if (!humanoid) return tl::unexpected(humanoid.error());
    if (*humanoid < 0) {
        return fail("no-humanoid", "this file has no humanoid to retarget a clip to",
                    {target.file, 0, 0, {}});
    }
    const Result<std::vector<std::size_t>> chosen = chosen_clips(clips, options);
    if (!chosen) return tl::unexpected(chosen.error());
    ClipNames names(target);
    std::vector<Baked> out;
    std::optional<Error> first_error;
    for (const std::size_t index : *chosen) {
        Result<Baked> baked = bake({clips.clips[index], &clips, -1}, target, *humanoid, options, names);
        if (!baked) {
            if (!options.chosen.empty()) return tl::unexpected(baked.error());
            console.warning(baked.error().text());
            if (!first_error) first_error = baked.error();
            continue;
        }
        target.clips.push_back(baked->clip);
        out.push_back(std::move(*baked));
    }
    if (out.empty()) return tl::unexpected(*first_error);
    return out;
}

Json diagnostics_json(const Diagnostics& diagnostics) {
    Json out = Json::array();
    for (const Diagnostic& d : diagnostics.list()) {
        out.push_back({{"severity", to_string(d.severity)},
                       {"code", d.code},
                       {"message", d.message},
                       {"where", d.where.text()},
                       {"count", d.count}});
    }
    return out;
}

const char* text_of(RemapMode mode) {
    return mode == RemapMode::spec ? "spec" : "world";
}

std::string result_json(const RemapBakeOptions& options, const std::vector<Baked>& all,
                        const SavedDocument& saved) {
    Json out = {{"clips_file", options.clips}, {"target", options.target}, {"output", options.output}};
    out["clips"] = Json::array();
    for (const Baked& baked : all) {
        out["clips"].push_back({{"name", baked.clip->name},
                                {"duration", baked.clip->duration},
                                {"channels", baked.clip->channels.size()},
                                {"keys", key_count(*baked.clip)},
                                {"remap", text_of(baked.mode)},
                                {"reference", to_string(baked.reference)},
                                {"foot_contacts", baked.foot_contacts},
                                {"diagnostics", diagnostics_json(baked.diagnostics)}});
    }
    out["files"] = files_json(saved);
    out["diagnostics"] = diagnostics_json(saved.notes);
    return json_text(out, 3);
}

HumanText result_text(const std::vector<Baked>& all) {
    HumanText out;
    for (const Baked& baked : all) {
        out.add("{:<30} {:8.3f} s  {} channels, {} keys  ({}, {})\n", baked.clip->name, baked.clip->duration,
                baked.clip->channels.size(), key_count(*baked.clip), text_of(baked.mode),
                to_string(baked.reference));
    }
    return out;
}

}  // namespace

ExitCode run_remap(const RemapBakeOptions& options, const Console& console) {
    SaveOptions saving;
    saving.format = format_for_path(options.output);
    if (saving.format == FileFormat::unknown) {
        console.error(fmt::format("the suffix of '{}' names no format that is written", options.output));
        return ExitCode::usage;
    }
    const Result<Document> clips = load_input(options.clips);
    if (!clips) return console.failed(clips.error(), ExitCode::unreadable);
    Result<Document> target = load_input(options.target);
    if (!target) return console.failed(target.error(), ExitCode::unreadable);
    const auto own_clips = static_cast<std::ptrdiff_t>(target->clips.size());
    const Result<std::vector<Baked>> baked = bake_all(*clips, *target, options, console);
    if (!baked) return console.failed(baked.error(), exit_code_of(baked.error()));
    // BVH only holds one clip. Until now its own one told how the figure stands.
    if (saving.format == FileFormat::bvh)
        target->clips.erase(target->clips.begin(), target->clips.begin() + own_clips);
    const Result<SavedDocument> saved = save_document(*target, options.output, saving);
    if (!saved) return console.failed(saved.error(), ExitCode::unwritable);
    if (!options.json) {
        for (const Baked& clip : *baked) console.report(clip.diagnostics);
        report_saved(console, *saved);
    }
    const auto printed =
        options.json ? write_output("-", result_json(options, *baked, *saved)) : print(result_text(*baked));
    return printed ? ExitCode::done : console.failed(printed.error(), ExitCode::unwritable);
}

}  // namespace vitruvian
