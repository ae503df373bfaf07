// The HTML report: self-contained. Its content security policy blocks everything that is not inline, whatever
// a name contains.
#include "app/report/escape.h"
#include "app/report/page.h"
#include "app/report/write.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

namespace vitruvian::report {
namespace {

/// Findings per check and file that are shown initially; the others are a click away.
constexpr std::size_t max_open = 6;

constexpr std::string_view check_style = R"(
summary{cursor:pointer}
section>details>summary{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;padding:12px 16px}
section>details[open]>summary{border-bottom:1px solid var(--line)}
.check{padding:12px 16px;border-left:3px solid var(--level)}.check+.check{border-top:1px solid var(--line)}
.error{--level:var(--error)}.warning{--level:var(--warning)}.info{--level:var(--info)}
.check>h3{display:flex;flex-wrap:wrap;gap:0 12px;align-items:baseline;font-size:15px;margin:0}
.badge,.count{color:var(--level);font-weight:600}summary .count{margin-right:8px}
.facts,.more>summary,.skipped{font-size:13px;color:var(--quiet)}
.advice::before{content:"\2192\00a0"}.advice{color:var(--quiet)}
article{display:flex;gap:16px;padding:8px 0}article+article{border-top:1px solid var(--line)}
article>div:first-child{flex:1;min-width:0;overflow-wrap:anywhere}
.picture{width:200px;height:150px;flex:none;border-radius:4px;background:#2b2d31 center/cover}
.more>summary{padding:8px 0;border-top:1px solid var(--line)}
.skipped{padding:12px 16px;border-top:1px solid var(--line)}.skipped p{margin-top:8px}
.hide-error .check.error,.hide-warning .check.warning,.hide-info .check.info{display:none}
@media(max-width:720px){article{flex-direction:column}.picture{width:100%;height:auto;aspect-ratio:4/3}}
)";

constexpr std::string_view check_script = R"(
const body=document.body;
for(const box of document.querySelectorAll('input[data-level]'))
  box.addEventListener('change',()=>body.classList.toggle('hide-'+box.dataset.level,!box.checked));
const search=document.getElementById('search');
search.addEventListener('input',()=>{
  const words=search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for(const part of document.querySelectorAll('section')){
    const file=part.querySelector('h2').textContent.toLowerCase();let shown=0;
    for(const check of part.querySelectorAll('.check')){
      const head=file+' '+check.querySelector('h3').textContent.toLowerCase();let here=0;
      for(const item of check.querySelectorAll('article')){
        const text=head+' '+item.textContent.toLowerCase();
        item.hidden=!words.every(word=>text.includes(word));if(!item.hidden)++here;}
      for(const more of check.querySelectorAll('.more'))more.open=words.length>0;
      check.hidden=here===0;shown+=here;}
    part.hidden=words.length>0&&shown===0;}});
)";

/// An icon and a word: severity is not conveyed by colour alone.
std::string_view badge(check::Level level) {
    switch (level) {
        case check::Level::error:
            return "\xE2\x9C\x96 error";
        case check::Level::warning:
            return "\xE2\x96\xB2 warning";
        default:
            return "\xE2\x97\x8F note";
    }
}

/// What all findings of a check in a file have in common is printed once.
struct Common {
    bool advice = true;
    bool threshold = true;
};

/// Returns what was measured, and where; parts are separated.
std::string facts(const Finding& f, const std::string& file, const Common& common) {
    std::string out;
    const auto add = [&out](const std::string& text) {
        if (!text.empty()) out += (out.empty() ? "" : " \xC2\xB7 ") + text;
    };
    if (f.value) add("measured " + markup_text(quantity_text(*f.value, f.unit)));
    if (f.threshold && !common.threshold)
        add("threshold " + markup_text(quantity_text(*f.threshold, f.unit)));
    if (f.clip) add("clip " + markup_text(*f.clip) + (f.time ? fmt::format(" at {:.3f} s", *f.time) : ""));
    if (f.fixable) add("can be fixed by --fix");
    add(markup_text(place_within(f.where, file)));
    return out;
}

/// Findings of one check in one file, as indices.
using Group = std::vector<std::size_t>;

class FileSection {
  public:
    FileSection(const FileResult& file, std::size_t index, const Report& report)
        : file_(file), index_(index), report_(report) {}

    std::string text() const {
        std::string out;
        for (const Group& group : groups()) out += group_text(group);
        return out;
    }

  private:
    [[nodiscard]] const Finding& finding(std::size_t index) const { return file_.findings[index]; }

    /// The most severe first, in the order of the findings.
    std::vector<Group> groups() const {
        std::vector<Group> out;
        std::map<std::pair<check::Level, std::string>, std::size_t> places;
        for (std::size_t i = 0; i < file_.findings.size(); ++i) {
            const auto [place, is_new] =
                places.emplace(std::pair(finding(i).level, finding(i).id), out.size());
            if (is_new) out.emplace_back();
            out[place->second].push_back(i);
        }
        return out;
    }

    Common common_of(const Group& group) const {
        Common out;
        const Finding& first = finding(group.front());
        for (const std::size_t i : group) {
            out.advice &= finding(i).advice == first.advice;
            out.threshold &= finding(i).threshold == first.threshold && finding(i).unit == first.unit;
        }
        return out;
    }

