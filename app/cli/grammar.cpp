#include "app/cli/grammar.h"

#include "app/cli/option_values.h"
#include "model/formats/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 done; 1 done, and there is something to report; 2 wrong usage; 3 an input could not be "
    "read;\n"
    "4 an output could not be written; 5 no OpenGL could be had.";

/// Options that work everywhere.
void add_console_options(CLI::App& app, Request& request) {
    add_choice<LogLevel>(app, "--log-level", request.console.level, "how much to say on standard error",
                         {{"error", LogLevel::error},
                          {"warning", LogLevel::warning},
                          {"info", LogLevel::info},
                          {"debug", LogLevel::debug}})
        ->group("Everywhere");
    app.add_flag("--quiet,-q", request.console.quiet, "say only errors")->group("Everywhere");
    add_choice<ColorMode>(
        app, "--color", request.console.color, "colour for people; NO_COLOR counts too",
        {{"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}})
        ->group("Everywhere");
    app.add_flag_callback(
           "--no-sandbox", [&request] { request.sandbox = false; },
           "keep the right to read other files and to use the network (a command gives it up before it "
           "reads, where "
           "Linux can; the window does not)")
        ->group("Everywhere");
}

constexpr const char* pin_feet_help =
    "let feet that stand in a clip from elsewhere stand on the figure too, instead of sliding";

void add_posing_options(CLI::App& app, PosingOptions& posing) {
    const CLI::Validator finite(valid_number, "");
    const char* group = "Which figure, and how it stands";
    app.add_option("--humanoid", posing.humanoid,
                   "which humanoid of the file, by index or name (default: the first)")
        ->type_name("N|NAME")
        ->group(group);
    app.add_option("--clip", posing.clip,
                   "the clip to play, by index or name; OTHER_FILE, OTHER_FILE#NAME or OTHER_FILE#INDEX is "
                   "carried over from another file")
        ->type_name("SEL")
        ->group(group);
    CLI::Option* time =
        app.add_option("--time", posing.time, "seconds from the clip's start (of clip 0 where none is named)")
            ->type_name("S")
            ->check(finite)
            ->group(group);
    app.add_option("--cycle", posing.cycle, "the same as a fraction of the clip's length")
        ->type_name("F")
        ->check(finite)
        ->excludes(time)
        ->group(group);
    add_choice<RemapMode>(
        app, "--remap", posing.remap,
        "how a clip from elsewhere is applied (spec: EXT_skeleton_humanoid's own formula; world: right "
        "for rigs whose bones have other axes)",
        {{"auto", RemapMode::automatic}, {"spec", RemapMode::spec}, {"world", RemapMode::world}})
        ->group(group);
    app.add_option("--matrices", posing.matrices,
                   "pose the joints by the global matrices of a CSV or JSON file, as --format humanik-csv, "
                   "humanik-json, csv and json write them")
        ->type_name("FILE")
        ->group(group);
    app.add_flag("--pin-feet", posing.pin_feet, pin_feet_help)->group(group);
    app.add_option("--set-rotation", posing.rotations,
                   "turn a joint from its rest by ANGLE radians about the axis X Y Z; may be repeated")
        ->type_name("JOINT X Y Z ANGLE")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--displacer", posing.displacers,
                   "apply a displacer or morph target by a weight; may be repeated")
        ->type_name("NAME WEIGHT")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--reach", posing.reaches,
                   "bring a site or joint to the point X Y Z of the world, within the joints' limits; may be "
                   "repeated")
        ->type_name("EFFECTOR X Y Z")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--pin", posing.pins,
                   "a site or joint that stays where it is while others reach; may be repeated. With pins "
                   "the hips may "
                   "move, without them they stay")
        ->type_name("EFFECTOR")
        ->allow_extra_args(false)
        ->group(group);
}

constexpr const char* reference_pose_help =
    "which pose a clip from elsewhere is relative to (auto: the nearest to a T-pose)";

void add_reference_pose_option(CLI::App& app, PosingOptions& posing) {
    add_choice<ReferenceKind>(app, "--reference", posing.reference, reference_pose_help,
                              {{"auto", ReferenceKind::automatic},
                               {"bind", ReferenceKind::bind},
                               {"rest", ReferenceKind::rest},
                               {"tpose", ReferenceKind::tpose}})
        ->group("Which figure, and how it stands");
}

void add_file(CLI::App& command, std::string& file) {
    command.add_option("FILE", file, "the file to read; - is standard input")->required()->type_name("");
}

