#include "app/cli/grammar_options.h"

#include "app/cli/option_values.h"

namespace vitruvian {

void add_console_options(CLI::App& app, Request& request) {
    add_choice<LogLevel>(app, "--log-level", request.console.level, "how much to log on standard error",
                         {{"error", LogLevel::error},
                          {"warning", LogLevel::warning},
                          {"info", LogLevel::info},
                          {"debug", LogLevel::debug}})
        ->group("Everywhere");
    app.add_flag("--quiet,-q", request.console.quiet, "print only errors")->group("Everywhere");
    add_choice<ColorMode>(
        app, "--color", request.console.color, "coloured text output; NO_COLOR is respected",
        {{"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}})
        ->group("Everywhere");
    app.add_flag_callback(
           "--no-sandbox", [&request] { request.sandbox = false; },
           "keep the right to read other files and to use the network (a command gives it up before it "
           "reads, where "
           "Linux can; the window does not)")
        ->group("Everywhere");
}

void add_posing_options(CLI::App& app, PosingOptions& posing) {
    const CLI::Validator finite(valid_number, "");
    const char* group = "Figure and pose";
    app.add_option("--humanoid", posing.humanoid,
                   "which humanoid of the file, by index or name (default: the first)")
        ->type_name("N|NAME")
        ->group(group);
    app.add_option("--clip", posing.clip,
                   "the clip to play, by index or name; OTHER_FILE, OTHER_FILE#NAME or OTHER_FILE#INDEX is "
                   "retargeted from another file")
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
        "how a clip from another file is retargeted (spec: EXT_skeleton_humanoid's own formula; world: right "
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
                   "rotate a joint from its rest pose by ANGLE radians about the axis X Y Z; may be repeated")
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

void add_reference_pose_option(CLI::App& app, PosingOptions& posing) {
    add_choice<ReferenceKind>(app, "--reference", posing.reference, reference_pose_help,
                              {{"auto", ReferenceKind::automatic},
                               {"bind", ReferenceKind::bind},
                               {"rest", ReferenceKind::rest},
                               {"tpose", ReferenceKind::tpose}})
        ->group("Figure and pose");
}

void add_file(CLI::App& command, std::string& file) {
    command.add_option("FILE", file, "the file to read; - is standard input")->required()->type_name("");
}

}  // namespace vitruvian
