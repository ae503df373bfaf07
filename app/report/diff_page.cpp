#include "app/report/diff_page.h"

#include "app/report/escape.h"
#include "app/report/page.h"
#include "model/core/counted.h"
#include "model/rig_diff/change_words.h"

#include <fmt/format.h>

namespace vitruvian::report {
namespace {

constexpr std::string_view diff_style = R"(
body{max-width:1280px}p{margin:0 0 12px}
.pictures{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}figure{margin:0;flex:1;min-width:280px}
img{width:100%;border-radius:4px;background:#2b2d31}
section{padding:4px 16px 8px;overflow-x:auto}figcaption{font-size:13px;margin-top:4px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:5px 16px 5px 0;vertical-align:top}
tr+tr{border-top:1px solid var(--line)}th,figcaption{color:var(--quiet);font-weight:400}
td:nth-child(-n+2){white-space:nowrap}td:first-child{font-weight:600}
td:nth-child(n+3){overflow-wrap:break-word}td:last-child{min-width:9em}
.added{color:var(--info)}.removed{color:var(--error)}.changed,.renamed{color:var(--warning)}
)";

std::string figure_of(const std::string& picture, const std::string& caption) {
    if (picture.empty()) return {};
    return fmt::format("<figure><img src=\"{}\" alt=\"{}\"><figcaption>{}</figcaption></figure>\n", picture,
                       markup_text(caption), markup_text(caption));
}

std::string cell_of(const RigChange& change, const Value& value) {
    const bool has_values = change.before.index() != 0 || change.after.index() != 0;
    if (value.index() == 0) return has_values ? "<span class=\"quiet\">not given</span>" : std::string();
    return markup_text(words_of_value(change, value));
}

}  // namespace

std::string diff_page(const std::string& first, const std::string& second,
                      const std::vector<RigChange>& changes, const DiffPictures& pictures) {
    const std::string title =
        changes.empty() ? std::string("The same rig") : counted(changes.size(), "change", "changes");
    std::string out = page_head(fmt::format("Rig diff: {}", title), diff_style, PageScripts::none);
    out += fmt::format("<h1>{}</h1><p class=\"quiet\">{} to {}</p>\n", title, markup_text(first),
                       markup_text(second));
    if (!pictures.note.empty()) out += fmt::format("<p>{}</p>\n", markup_text(pictures.note));
    out += "<div class=\"pictures\">" + figure_of(pictures.first, first) +
           figure_of(pictures.second, second) +
           figure_of(pictures.overlaid, "Both: before in orange, after in blue") + "</div>\n";
    if (!changes.empty())
        out +=
            "<section><table><tr><th></th><th>What</th><th>Name</th><th>Field</th><th>Before</th><th>After</"
            "th><th>By</th></tr>\n";
    for (const RigChange& change : changes) {
        out += fmt::format("<tr><td class=\"{0}\">{0}</td><td>{1}</td><td>{2}</td><td>{3}</td>",
                           to_string(change.kind), to_string(change.part), markup_text(shown_name(change)),
                           markup_text(words_of(change.field)));
        // Counts also have a description.
        const bool is_counted = change.unit.empty() && !change.detail.empty();
        out += fmt::format("<td>{}</td><td>{}</td><td>{} {}</td></tr>\n", cell_of(change, change.before),
                           cell_of(change, change.after),
                           is_counted ? std::string() : markup_text(words_of_magnitude(change)),
                           markup_text(change.detail));
    }
    return out + (changes.empty() ? "" : "</table></section>") + "</body></html>\n";
}

}  // namespace vitruvian::report