void add_view(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "view", "Open the window (what happens without a command)");
    command->add_option("FILE", request.view.files, "files to open side by side")->type_name("");
    command->callback([&request] {
        request.run = [&request](const Console& console) { return run_view(request.view, console); };
    });
}

void add_info(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "info", "Say what is inside a file");
    add_file(*command, request.info.file);
    command->add_flag("--json", request.info.json, "as one JSON document");
    command->callback([&request] { choose(request, request.info, run_info); });
}

void add_pose(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "pose", "Say where every joint (and vertex) is at a time");
    PoseOptions& pose = request.pose;
    add_file(*command, pose.file);
    add_posing_options(*command, pose.posing);
    add_reference_pose_option(*command, pose.posing);
    CLI::Option* format = add_choice<PoseFormat>(*command, "--format", pose.format, "how to write it",
                                                 {{"text", PoseFormat::text},
                                                  {"json", PoseFormat::json},
                                                  {"csv", PoseFormat::csv},
                                                  {"humanik", PoseFormat::humanik},
                                                  {"humanik-csv", PoseFormat::humanik_csv},
                                                  {"humanik-json", PoseFormat::humanik_json}});
    command
        ->add_flag_callback(
            "--json", [&pose] { pose.format = PoseFormat::json; }, "the same as --format json")
        ->excludes(format);
    command->add_flag("--vertices", pose.vertices,
                      "with JSON: also each mesh's skinned and displaced positions");
    command->add_option("-o,--output", pose.output, "where to write (default: standard output)")
        ->type_name("FILE");
    command->callback([&request] { choose(request, request.pose, run_pose); });
}

/// Pictures are PNG; a name that says otherwise is a mistake. Names without a suffix say nothing.
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

void add_screenshot(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "screenshot", "Make a picture, without a window or a display");
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
            "what to show, with commas between: skin, wireframe, joints, bones, limits, stiffness, sites, "
            "displacers, weights, normals, unlit, grid, labels, bounds, centre-of-mass, and the file's own "
            "sky and "
            "lights (default: skin,grid)")
        ->type_name("LIST");
    command
        ->add_option("--variant", shot.variant,
                     "which of the file's sets of materials, by name or index (default: none)")
        ->type_name("NAME");
    command->add_option("--select", shot.select, "the joint to show as selected")->type_name("JOINT");
    CLI::Option* background =
        command->add_option("--background", shot.background, "a colour, or transparent (default: the studio)")
            ->type_name("RRGGBB");
    CLI::Option* window = command->add_flag("--gui", shot.window, "the whole window, panels and all");
    window->excludes(background);
    CLI::Option* turntable =
        command
            ->add_option("--turntable", shot.turntable, "N pictures around the figure, OUT_000.png and so on")
            ->check(CLI::Range(1, 1000).description(""))
            ->excludes(window)
            ->type_name("N");
    // One name for two things, as elsewhere: a reference picture, or the reference pose of a clip.
    command
        ->add_option_function<std::vector<std::string>>(
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
    CLI::Option* tolerance = command
                                 ->add_option("--tolerance", shot.tolerance,
                                              "mean FLIP error that still counts as the same (default: 0.01)")
                                 ->check(CLI::Validator(valid_share, ""))
                                 ->type_name("T");
    add_posing_options(*command, shot.posing);
    command->callback([&request, turntable, tolerance] {
        for (const std::string& picture : {request.screenshot.output, request.screenshot.reference}) {
            if (!is_picture_name(picture)) {
                throw CLI::ValidationError(fmt::format("'{}' asks for another format", picture),
                                           "pictures are PNG: end the name in .png");
            }
        }
        const bool compares = !request.screenshot.reference.empty();
        if (turntable->count() > 0 && request.screenshot.output == "-") {
            throw CLI::ValidationError("--turntable", "many pictures do not go to standard output");
        }
        if (pixels_of(request.screenshot.size) * request.screenshot.turntable > most_turntable_pixels) {
            throw CLI::ValidationError(
                "--turntable",
                fmt::format("{} pictures of {}x{} are more than are drawn in reason: give fewer, or a "
                            "smaller --size",
                            request.screenshot.turntable, request.screenshot.size[0],
                            request.screenshot.size[1]));
        }
        if (compares && turntable->count() > 0) throw CLI::ExcludesError("--reference PNG", "--turntable");
        if (!compares && tolerance->count() > 0) throw CLI::RequiresError("--tolerance", "--reference PNG");
        choose(request, request.screenshot, run_screenshot);
    });
}

