#include "app/report/diff_page.h"

#include "app/report/escape.h"

#include <fmt/format.h>

#include <numbers>

namespace vitruvian::report {
namespace {

constexpr std::string_view style = R"(
:root{color-scheme:light dark}
body{margin:0 auto;padding:24px 16px 64px;max-width:1280px;font:15px/1.5 Inter,system-ui,sans-serif;
font-variant-numeric:tabular-nums}
h1{font-size:22px;margin:0 0 4px}p{margin:0 0 12px}
.pictures{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}figure{margin:0;flex:1;min-width:280px}
img{width:100%;border-radius:4px;background:#2b2d31}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:4px 12px 4px 0;vertical-align:top;
border-bottom:1px solid #8884;overflow-wrap:anywhere}
.added{color:#33618f}.removed{color:#b3261e}.changed,.renamed{color:#8a5a00}
@media(prefers-color-scheme:dark){.added{color:#8fc1f0}.removed{color:#ff8a80}.changed,.renamed{color:#ffc069}}
)";

std::string figure_of(const std::string& picture, const std::string& caption) {
    if (picture.empty()) return {};
    return fmt::format("<figure><img src=\"{}\" alt=\"{}\"><figcaption>{}</figcaption></figure>\n", picture,
                       markup_text(caption), markup_text(caption));
}

std::string quantity(const RigChange& change) {
    if (change.magnitude == 0.0) return {};
    if (change.unit == "rad") {
        return fmt::format("{:.4g} rad ({:.1f} deg)", change.magnitude,
                           change.magnitude * 180.0 / std::numbers::pi);
    }
    return fmt::format("{:.4g}{}{}", change.magnitude, change.unit.empty() ? "" : " ", change.unit);
}

}  // namespace

std::string words_of_change(const RigChange& change) {
    if (change.kind == RigChangeKind::renamed) return fmt::format(", before {}", to_string(change.before));
    if (change.field.empty()) return {};
    std::string out = ": " + words_of(change.field);
    const bool has_values = change.before.index() != 0 || change.after.index() != 0;
    if (has_values && change.part != RigPart::weights)
        out += fmt::format(" {}, before {}", to_string(change.after), to_string(change.before));
    if (!change.detail.empty()) out += ", " + change.detail;
    const std::string size = quantity(change);
    return size.empty() ? out : out + fmt::format(" ({})", size);
}

std::string diff_page(const std::string& first, const std::string& second,
                      const std::vector<RigChange>& changes, const DiffPictures& pictures) {
    const std::string title =
        changes.empty() ? std::string("The same rig")
                        : fmt::format("{} {}", changes.size(), changes.size() == 1 ? "change" : "changes");
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; "
        "img-src data:\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>Rig diff: {0}</title><style>{1}</style></head><body>\n<h1>{0}</h1><p>{2} to {3}</p>\n",
        title, style, markup_text(first), markup_text(second));
    if (!pictures.note.empty()) out += fmt::format("<p>{}</p>\n", markup_text(pictures.note));
    out += "<div class=\"pictures\">" + figure_of(pictures.first, first) +
           figure_of(pictures.second, second) +
           figure_of(pictures.overlaid, "Both: before in orange, after in blue") + "</div>\n";
    if (!changes.empty())
        out +=
            "<table><tr><th></th><th>What</th><th>Name</th><th>Field</th><th>Before</th><th>After</"
            "th><th>By</th></tr>\n";
    for (const RigChange& change : changes) {
        out += fmt::format("<tr><td class=\"{0}\">{0}</td><td>{1}</td><td>{2}</td><td>{3}</td>",
                           to_string(change.kind), to_string(change.part), markup_text(change.name),
                           markup_text(words_of(change.field)));
        const auto cell = [](const Value& value) {
            return value.index() == 0 ? std::string() : markup_text(to_string(value));
        };
        out += fmt::format("<td>{}</td><td>{}</td><td>{} {}</td></tr>\n", cell(change.before),
                           cell(change.after), markup_text(quantity(change)), markup_text(change.detail));
    }
    return out + (changes.empty() ? "" : "</table>") + "</body></html>\n";
}

}  // namespace vitruvian::report
