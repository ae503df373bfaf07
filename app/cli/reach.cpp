#include "app/cli/reach.h"

#include "app/cli/foreign_clip.h"

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

}  // namespace vitruvian
