#include "app/cli/check_text.h"

#include <map>

namespace vitruvian {
namespace {

/// Maximum number of findings listed per check and file; the others are counted.
constexpr int max_per_check = 3;

TextStyle style_of(check::Level level) {
    switch (level) {
        case check::Level::error:
            return TextStyle::error;
        case check::Level::warning:
            return TextStyle::warning;
        default:
            return TextStyle::info;
    }
}

std::string_view word_of(check::Level level) {
    return level == check::Level::info ? "note" : to_string(level);
}

void add_finding(const report::Finding& f, const std::string& file, HumanText& out) {
    out.add("  ");
    out.set_style(style_of(f.level));
    out.add("{:<7} {}", word_of(f.level), f.id);
    out.set_style(TextStyle::plain);
    if (f.kind != "file") out.add("  {} {}", f.kind, f.object.empty() ? "(no name)" : f.object);
    out.add("  {}", f.message);
    const bool is_about_clip = f.kind == "clip" && f.object == f.clip && !f.time;
    if (f.clip && !is_about_clip)
        out.add(" (clip {}{})", *f.clip, f.time ? fmt::format(", {:.2f} s", *f.time) : "");
    out.set_style(TextStyle::quiet);
    const std::string place = report::place_within(f.where, file);
    if (!f.advice.empty() || !place.empty()) out.add("\n               ");
    out.add("{}{}", f.advice, f.fixable ? " [--fix does it]" : "");
    if (!place.empty()) out.add("{}({})", f.advice.empty() ? "" : " ", place);
    out.set_style(TextStyle::plain);
    out.add("\n");
}

void add_file(const report::FileResult& file, HumanText& out) {
    out.set_style(TextStyle::strong);
    out.add("{}", file.file);
    out.set_style(TextStyle::plain);
    out.add(" ({}): {}\n", file.profile, report::counts_text(file.counts()));
    std::map<std::string, int> reported;
    std::map<std::string, int> all;
    for (const report::Finding& f : file.findings) ++all[f.id];
    for (const report::Finding& f : file.findings) {
        const int now = ++reported[f.id];
        if (now <= max_per_check) add_finding(f, file.file, out);
        if (now == max_per_check && all[f.id] > now) {
            out.set_style(TextStyle::quiet);
            out.add("               and {} more of {}\n", all[f.id] - now, f.id);
            out.set_style(TextStyle::plain);
        }
    }
}

}  // namespace

void check_text(const report::Report& report, const std::function<void(const HumanText&)>& out) {
    for (const report::PackedResult& file : report.files) {
        if (!file.has_findings() && report.files.size() != 1) continue;
        HumanText text;
        add_file(file.unpacked(), text);
        out(text);
    }
    if (report.files.size() == 1) return;
    HumanText text;
    text.add("{} files: {}", report.files.size(), report::counts_text(report.counts()));
    if (const int unreadable = report.unreadable(); unreadable > 0)
        text.add("; {} cannot be read", unreadable);
    text.add("\n");
    out(text);
}

}  // namespace vitruvian