void add_compare(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "compare", "Tell whether two pictures are the same to an eye");
    CompareOptions& compare = request.compare;
    command->add_option("A", compare.reference, "the reference, a PNG file; - is standard input")
        ->required()
        ->type_name("");
    command->add_option("B", compare.test, "the picture to judge, a PNG file")->required()->type_name("");
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

void add_remap(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "remap", "Bake animations onto the joints of another humanoid");
    RemapBakeOptions& remap = request.remap;
    command->add_option("CLIPS", remap.clips, "the file that has the clips")->required()->type_name("");
    command->add_option("TARGET", remap.target, "the file of the figure")->required()->type_name("");
    command
        ->add_option("-o,--output", remap.output,
                     "the figure with the baked clips behind its own; the suffix says in which format. A BVH "
                     "file holds one clip, and only that")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--clip", remap.chosen, "which clip, by index or name (default: all); may be repeated")
        ->allow_extra_args(false)
        ->type_name("SEL");
    command
        ->add_option("--humanoid", remap.humanoid,
                     "which humanoid of TARGET, by index or name (default: the first)")
        ->type_name("N|NAME");
    add_choice<RemapMode>(
        *command, "--remap", remap.mode,
        "how clips are carried over (spec: EXT_skeleton_humanoid's own formula; world: right for rigs whose "
        "bones have other axes)",
        {{"auto", RemapMode::automatic}, {"spec", RemapMode::spec}, {"world", RemapMode::world}});
    add_choice<ReferenceKind>(*command, "--reference", remap.reference, reference_pose_help,
                              {{"auto", ReferenceKind::automatic},
                               {"bind", ReferenceKind::bind},
                               {"rest", ReferenceKind::rest},
                               {"tpose", ReferenceKind::tpose}});
    command
        ->add_option(
            "--fps", remap.rate,
            "keys only at whole frames of 1/N s (default: the clip's own keys where they carry over "
            "one by one, elsewhere as many as the motion needs). Keys that tell nothing are left out")
        ->check(CLI::Range(1.0, 1000.0).description(""))
        ->type_name("N");
    command->add_flag("--pin-feet", remap.pin_feet, pin_feet_help);
    command->add_flag("--json", remap.json, "say what was done as one JSON document");
    command->callback([&request] { choose(request, request.remap, run_remap); });
}

void add_glb_options(CLI::App& command, SaveOptions& save) {
    const char* group = "glTF, GLB and VRM";
    add_choice<HumanoidExtension>(command, "--extension", save.humanoid,
                                  "how the humanoid is told (auto: as the figure has it)",
                                  {{"auto", HumanoidExtension::automatic},
                                   {"ext", HumanoidExtension::ext},
                                   {"vrm", HumanoidExtension::vrm},
                                   {"khr", HumanoidExtension::khr}})
        ->group(group);
    command
        .add_flag("--keep-bind", save.keep_bind,
                  "leave bind pose and axes of bones as they are, where EXT_skeleton_humanoid wants a T-pose "
                  "and axes "
                  "of its own; which rule is broken, and by how much, is told")
        ->group(group);
    add_choice<ClipForm>(
        command, "--clips", save.clips,
        "what becomes of clips: with the figure, or a file of clips alone that fits any humanoid",
        {{"nodes", ClipForm::nodes}, {"ext", ClipForm::ext}, {"vrma", ClipForm::vrma}})
        ->group(group);
}

