// The page: everything in it, nothing fetched. Its policy (CSP) refuses what is not inline, whatever a name might do.
#include "app/report/escape.h"
#include "app/report/page.h"
#include "app/report/write.h"

#include <fmt/format.h>

namespace vitruvian::report {
namespace {

constexpr std::string_view check_style = R"(
summary{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;padding:12px 16px;cursor:pointer}
article{display:flex;gap:16px;padding:12px 16px;border-top:1px solid var(--line)}
article>div{flex:1;min-width:0;overflow-wrap:anywhere}
article>.picture{width:280px;height:210px;flex:none;border-radius:4px;background:#2b2d31 center/cover}
.badge{display:inline-block;min-width:76px;font-weight:600}
.error .badge,.count.error{color:var(--error)}.warning .badge,.count.warning{color:var(--warning)}
.info .badge,.count.info{color:var(--info)}
.id{font-weight:600}.facts{font-size:13px;color:var(--quiet);margin-top:4px}.advice{margin-top:2px}
.skipped{padding:8px 16px 12px;border-top:1px solid var(--line);font-size:13px;color:var(--quiet)}
.hide-error article.error,.hide-warning article.warning,.hide-info article.info{display:none}
@media(max-width:720px){article{flex-direction:column}article>.picture{width:100%;height:auto;aspect-ratio:4/3}}
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
    for(const item of part.querySelectorAll('article')){
      const text=file+' '+item.textContent.toLowerCase();
      item.hidden=!words.every(word=>text.includes(word));if(!item.hidden)++shown;}
    part.hidden=words.length>0&&shown===0;}});
)";

/// An icon and a word: severity is never told by colour alone.
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

std::string facts(const Finding& f) {
    std::string out;
    const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : " \xC2\xB7 ") + text; };
    if (f.value) add("measured " + markup_text(quantity_text(*f.value, f.unit)));
    if (f.threshold) add("threshold " + markup_text(quantity_text(*f.threshold, f.unit)));
    if (f.clip) add("clip " + markup_text(*f.clip) + (f.time ? fmt::format(" at {:.3f} s", *f.time) : ""));
    if (f.fixable) add("can be fixed by --fix");
    add(markup_text(f.where.text()));
    if (!f.source.empty()) add(markup_text(f.source));
    return out;
}

std::string article(const Finding& f, const Report& report) {
    const std::string of = f.humanoid.empty() ? "" : fmt::format(" of {}", markup_text(f.humanoid));
    std::string out = fmt::format(
        "<article class=\"{}\"><div><p><span class=\"badge\">{}</span> <span class=\"id\">{} {}</span> "
        "<span class=\"quiet\">{} {}{}</span></p><p>{}</p><p class=\"advice\">{}</p><p "
        "class=\"facts\">{}</p></div>",
        to_string(f.level), badge(f.level), markup_text(f.id), markup_text(f.name), markup_text(f.kind),
        markup_text(f.object), of, markup_text(f.message), markup_text(f.advice), facts(f));
    if (f.picture >= 0 && static_cast<std::size_t>(f.picture) < report.pictures.size())
        out += fmt::format("<div class=\"picture p{}\" role=\"img\" aria-label=\"{} {}\"></div>", f.picture,
                           markup_text(f.kind), markup_text(f.object));
    return out + "</article>\n";
}

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

std::string section(const FileResult& file, const Report& report) {
    const bool open = file.counts().reaches(check::Level::warning);
    std::string out = fmt::format(
        "<section><details{}><summary><h2>{}</h2>{}<span class=\"quiet\">profile {}</span></summary>\n",
        open ? " open" : "", markup_text(file.file), count_badges(file.counts()), markup_text(file.profile));
    for (const Finding& f : file.findings) out += article(f, report);
    if (!file.skipped.empty()) {
        out += "<p class=\"skipped\">Not applicable: ";
        for (std::size_t i = 0; i < file.skipped.size(); ++i)
            out += fmt::format("{}{} ({})", i == 0 ? "" : "; ", markup_text(file.skipped[i].id),
                               markup_text(file.skipped[i].why));
        out += "</p>\n";
    }
    return out + "</details></section>\n";
}

/// Several findings share a picture, so that it stands in the page once.
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

std::string to_html(const Report& report) {
    const Counts counts = report.counts();
    std::string out = page_head(fmt::format("Rig check: {}", counts_text(counts)),
                                std::string(check_style) + picture_style(report));
    out += fmt::format(
        "<h1>Rig check</h1><p class=\"quiet\">{} file{}, {} unreadable \xC2\xB7 profile {} \xC2\xB7 "
        "Vitruvian {}</p>\n",
        report.files.size(), report.files.size() == 1 ? "" : "s", report.unreadable(),
        markup_text(report.profile), markup_text(report.version));
    if (!report.picture_note.empty())
        out += fmt::format("<p class=\"quiet\">{}</p>\n", markup_text(report.picture_note));
    out += filters(counts);
    for (const FileResult& file : report.files) out += section(file, report);
    return out + fmt::format("<script>{}{}</script></body></html>\n", check_script, theme_script);
}

}  // namespace vitruvian::report
