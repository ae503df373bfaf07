// `vitruvian rom`: measures how the skin deforms at the joint limits.
#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/heap.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "app/jobs/rom_pictures.h"
#include "app/report/rom_page.h"
#include "model/core/at.h"
#include "model/rom/range_of_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <numeric>
#include <system_error>

namespace vitruvian {
namespace {

/// Prepares the file's humanoid.
Result<RomFigure> prepare(const Document& document, const RomOptions& options) {
    const Result<int> humanoid = find_humanoid(document, options.humanoid);
    if (!humanoid) return tl::unexpected(humanoid.error());
    if (*humanoid < 0) {
        return fail("no-humanoid", "this file has no humanoid whose joints could be turned",
                    {options.file, 0, 0, {}});
    }
    return make_rom_figure(document, *humanoid);
}

/// Returns the requested joints as indices into RomFigure::joints. Joints that cannot be measured are
/// reported.
Result<std::vector<int>> chosen_joints(const RomFigure& figure, const RomOptions& options,
                                       const Console& console) {
    std::vector<int> out(figure.joints.size());
    std::iota(out.begin(), out.end(), 0);
    if (options.joints.empty()) return out;
    std::vector<char> is_chosen(out.size(), 0);
    for (const std::string& name : options.joints) {
        const std::vector<Item> items = find_joints(*figure.document, name, figure.humanoid);
        if (items.empty()) {
            return fail("no-such-joint",
                        fmt::format("there is no joint '{}'; `vitruvian pose` lists them", name));
        }
        for (const Item& item : items) {
            const auto found =
                std::find_if(figure.joints.begin(), figure.joints.end(),
                             [&](const TurningJoint& joint) { return joint.joint == item.index; });
            if (found != figure.joints.end()) {
                at(is_chosen, static_cast<int>(found - figure.joints.begin())) = 1;
                continue;
            }
            const std::vector<int>& free = figure.free_joints;
            const bool is_free = std::find(free.begin(), free.end(), item.index) != free.end();
            console.warning(fmt::format(
                "{} {}", name,
                is_free ? "has no limits, and none are known of such a joint" : "has no skin of its own"));
        }
    }
    std::erase_if(out, [&](int joint) { return at(is_chosen, joint) == 0; });
    return out;
}

/// Keeps letters, digits, - and _ of a name, so that it can be part of a file name.
std::string file_part(const std::string& name) {
    constexpr std::size_t longest = 60;
    std::string out;
    for (const char c : name.substr(0, longest)) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              c == '-' || c == '_';
        out += is_plain ? c : '_';
    }
    return out;
}

std::string_view end_name(RomEnd end) {
    return end == RomEnd::lower ? "lower" : end == RomEnd::upper ? "upper" : "farthest";
}

/// Writes the extremes' pictures beside the sheet; returns their names, empty where there is none.
Result<std::vector<std::string>> write_pictures(const RomFigure& figure, const std::string& sheet,
                                                const std::vector<RomExtreme>& extremes,
                                                const report::RomPictures& pictures) {
    std::vector<std::string> out(extremes.size());
    for (std::size_t i = 0; i < pictures.png_of_extreme.size(); ++i) {
        if (pictures.png_of_extreme[i].empty()) continue;
        const RomExtreme& extreme = extremes[i];
        const std::filesystem::path path(sheet);
        // The joint's index keeps files apart whose names become equal.
        out[i] =
            fmt::format("{}-{}-{}-{}-{}.png", path.stem().string(), at(figure.joints, extreme.joint).joint,
                        file_part(report::rom_joint_name(figure, extreme.joint)),
                        report::axis_name(extreme.axis), end_name(extreme.end));
        const auto written = write_output((path.parent_path() / out[i]).string(),
                                          std::string_view(pictures.png_of_extreme[i]));
        if (!written) return tl::unexpected(written.error());
    }
    return out;
}

std::string rom_json(const RomFigure& figure, const RomOptions& options,
                     const std::vector<RomExtreme>& extremes, const std::vector<std::string>& pictures,
                     const std::string& clip) {
    const Humanoid& humanoid = at(figure.document->humanoids, figure.humanoid);
    Json out = {{"schema", "vitruvian-rom-1"},
                {"file", options.file},
                {"humanoid", humanoid.name},
                {"extremes", Json::array()}};
    for (std::size_t i = 0; i < extremes.size(); ++i) {
        const RomExtreme& extreme = extremes[i];
        const bool is_clip = extreme.end == RomEnd::clip;
        const std::string picture = i < pictures.size() ? pictures[i] : std::string();
        const LimitSource limits = at(figure.joints, extreme.joint).limits;
        out["extremes"].push_back(
            {{"joint", report::rom_joint_name(figure, extreme.joint)},
             {"axis", is_clip ? Json() : Json(std::string(report::axis_name(extreme.axis)))},
             {"angle", extreme.angle},
             {"volume", static_cast<float>(extreme.change.volume)},
             {"area", static_cast<float>(extreme.change.area)},
             {"stretch", static_cast<float>(extreme.change.stretch)},
             {"intersections", extreme.change.intersections},
             {"picture", picture.empty() ? Json() : Json(picture)},
             {"limits", is_clip ? Json() : Json(std::string(to_string(limits)))},
             {"clip", is_clip ? Json(clip) : Json()},
             {"time", is_clip ? Json(static_cast<float>(extreme.time)) : Json()}});
    }
    return json_text(out, 2);
}

HumanText rom_text(const RomFigure& figure, const std::vector<RomExtreme>& extremes) {
    HumanText out;
    std::size_t width = 5;
    for (const RomExtreme& extreme : extremes)
        width = std::max(width, visible_text(report::rom_joint_name(figure, extreme.joint)).size());
    out.set_style(TextStyle::strong);
    out.add("{:<{}}  axis    angle  volume    area  stretch  intersections  limits\n", "joint", width);
    out.set_style(TextStyle::plain);
    for (const RomExtreme& extreme : extremes) {
        const SkinChange& change = extreme.change;
        out.add("{:<{}}  {:<4}  {:>+7.1f}  {:>6.3f}  {:>6.3f}  {:>7.3f}  {:>13}  {}\n",
                report::rom_joint_name(figure, extreme.joint), width, report::axis_name(extreme.axis),
                static_cast<double>(extreme.angle) * 180.0 / std::numbers::pi, change.volume, change.area,
                change.stretch, change.intersections,
                extreme.end == RomEnd::clip
                    ? fmt::format("at {:.2f} s", extreme.time)
                    : std::string(to_string(at(figure.joints, extreme.joint).limits)));
    }
    if (extremes.empty())
        out.add("no joint turns: {}\n",
                figure.joints.empty() ? "none that moves skin has limits" : "all limits are 0");
    return out;
}

/// The measurements, with the data needed to show them.
struct Measured {
    std::vector<RomExtreme> extremes;
    std::string clip;
    std::function<Pose(double)> pose_at;
};

/// Error "cannot-write" if the folder of the sheet is not there, before pictures are drawn that take a while.
Result<void> expect_folder(const std::string& sheet) {
    const std::filesystem::path folder = std::filesystem::path(sheet).parent_path();
    std::error_code ignored;
    if (sheet == "-" || folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
    return fail("cannot-write",
                fmt::format("cannot write '{}': its folder is not there, choose another place", sheet),
                {sheet, 0, 0, {}});
}

ExitCode deliver(const RomFigure& figure, const RomOptions& options, const Measured& measured,
                 const Console& console) {
    std::vector<std::string> pictures;
    if (!options.output.empty()) {
        keep_released_memory();
        const report::RomPictures drawn =
            draw_rom(figure, measured.extremes, options.steps, measured.pose_at,
                     [&console](std::size_t done, std::size_t all) { console.progress(done, all); });
        if (!drawn.note.empty()) console.warning(drawn.note);
        Result<void> written =
            write_output(options.output, report::rom_page(figure, measured.extremes, drawn, measured.clip));
        if (!written) return console.failed(written.error(), ExitCode::unwritable);
        if (options.json) {
            auto names = write_pictures(figure, options.output, measured.extremes, drawn);
            if (!names) return console.failed(names.error(), ExitCode::unwritable);
            pictures = std::move(*names);
        }
    }
    if (options.output == "-") return ExitCode::done;
    const Result<void> said =
        options.json
            ? write_output("-", rom_json(figure, options, measured.extremes, pictures, measured.clip))
            : print(rom_text(figure, measured.extremes), console.colors_output());
    return said ? ExitCode::done : console.failed(said.error(), ExitCode::unwritable);
}

}  // namespace

ExitCode run_rom(const RomOptions& options, const Console& console) {
    if (const auto place = expect_folder(options.output); !place)
        return console.failed(place.error(), ExitCode::unwritable);
    const Result<Document> document = load_input(options.file);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    console.report(document->diagnostics);
    const Result<RomFigure> figure = prepare(*document, options);
    if (!figure) return console.failed(figure.error(), exit_code_of(figure.error()));
    const Result<std::vector<int>> joints = chosen_joints(*figure, options, console);
    if (!joints) return console.failed(joints.error(), ExitCode::usage);
    PosingOptions posing;
    posing.clip = options.clip;
    const auto foreign = find_foreign_clip(*document, options.clip);
    if (!foreign) return console.failed(foreign.error(), exit_code_of(foreign.error()));
    const auto player = make_player(*document, figure->humanoid, posing, *foreign);
    if (!player) return console.failed(player.error(), exit_code_of(player.error()));

    Measured measured;
    measured.extremes = measure_limits(*figure, *joints);
    if (const std::optional<ClipPlayer>& playing = *player) {
        measured.clip = playing->clip()->name;
        measured.pose_at = [&](double time) { return playing->pose_at(time, figure->skeleton); };
        const std::vector<RomExtreme> in_clip =
            measure_clip(*figure, *joints, playing->clip()->duration, measured.pose_at);
        measured.extremes.insert(measured.extremes.end(), in_clip.begin(), in_clip.end());
        sort_worst_first(measured.extremes);
    }
    return deliver(*figure, options, measured, console);
}

}  // namespace vitruvian
