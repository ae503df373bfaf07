#include "app/report/page.h"

#include "app/report/escape.h"

#include <fmt/format.h>

namespace vitruvian::report {
namespace {

constexpr std::string_view common_style = R"(
:root{--ground:#f6f6f7;--card:#fff;--line:#dcdde1;--text:#1e2024;--quiet:#666a73;--accent:#2f6fdb;--error:#b3261e;
--warning:#8a5a00;--info:#33618f;color-scheme:light}
:root[data-theme=dark]{--ground:#17181b;--card:#212327;--line:#34373d;--text:#e7e8ea;--quiet:#9a9ea8;--accent:#7aa7f7;
--error:#ff8a80;--warning:#ffc069;--info:#8fc1f0;color-scheme:dark}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#17181b;--card:#212327;--line:#34373d;
--text:#e7e8ea;--quiet:#9a9ea8;--accent:#7aa7f7;--error:#ff8a80;--warning:#ffc069;--info:#8fc1f0;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px 16px 64px;max-width:1080px;background:var(--ground);color:var(--text);
font:15px/1.5 Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:0;overflow-wrap:anywhere}
p{margin:0;overflow-wrap:anywhere}.quiet{color:var(--quiet)}
.bar{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;padding:12px 0;
background:var(--ground);border-bottom:1px solid var(--line);margin-bottom:16px}
.bar label{display:flex;gap:6px;align-items:center;cursor:pointer}.bar input[type=search]{flex:1;min-width:160px}
input[type=search],button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);
border-radius:4px;padding:4px 8px}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
section{background:var(--card);border:1px solid var(--line);border-radius:4px;margin-bottom:16px}
[hidden]{display:none!important}
@media print{.bar{display:none}body{max-width:none}}
)";

}  // namespace

const std::string_view theme_script = R"(
document.getElementById('theme').addEventListener('click',()=>{const root=document.documentElement;
  const dark=root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme:dark)').matches;
  root.dataset.theme=dark?'light':'dark';});
)";

std::string page_head(std::string_view title, std::string_view styles, PageScripts scripts) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline';{} img-src data:\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>{}</title><style>{}{}</style></head><body>\n",
        scripts == PageScripts::own ? " script-src 'unsafe-inline';" : "", markup_text(title), common_style,
        styles);
}

}  // namespace vitruvian::report
