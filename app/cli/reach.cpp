#include "app/cli/reach.h"

#include "app/cli/foreign_clip.h"

#include <set>

namespace vitruvian {
namespace {

Reach reach_of(const std::string& file, const PosingOptions& posing) {
    Reach out;
    out.documents = {file, foreign_clip_file(posing.clip)};
    out.files = {posing.matrices};
    return out;
}

}  // namespace

Reach reach_of(const InfoOptions& options) {
    return {.documents = {options.file}, .files = {}, .outputs = {}};
}

Reach reach_of(const PoseOptions& options) {
    Reach out = reach_of(options.file, options.posing);
    out.outputs = {options.output};
    return out;
}

Reach reach_of(const ScreenshotOptions& options) {
    Reach out = reach_of(options.file, options.posing);
    out.files.push_back(options.reference);
    out.outputs = {options.output};
    out.draws = true;
    return out;
}

Reach reach_of(const CompareOptions& options) {
    return {.documents = {}, .files = {options.reference, options.test}, .outputs = {options.heat_map}};
}

Reach reach_of(const RemapBakeOptions& options) {
    return {.documents = {options.clips, options.target}, .files = {}, .outputs = {options.output}};
}

Reach reach_of(const ConvertOptions& options) {
    return {.documents = {options.input}, .files = {}, .outputs = {options.output}};
}

Reach reach_of(const EditOptions& options) {
    return {.documents = {options.input}, .files = {options.commands}, .outputs = {options.output}};
}

Reach reach_of(const DiffOptions& options) {
    return {.documents = {options.first, options.second},
            .files = {},
            .outputs = {options.output},
            .draws = options.format == DiffFormat::html};
}

Reach reach_of(const RomOptions& options) {
    return {.documents = {options.file, foreign_clip_file(options.clip)},
            .files = {},
            .outputs = {options.output},
            .draws = !options.output.empty()};
}

Reach reach_of(const CheckOptions& options) {
    Reach out;
    out.documents.assign(options.inputs.begin(), options.inputs.end());
    out.documents.emplace_back(foreign_clip_file(options.clips));
    out.files = {options.profile};
    out.files.insert(out.files.end(), options.merge.begin(), options.merge.end());
    out.files.insert(out.files.end(), options.found.linked.begin(), options.found.linked.end());
    out.outputs = {options.output};
    out.draws = options.format == CheckFormat::html;
    return out;
}

Reach reach_of(const RegressOptions& options) {
    Reach out;
    out.draws = true;
    out.files = {options.suite};
    out.outputs = {options.output};
    if (!options.read) return out;
    const Suite& suite = *options.read;
    if (options.approves) {
        out.outputs.push_back(suite.approved);
    } else {
        out.documents.push_back(suite.approved);
    }
    std::set<std::filesystem::path> known;  // shots share files and folders
    const auto add = [&](const std::string& file) {
        if (file.empty() || !known.insert(file).second) return;
        out.files.emplace_back(file);
        if (known.insert(std::filesystem::path(file).parent_path()).second) out.documents.emplace_back(file);
    };
    for (const Shot& shot : suite.shots) {
        add(suite.path_of(shot.file));
        add(foreign_clip_file(suite.path_of(shot.posing.clip)));
        if (!shot.posing.matrices.empty()) out.files.emplace_back(suite.path_of(shot.posing.matrices));
    }
    return out;
}

Reach reach_of(const RegressInitOptions& options) {
    Reach out;
    out.documents.assign(options.found.files.begin(), options.found.files.end());
    out.files.assign(options.found.linked.begin(), options.found.linked.end());
    out.outputs = {options.output};
    return out;
}

}  // namespace vitruvian
