// `vitruvian convert`: writes a file in another format, or in the same one with edits and names as requested.
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "app/cli/output.h"
#include "app/cli/saved_files.h"
#include "model/formats/save.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

std::string result_json(const ConvertOptions& options, FileFormat format, const SavedDocument& saved) {
    Json out = {{"input", options.input},
                {"output", options.output},
                {"format", std::string(to_string(format))},
                {"files", files_json(saved)},
                {"notes", Json::array()}};
    for (const Diagnostic& d : saved.notes.list()) out["notes"].push_back(diagnostic_json(d));
    return json_text(out, 2);
}

}  // namespace

ExitCode run_convert(const ConvertOptions& options, const Console& console) {
    const FileFormat format =
        options.save.format != FileFormat::unknown ? options.save.format : format_for_path(options.output);
    const Result<Document> document = load_input(options.input);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    console.report(document->diagnostics);
    SaveOptions save = options.save;
    save.format = format;
    const Result<SavedDocument> saved = write_document(*document, options.output, save);
    if (!saved) return console.failed(saved.error(), ExitCode::unwritable);
    report_saved(console, *saved);
    if (!options.json) return ExitCode::done;
    const auto written = write_output("-", result_json(options, format, *saved));
    return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
}

}  // namespace vitruvian
