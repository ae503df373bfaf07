#include "app/report/rom_page.h"

#include "app/report/escape.h"
#include "app/report/page.h"
#include "model/core/at.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace vitruvian::report {
namespace {

constexpr std::string_view rom_style = R"(
body{max-width:1400px}p{margin:0 0 12px}h3{font-size:15px;margin:12px 0 0}
section{padding:12px 16px 16px}
.limits{color:var(--quiet);margin:0 0 8px}
.strip{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;margin:8px 0}
.pictures{display:flex;flex-wrap:wrap;gap:6px}figure{margin:0;width:200px}figcaption{font-size:13px;color:var(--quiet);text-align:center}
img,i{display:block;width:100%;aspect-ratio:1;border-radius:4px;background:#2b2d31 center/cover}
table{border-collapse:collapse}td,th{text-align:right;padding:3px 0 3px 14px;border-bottom:1px solid var(--line)}
td:first-child,th:first-child{text-align:left;padding-left:0}
th{color:var(--quiet);font-weight:400}.bad{color:var(--error);font-weight:600}
.scale{display:inline-block;width:160px;height:12px;border-radius:3px;margin:0 8px;vertical-align:middle;
background:linear-gradient(90deg,#440154,#3b528b,#21918c,#5ec962,#fde725)}
@media(max-width:720px){figure{width:calc(33% - 4px)}}
)";

double degrees(float radians) {
    return static_cast<double>(radians) * 180.0 / std::numbers::pi;
}

std::string number(double value) {
    return std::isfinite(value) ? fmt::format("{:.2f}", value) : "none";
}

std::string cell(double value, bool is_bad) {
    return fmt::format("<td{}>{}</td>", is_bad ? " class=\"bad\"" : "", number(value));
}

std::string row_of(const RomExtreme& extreme) {
    constexpr double lost = 0.8;
    constexpr double max_stretch = 2.0;
    const SkinChange& change = extreme.change;
    const std::string where = extreme.end == RomEnd::clip ? fmt::format(" at {:.2f} s", extreme.time) : "";
    return fmt::format("<tr><td>{:+.0f}°{}</td>", degrees(extreme.angle), where) +
           cell(change.volume, change.volume < lost) + cell(change.area, change.area < lost) +
           cell(change.stretch, change.stretch > max_stretch) +
           fmt::format("<td{}>{}</td></tr>\n", change.intersections > 0 ? " class=\"bad\"" : "",
                       change.intersections);
}

/// Returns the measurements for one axis of one joint.
std::string table_of(std::span<const RomExtreme> extremes, int joint, int axis) {
    std::string out =
        "<table><tr><th>Angle</th><th>Volume</th><th>Area</th><th>Stretch</th><th>Intersections</th></tr>\n";
    for (const RomExtreme& extreme : extremes) {
        if (extreme.joint == joint && extreme.axis == axis) out += row_of(extreme);
    }
    return out + "</table>";
}

std::string strip_of(const RomStrip& strip, std::size_t row) {
    std::string out = "<div class=\"pictures\">";
    for (const RomPicture& picture : strip.pictures) {
        const std::string caption = markup_text(picture.caption);
        out += picture.picture.empty()
                   ? fmt::format("<figure><i class=\"r{}\" role=\"img\" aria-label=\"{}\"></i>", row, caption)
                   : fmt::format("<figure><img src=\"{}\" alt=\"{}\">", picture.picture, caption);
        out += fmt::format("<figcaption>{}</figcaption></figure>\n", caption);
    }
    return out + "</div>";
}

std::vector<int> joints_worst_first(std::span<const RomExtreme> extremes) {
    std::vector<int> out;
    for (const RomExtreme& extreme : extremes) {
        if (std::find(out.begin(), out.end(), extreme.joint) == out.end()) out.push_back(extreme.joint);
    }
    return out;
}

std::string section_of(const RomFigure& figure, std::span<const RomExtreme> extremes, int joint,
                       const RomPictures& pictures) {
    const TurningJoint& turning = at(figure.joints, joint);
    std::string out = fmt::format(
        "<section><h2>{}</h2><p class=\"limits\">{}</p>\n", markup_text(rom_joint_name(figure, joint)),
        turning.limits == LimitSource::file ? "Limits of the file"
                                            : "Limits of people's joints: the file gives none");
    const auto row = std::find_if(pictures.rows.begin(), pictures.rows.end(),
                                  [joint](const RomRow& candidate) { return candidate.joint == joint; });
    for (const int axis : {0, 1, 2, -1}) {
        const bool is_measured = std::any_of(
            extremes.begin(), extremes.end(),
            [&](const RomExtreme& extreme) { return extreme.joint == joint && extreme.axis == axis; });
        if (!is_measured) continue;
        out += fmt::format("<h3>{}</h3><div class=\"strip\">\n",
                           axis < 0 ? std::string("In the clip") : fmt::format("About {}", axis_name(axis)));
        if (row != pictures.rows.end()) {
            const auto index = static_cast<std::size_t>(row - pictures.rows.begin());
            for (const RomStrip& strip : row->strips) {
                if (strip.axis == axis) out += strip_of(strip, index);
            }
        }
        out += table_of(extremes, joint, axis) + "</div>\n";
    }
    return out + "</section>\n";
}

}  // namespace

std::string_view axis_name(int axis) {
    constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
    return axis < 0 ? std::string_view("clip") : at(names, axis);
}

std::string rom_joint_name(const RomFigure& figure, int joint) {
    const int node = at(figure.joints, joint).node;
    const std::string& name = at(figure.document->nodes, node).name;
    if (!name.empty()) return name;
    const auto bone = at(figure.document->humanoids, figure.humanoid).bones.bone_of(node);
    return bone ? std::string(to_string(*bone)) : fmt::format("#{}", at(figure.joints, joint).joint);
}

std::string rom_page(const RomFigure& figure, std::span<const RomExtreme> extremes,
                     const RomPictures& pictures, const std::string& clip) {
    const std::vector<int> joints = joints_worst_first(extremes);
    std::string styles(rom_style);
    for (std::size_t i = 0; i < pictures.rows.size(); ++i)
        styles += fmt::format(".r{}{{background-image:url({})}}\n", i, pictures.rows[i].rest);
    std::string out =
        page_head(fmt::format("Range of motion: {}", figure.document->file), styles, PageScripts::none);
    out += fmt::format(
        "<h1>Range of motion: {}</h1>"
        "<p>{}. Each joint is turned to its limits, one axis of its limit frame at a time; the skin around "
        "it "
        "is compared with that at rest. Worst first.</p>\n",
        counted(joints.size(), "joint", "joints"), markup_text(figure.document->file));
    if (!clip.empty())
        out += fmt::format("<p>And where the clip {} turns it farthest.</p>\n", markup_text(clip));
    if (!pictures.note.empty()) out += fmt::format("<p>{}</p>\n", markup_text(pictures.note));
    if (!pictures.rows.empty())
        out += "<p>Area of the skin: half<span class=\"scale\"></span>twice that at rest</p>\n";
    for (const int joint : joints) out += section_of(figure, extremes, joint, pictures);
    return out + "</body></html>\n";
}

}  // namespace vitruvian::report
