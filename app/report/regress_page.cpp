#include "app/report/regress_page.h"

#include "app/report/escape.h"
#include "app/report/page.h"

#include <fmt/format.h>

namespace vitruvian::report {
namespace {

constexpr std::size_t max_picture_bytes = std::size_t{100} << 20;

constexpr std::string_view regress_style = R"(
body{max-width:1440px}
section{padding:12px 16px 16px}
header{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;margin-bottom:8px}
.badge{min-width:76px;font-weight:600}.differs .badge,.broken .badge{color:var(--error)}.new .badge{color:var(--warning)}
.same .badge{color:var(--info)}
.stage{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(240px,1fr))}
figure{margin:0}figcaption{font-size:13px;color:var(--quiet)}
img{display:block;width:100%;border-radius:4px;
background:repeating-conic-gradient(#8886 0 25%,#8883 0 50%) 0 0/16px 16px var(--card)}
.new .stage{grid-template-columns:minmax(240px,640px)}
input[type=range]{display:none;width:100%;margin:4px 0 0;padding:0}
[data-mode=slider] .differs .stage,[data-mode=blink] .differs .stage{grid-template-columns:2fr 1fr}
[data-mode=slider] .differs .approved,[data-mode=slider] .differs .actual,
[data-mode=blink] .differs .approved,[data-mode=blink] .differs .actual{grid-area:1/1}
[data-mode=slider] .differs .actual figcaption,[data-mode=blink] .differs .actual figcaption{text-align:right}
[data-mode=slider] .differs .actual img{clip-path:inset(0 0 0 var(--at,50%))}
[data-mode=slider] .differs input[type=range]{display:block;grid-area:2/1}
[data-mode=blink] .differs .actual{animation:blink 1s steps(1) infinite}
@keyframes blink{50%{visibility:hidden}}
button[aria-pressed=true]{border-color:var(--accent);color:var(--accent)}
.all{display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(200px,1fr))}
.all section{margin:0;padding:8px;min-width:0}.all h2{font-size:13px}header>*{overflow-wrap:anywhere;min-width:0}
.all .quiet{font-size:13px}.all header{gap:0 8px}figcaption{margin:4px 0}.all header{margin:0 0 4px}.all .badge{min-width:0;font-size:13px}
.hide-differs section.differs,.hide-new section.new,.hide-broken section.broken,.hide-same section.same{display:none}
@media(max-width:720px){[data-mode] .differs .stage{grid-template-columns:1fr}}
)";

constexpr std::string_view regress_script = R"(
const body=document.body;body.dataset.mode="side";
for(const box of document.querySelectorAll('input[data-status]'))
  box.addEventListener('change',()=>body.classList.toggle('hide-'+box.dataset.status,!box.checked));
const modes=document.querySelectorAll('button[data-choose]');
for(const button of modes)button.addEventListener('click',()=>{body.dataset.mode=button.dataset.choose;
  for(const other of modes)other.setAttribute('aria-pressed',other===button);});
for(const range of document.querySelectorAll('input[type=range]'))
  range.addEventListener('input',()=>range.parentNode.style.setProperty('--at',range.value+'%'));
const search=document.getElementById('search');
search.addEventListener('input',()=>{
  const words=search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for(const part of document.querySelectorAll('section')){
    const text=(part.textContent+' '+part.title).toLowerCase();
    part.hidden=!words.every(word=>text.includes(word));}});
)";

/// A sign and a word: the result is not conveyed by colour alone.
std::string_view badge(ShotStatus status) {
    switch (status) {
        case ShotStatus::same:
            return "\xE2\x9C\x94 same";
        case ShotStatus::differs:
            return "\xE2\x89\xA0 differs";
        case ShotStatus::new_picture:
            return "\xE2\x97\x86 new";
        case ShotStatus::broken:
            break;
    }
    return "\xE2\x9C\x96 broken";
}

class Writer {
  public:
    explicit Writer(const PictureReader& read) : read_(&read) {}

    std::string section(const ShotResult& shot) {
        const bool is_small = shot.status == ShotStatus::same;
        std::string about = is_small ? std::string() : markup_text(shot.file);
        if (const std::string flip = measured(shot); !flip.empty())
            about += (about.empty() ? "" : " \xC2\xB7 ") + flip;
        std::string out = fmt::format(
            "<section class=\"{}\" title=\"{}\"><header><span class=\"badge\">{}</span><h2>{}</h2><span "
            "class=\"quiet\">{}</span></header>\n",
            to_string(shot.status), markup_text(shot.file), badge(shot.status), markup_text(shot.name),
            about);
        if (!shot.message.empty()) out += fmt::format("<p>{}</p>\n", markup_text(shot.message));
        if (is_small) {
            out += figure("actual", shot.actual, shot.name, &shot.small);
        } else {
            out += "<div class=\"stage\">" + figure("approved", shot.approved, shot.name) +
                   figure("actual", shot.actual, shot.name) +
                   figure("difference", shot.difference, shot.name);
            if (shot.status == ShotStatus::differs)
                out +=
                    "<input type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"How much of the "
                    "approved picture\">";
            out += "</div>";
        }
        return out + "</section>\n";
    }

