// The commands that render and compare pictures.
#include "app/cli/grammar.h"
#include "app/cli/grammar_options.h"
#include "app/cli/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

/// Pictures are PNG; a name with another suffix is an error. Names without a suffix are accepted.
bool is_picture_name(const std::string& name) {
    static constexpr std::array others = {".jpg", ".jpeg", ".webp", ".gif", ".bmp",
                                          ".tif", ".tiff", ".ppm",  ".exr"};
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) return true;
    std::string suffix = name.substr(dot);
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(others.begin(), others.end(), suffix) == others.end();
}

/// One option name with two meanings, as in other commands: a reference picture, or the reference pose of a
/// clip.
void add_reference_option(CLI::App& command, ScreenshotOptions& shot) {
    command
        .add_option_function<std::vector<std::string>>(
            "--reference",
            [&shot](const std::vector<std::string>& values) {
                for (const std::string& value : values) {
                    if (const auto pose = reference_kind_from_string(value)) {
                        shot.posing.reference = *pose;
                    } else {
                        shot.reference = value;
                    }
                }
            },
            fmt::format(
                "a picture to compare with; exit 1 and OUT.diff.png where they differ. Or {}: auto, bind, "
                "rest, tpose",
                reference_pose_help))
        ->allow_extra_args(false)
        ->type_name("PNG|POSE");
}

void check_screenshot(const ScreenshotOptions& shot, bool turns, bool has_tolerance) {
    for (const std::string& picture : {shot.output, shot.reference}) {
        if (!is_picture_name(picture)) {
            throw CLI::ValidationError(fmt::format("'{}' asks for another format", picture),
                                       "pictures are PNG: end the name in .png");
        }
    }
    const bool compares = !shot.reference.empty();
    if (turns && shot.output == "-") {
        throw CLI::ValidationError("--turntable", "cannot write several pictures to standard output");
    }
    if (pixels_of(shot.size) * shot.turntable > max_turntable_pixels) {
        throw CLI::ValidationError("--turntable",
                                   fmt::format("{} pictures of {}x{} are too many: ask for fewer, or a "
                                               "smaller --size",
                                               shot.turntable, shot.size[0], shot.size[1]));
    }
    if (compares && turns) throw CLI::ExcludesError("--reference PNG", "--turntable");
    if (!compares && has_tolerance) throw CLI::RequiresError("--tolerance", "--reference PNG");
}

}  // namespace

void add_screenshot(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "screenshot", "Render a picture, without a window or a display");
    ScreenshotOptions& shot = request.screenshot;
    add_file(*command, shot.file);
    command->add_option("-o,--output", shot.output, "where to write the picture")
        ->required()
        ->type_name("PNG");
    command
        ->add_option_function<std::string>(
            "--size", [&shot](const std::string& text) { shot.size = parsed_size(text); },
            "the picture's size in pixels (default: 1280x720)")
        ->check(CLI::Validator(valid_size, ""))
        ->type_name("WxH");
    command
        ->add_option(
            "--view", shot.view,
            "best, front, side, top, inclined, or a viewpoint or _view site of the file (default: best)")
        ->type_name("NAME");
    command
        ->add_option(
            "--show", shot.show,
            "what to show, comma-separated: skin, wireframe, joints, bones, limits, stiffness, sites, "
            "displacers, weights, normals, unlit, grid, labels, bounds, centre-of-mass, and the file's own "
            "sky and "
            "lights (default: skin,grid)")
        ->type_name("LIST");
    command->add_option("--variant", shot.variant, "the material variant, by name or index (default: none)")
        ->type_name("NAME");
    command->add_option("--select", shot.select, "the joint to show as selected")->type_name("JOINT");
    CLI::Option* background =
        command->add_option("--background", shot.background, "a colour, or transparent (default: the studio)")
            ->type_name("RRGGBB");
    CLI::Option* window = command->add_flag("--gui", shot.window, "the whole window with its panels");
    window->excludes(background);
    CLI::Option* turntable =
        command
            ->add_option("--turntable", shot.turntable, "N pictures around the figure, OUT_000.png and so on")
            ->check(CLI::Range(1, 1000).description(""))
            ->excludes(window)
            ->type_name("N");
    add_reference_option(*command, shot);
    CLI::Option* tolerance = command
                                 ->add_option("--tolerance", shot.tolerance,
                                              "mean FLIP error that still counts as the same (default: 0.01)")
                                 ->check(CLI::Validator(valid_share, ""))
                                 ->type_name("T");
    add_posing_options(*command, shot.posing);
    command->callback([&request, turntable, tolerance] {
        check_screenshot(request.screenshot, turntable->count() > 0, tolerance->count() > 0);
        choose(request, request.screenshot, run_screenshot);
    });
}

void add_compare(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "compare", "Compare two pictures for visible differences");
    CompareOptions& compare = request.compare;
    command->add_option("A", compare.reference, "the reference, a PNG file; - is standard input")
        ->required()
        ->type_name("");
    command->add_option("B", compare.test, "the picture to compare, a PNG file")->required()->type_name("");
    command
        ->add_option("--tolerance", compare.tolerance,
                     "mean FLIP error that still counts as the same (default: 0.01)")
        ->check(CLI::Validator(valid_share, ""))
        ->type_name("T");
    command->add_option("--diff", compare.heat_map, "where to write a picture of the differences")
        ->type_name("PNG");
    command->add_flag("--json", compare.json, "as one JSON document");
    command->callback([&request] {
        if (request.compare.reference == "-" && request.compare.test == "-") {
            throw CLI::ValidationError("B", "standard input holds one picture");
        }
        choose(request, request.compare, run_compare);
    });
}

}  // namespace vitruvian