    std::string group_text(const Group& group) const {
        const Finding& first = finding(group.front());
        const Common common = common_of(group);
        const std::string number = group.size() > 1 ? fmt::format(" \xC3\x97 {}", group.size()) : "";
        std::string out = fmt::format(
            "<div class=\"check {}\"><h3><span class=\"badge\">{}</span><span>{} {}{}</span></h3>",
            to_string(first.level), badge(first.level), markup_text(first.id), markup_text(first.name),
            number);
        std::string about = first.threshold && common.threshold
                                ? "threshold " + markup_text(quantity_text(*first.threshold, first.unit))
                                : std::string();
        if (!first.source.empty()) about += (about.empty() ? "" : " \xC2\xB7 ") + markup_text(first.source);
        if (!about.empty()) out += fmt::format("<p class=\"facts\">{}</p>", about);
        if (common.advice && !first.advice.empty())
            out += fmt::format("<p class=\"advice\">{}</p>\n", markup_text(first.advice));
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (i == max_open)
                out += fmt::format("<details class=\"more\"><summary>{} more</summary>\n", group.size() - i);
            out += article(group[i], common);
        }
        return out + (group.size() > max_open ? "</details></div>\n" : "</div>\n");
    }

    std::string article(std::size_t index, const Common& common) const {
        const Finding& f = finding(index);
        const std::string of = f.humanoid.empty() ? "" : fmt::format(" of {}", markup_text(f.humanoid));
        std::string out =
            fmt::format("<article><div><p><strong>{}</strong> <span class=\"quiet\">{}{}</span></p><p>{}</p>",
                        f.object.empty() ? "(no name)" : markup_text(f.object), markup_text(f.kind), of,
                        markup_text(f.message));
        if (!common.advice) out += fmt::format("<p class=\"advice\">{}</p>", markup_text(f.advice));
        out += fmt::format("<p class=\"facts\">{}</p></div>", facts(f, file_.file, common));
        if (const auto found = report_.shown.find({index_, index}); found != report_.shown.end())
            out += fmt::format("<div class=\"picture p{}\" role=\"img\" aria-label=\"{} {}\"></div>",
                               found->second, markup_text(f.kind), markup_text(f.object));
        return out + "</article>\n";
    }

    const FileResult& file_;
    std::size_t index_;
    const Report& report_;
};

std::string count_badges(const Counts& counts) {
    std::string out;
    const auto add = [&out](int count, std::string_view level, std::string_view word) {
        if (count > 0)
            out += fmt::format("<span class=\"count {}\">{} {}{}</span> ", level, count, word,
                               count == 1 ? "" : "s");
    };
    add(counts.error, "error", "error");
    add(counts.warning, "warning", "warning");
    add(counts.info, "info", "note");
    return out.empty() ? "<span class=\"quiet\">nothing found</span>" : out;
}

std::string section(const FileResult& file, std::size_t index, const Report& report) {
    const bool open = file.counts().reaches(check::Level::warning);
    std::string out = fmt::format(
        "<section><details{}><summary><h2>{}</h2><span>{}</span><span class=\"quiet\">profile "
        "{}</span></summary>\n",
        open ? " open" : "", markup_text(file.file), count_badges(file.counts()), markup_text(file.profile));
    out += FileSection(file, index, report).text();
    if (!file.skipped.empty()) {
        out += fmt::format("<details class=\"skipped\"><summary>{} checks do not apply</summary>",
                           file.skipped.size());
        for (const Skipped& skipped : file.skipped)
            out += fmt::format("<p><strong>{}</strong> {}</p>", markup_text(skipped.id),
                               markup_text(skipped.why));
        out += "</details>\n";
    }
    return out + "</details></section>\n";
}

/// Several findings share a picture, so it is embedded once.
std::string picture_style(const Report& report) {
    std::string out;
    for (std::size_t i = 0; i < report.pictures.size(); ++i)
        out += fmt::format(".p{}{{background-image:url({})!important}}\n", i, report.pictures[i]);
    return out;
}

std::string filters(const Counts& counts) {
    std::string out = "<div class=\"bar\">";
    const auto add = [&out](std::string_view level, std::string_view words, int count) {
        out += fmt::format(
            "<label class=\"{0}\"><input type=\"checkbox\" data-level=\"{0}\" checked> "
            "<span class=\"count {0}\">{1}</span> {2}</label>",
            level, words, count);
    };
    add("error", "\xE2\x9C\x96 errors", counts.error);
    add("warning", "\xE2\x96\xB2 warnings", counts.warning);
    add("info", "\xE2\x97\x8F notes", counts.info);
    return out +
           "<input id=\"search\" type=\"search\" placeholder=\"Filter by file, check or object\" "
           "aria-label=\"Filter\"><button id=\"theme\" type=\"button\">Light / dark</button></div>\n";
}

}  // namespace

void write_html(const Report& report, const Sink& out) {
    const Counts counts = report.counts();
    out(page_head(fmt::format("Rig check: {}", counts_text(counts)),
                  std::string(check_style) + picture_style(report)));
    const int unreadable = report.unreadable();
    out(fmt::format(
        "<h1>Rig check</h1><p class=\"quiet\">{}{} \xC2\xB7 profile {} \xC2\xB7 Vitruvian {}</p>\n",
        counted(report.files.size(), "file", "files"),
        unreadable > 0 ? fmt::format(", {} unreadable", unreadable) : "", markup_text(report.profile),
        markup_text(report.version)));
    if (!report.picture_note.empty())
        out(fmt::format("<p class=\"quiet\">{}</p>\n", markup_text(report.picture_note)));
    out(filters(counts));
    for (std::size_t i = 0; i < report.files.size(); ++i) out(section(report.files[i].unpacked(), i, report));
    out(fmt::format("<script>{}{}</script></body></html>\n", check_script, theme_script));
}

}  // namespace vitruvian::report
