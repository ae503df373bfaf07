// `vitruvian diff`: lists the differences between two rigs.
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "app/cli/output.h"
#include "app/jobs/diff_pictures.h"
#include "app/report/diff_page.h"
#include "model/core/counted.h"
#include "model/edit/scale_document.h"
#include "model/rig_diff/change_words.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

Json value_json(const Value& value) {
    struct Maker {
        Json operator()(std::monostate) const { return {}; }
        Json operator()(bool x) const { return x; }
        Json operator()(std::int64_t x) const { return x; }
        Json operator()(double x) const { return static_cast<float>(x); }
        Json operator()(const std::string& x) const { return x; }
        Json operator()(const std::vector<float>& x) const { return x; }
    };
    return std::visit(Maker{}, value);
}

std::string diff_json(const std::vector<RigChange>& changes) {
    Json out = {{"schema", "vitruvian-diff-1"}, {"equal", changes.empty()}, {"changes", Json::array()}};
    for (const RigChange& change : changes) {
        out["changes"].push_back({{"what", to_string(change.part)},
                                  {"name", change.name},
                                  {"change", to_string(change.kind)},
                                  {"field", change.field.empty() ? Json() : Json(change.field)},
                                  {"before", value_json(change.before)},
                                  {"after", value_json(change.after)},
                                  {"magnitude", static_cast<float>(change.magnitude)},
                                  {"unit", std::string(change.unit)},
                                  {"place", change.place.empty() ? Json() : Json(change.place)},
                                  {"detail", change.detail.empty() ? Json() : Json(change.detail)},
                                  {"figure", change.figure}});
    }
    return json_text(out, 2);
}

HumanText diff_text(const DiffOptions& options, const std::vector<RigChange>& changes) {
    HumanText out;
    if (changes.empty()) {
        out.add("{} and {} are the same rig.\n", options.first, options.second);
        return out;
    }
    out.add("{} to {}: {}\n", options.first, options.second, counted(changes.size(), "change", "changes"));
    for (const RigChange& change : changes) {
        out.add("  ");
        out.set_style(change.kind == RigChangeKind::removed ? TextStyle::error
                      : change.kind == RigChangeKind::added ? TextStyle::info
                                                            : TextStyle::warning);
        out.add("{:<8}", to_string(change.kind));
        out.set_style(TextStyle::plain);
        out.add(" {} {}{}\n", to_string(change.part), shown_name(change), words_of_change(change));
    }
    return out;
}

/// Figures of very different sizes are drawn at one size: the smaller could not be seen beside the other.
std::string page_of(const DiffOptions& options, Document first, const Document& second,
                    const std::vector<RigChange>& changes) {
    constexpr double most = 3.0;
    const std::optional<double> factor = change_of_size(changes);
    const bool is_resized = factor && (*factor > most || *factor * most < 1.0);
    if (is_resized) scale_document(first, static_cast<float>(*factor));
    report::DiffPictures pictures = draw_diff(first, second);
    if (is_resized && pictures.note.empty()) pictures.note = "Both are drawn at the size of the second.";
    return report::diff_page(options.first, options.second, changes, pictures);
}

}  // namespace

ExitCode run_diff(const DiffOptions& options, const Console& console) {
    const Result<Document> first = load_input(options.first);
    if (!first) return console.failed(first.error(), ExitCode::unreadable);
    const Result<Document> second = load_input(options.second);
    if (!second) return console.failed(second.error(), ExitCode::unreadable);
    const std::vector<RigChange> changes = compare_rigs(*first, *second, options.tolerance);
    Result<void> written;
    switch (options.format) {
        case DiffFormat::text:
            written = options.output == "-"
                          ? print(diff_text(options, changes))
                          : write_output(options.output, diff_text(options, changes).text());
            break;
        case DiffFormat::json:
            written = write_output(options.output, diff_json(changes));
            break;
        case DiffFormat::html:
            written = write_output(options.output, page_of(options, *first, *second, changes));
            break;
    }
    if (!written) return console.failed(written.error(), ExitCode::unwritable);
    return changes.empty() ? ExitCode::done : ExitCode::findings;
}

}  // namespace vitruvian