    [[nodiscard]] bool left_out() const { return left_out_; }

  private:
    /// If there is a message, it includes the measurement.
    static std::string measured(const ShotResult& shot) {
        if (!shot.flip || !shot.message.empty()) return {};
        if (*shot.flip == 0.0) return {};
        return fmt::format("FLIP {:.6f}, tolerance {}", *shot.flip, shot.tolerance);
    }

    /// `small` is the picture itself, without a caption.
    std::string figure(std::string_view kind, const std::string& path, const std::string& name,
                       const std::string* small = nullptr) {
        if (path.empty()) return {};
        const bool has_room = bytes_ < max_picture_bytes;
        const std::string picture = !has_room ? std::string() : small != nullptr ? *small : (*read_)(path);
        bytes_ += picture.size();
        left_out_ = left_out_ || bytes_ >= max_picture_bytes;
        const std::string caption =
            small == nullptr ? fmt::format("<figcaption>{}</figcaption>", kind) : std::string();
        if (picture.empty())
            return fmt::format("<figure class=\"{}\">{}<p class=\"quiet\">{}: {}</p></figure>", kind, caption,
                               has_room ? "no picture can be shown" : "left out", markup_text(path));
        return fmt::format("<figure class=\"{0}\">{1}<img src=\"{2}\" alt=\"{3}, {0}\"></figure>", kind,
                           caption, picture, markup_text(name));
    }

    const PictureReader* read_;
    std::size_t bytes_ = 0;
    bool left_out_ = false;
};

std::string bar(const RegressReport& report) {
    std::string out = "<div class=\"bar\">";
    for (const ShotStatus status :
         {ShotStatus::differs, ShotStatus::broken, ShotStatus::new_picture, ShotStatus::same})
        out += fmt::format(
            "<label class=\"{0}\"><input type=\"checkbox\" data-status=\"{0}\" checked> <span "
            "class=\"badge\">{1}</span> {2}</label>",
            to_string(status), badge(status), report.count(status));
    return out +
           "<span><button type=\"button\" data-choose=\"side\" aria-pressed=\"true\">Side by side</button> "
           "<button type=\"button\" data-choose=\"slider\" aria-pressed=\"false\">Slider</button> "
           "<button type=\"button\" data-choose=\"blink\" aria-pressed=\"false\">Blink</button></span>"
           "<input id=\"search\" type=\"search\" placeholder=\"Filter by name or file\" "
           "aria-label=\"Filter\">"
           "<button id=\"theme\" type=\"button\">Light / dark</button></div>\n";
}

std::string counts_text(const RegressReport& report) {
    return fmt::format("{} same, {} different, {} new, {} broken", report.count(ShotStatus::same),
                       report.count(ShotStatus::differs), report.count(ShotStatus::new_picture),
                       report.count(ShotStatus::broken));
}

}  // namespace

std::string regress_page(const RegressReport& report, const PictureReader& read) {
    std::string shots;
    std::string same;
    Writer writer(read);
    for (const ShotStatus status : {ShotStatus::differs, ShotStatus::broken, ShotStatus::new_picture}) {
        for (const ShotResult& shot : report.shots) {
            if (shot.status == status) shots += writer.section(shot);
        }
    }
    for (const ShotResult& shot : report.shots) {
        if (shot.status == ShotStatus::same) same += writer.section(shot);
    }
    std::string out = page_head(fmt::format("Pictures: {}", counts_text(report)), regress_style);
    out += fmt::format(
        "<h1>Pictures</h1><p class=\"quiet\">{} \xC2\xB7 {} "
        "\xC2\xB7 drawn by {} \xC2\xB7 OpenGL {}</p>\n",
        markup_text(report.suite), counts_text(report), markup_text(report.renderer),
        markup_text(report.driver));
    if (writer.left_out())
        out +=
            "<p class=\"quiet\">More pictures than a page should hold: the others are named, and lie beside "
            "it.</p>\n";
    out += bar(report) + shots + "<div class=\"all\">" + same + "</div>";
    return out + fmt::format("<script>{}{}</script></body></html>\n", regress_script, theme_script);
}

}  // namespace vitruvian::report