void add_convert(CLI::App& app, Request& request) {
    CLI::App* command = add_command(
        app, request, "convert", "Write a file in another format; what it cannot carry is told as warnings");
    ConvertOptions& convert = request.convert;
    command->add_option("IN", convert.input, "the file to read; - is standard input")
        ->required()
        ->type_name("");
    command
        ->add_option(
            "OUT", convert.output,
            "the file to write, its format by its suffix (.wrl .x3d .x3dv .x3dj .json .gltf .glb .vrm .bvh; "
            ".gz and .wrz compress); - is standard output")
        ->required()
        ->type_name("");
    CLI::Option* to =
        add_choice<FileFormat>(*command, "--to", convert.save.format, "the format, whatever the suffix says",
                               {{"vrml97", FileFormat::vrml97},
                                {"x3d-classic", FileFormat::x3d_classic},
                                {"x3d-xml", FileFormat::x3d_xml},
                                {"x3d-json", FileFormat::x3d_json},
                                {"gltf", FileFormat::gltf},
                                {"glb", FileFormat::glb},
                                {"vrm", FileFormat::vrm},
                                {"bvh", FileFormat::bvh}});
    add_choice<std::optional<HanimVersion>>(*command, "--names", convert.save.hanim_version,
                                            "the names of H-Anim's joints (default: as they are)",
                                            {{"1.1", HanimVersion::v1_1}, {"2.0", HanimVersion::v2_0}});
    add_choice<ClipsAs>(*command, "--clips-as", convert.save.clips_as,
                        "how an X3D file has its clips (default: interpolators)",
                        {{"interpolators", ClipsAs::interpolators}, {"hanim-motion", ClipsAs::hanim_motion}});
    command->add_flag("--anew", convert.save.anew,
                      "write everything anew, where a file of the same format would be kept byte by byte");
    command->add_flag_callback(
        "--gzip", [&convert] { convert.save.compress = true; }, "compress a VRML97 or X3D file");
    command->add_flag("--json", convert.json, "say what could not be carried as one JSON document");
    add_glb_options(*command, convert.save);
    command->callback([&request, to] {
        const ConvertOptions& asked = request.convert;
        if (to->count() == 0 && format_for_path(asked.output) == FileFormat::unknown) {
            throw CLI::ValidationError("OUT",
                                       fmt::format("'{}' does not tell the format: give --to", asked.output));
        }
        if (asked.json && asked.output == "-") {
            throw CLI::ValidationError("--json", "standard output already takes the file");
        }
        choose(request, request.convert, run_convert);
    });
}

void add_edit(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "edit", "Run edits from a file: all of them, or none");
    EditOptions& edit = request.edit;
    CLI::Option* input =
        command->add_option("IN", edit.input, "the file to read; - is standard input")->type_name("");
    CLI::Option* commands =
        command
            ->add_option("--commands", edit.commands,
                         "the edits, one JSON object a line (see --list); - is standard input")
            ->type_name("FILE");
    command
        ->add_option("-o,--output", edit.output,
                     "the file to write, its format by its suffix; without it the edits are only tried")
        ->type_name("OUT");
    CLI::Option* list = command->add_flag("--list", edit.list, "describe every edit and its fields");
    list->excludes(input)->excludes(commands);
    command->add_flag("--json", edit.json, "say what was done as one JSON document");
    command->callback([&request] {
        const EditOptions& asked = request.edit;
        if (!asked.list && asked.input.empty()) throw CLI::RequiredError("IN");
        if (!asked.list && asked.commands.empty()) throw CLI::RequiredError("--commands");
        if (asked.input == "-" && asked.commands == "-") {
            throw CLI::ValidationError("--commands", "standard input holds one file");
        }
        if (!asked.output.empty() && asked.output != "-" &&
            format_for_path(asked.output) == FileFormat::unknown) {
            throw CLI::ValidationError("OUT", fmt::format("'{}' does not tell the format", asked.output));
        }
        if (asked.json && asked.output == "-") {
            throw CLI::ValidationError("--json", "standard output already takes the file");
        }
        choose(request, request.edit, run_edit);
    });
}

}  // namespace

CLI::App* add_command(CLI::App& app, Request& request, const std::string& name,
                      const std::string& description) {
    CLI::App* command = app.add_subcommand(name, description);
    command->footer(exit_codes);
    add_console_options(*command, request);
    return command;
}

void build_grammar(CLI::App& app, Request& request) {
    app.set_help_flag("-h,--help", "show this help");
    app.set_version_flag("--version", "vitruvian " VITRUVIAN_VERSION, "show the version");
    app.footer(fmt::format(
        "`vitruvian COMMAND --help` tells the options of a command. Without one the window opens.\n\n{}",
        exit_codes));
    app.require_subcommand(0, 1);
    app.add_option("FILE", request.view.files, "files to open in the window")->type_name("");
    add_choice<std::string>(app, "--completion", request.completion, "print the completion script of a shell",
                            {{"bash", "bash"}, {"zsh", "zsh"}, {"fish", "fish"}});
    add_console_options(app, request);
    add_view(app, request);
    add_info(app, request);
    add_pose(app, request);
    add_screenshot(app, request);
    add_compare(app, request);
    add_remap(app, request);
    add_convert(app, request);
    add_edit(app, request);
    add_check(app, request);
    add_diff(app, request);
    add_rom(app, request);
    add_regress(app, request);
}

}  // namespace vitruvian
