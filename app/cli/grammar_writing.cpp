// The commands that write figures: remap, convert, edit.
#include "app/cli/grammar.h"
#include "app/cli/grammar_options.h"
#include "app/cli/option_values.h"
#include "model/formats/save.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace vitruvian {
namespace {

void add_glb_options(CLI::App& command, SaveOptions& save) {
    const char* group = "glTF, GLB and VRM";
    add_choice<HumanoidExtension>(command, "--extension", save.humanoid,
                                  "how the humanoid is written (auto: as the figure has it)",
                                  {{"auto", HumanoidExtension::automatic},
                                   {"ext", HumanoidExtension::ext},
                                   {"vrm", HumanoidExtension::vrm},
                                   {"khr", HumanoidExtension::khr}})
        ->group(group);
    command
        .add_flag("--keep-bind", save.keep_bind,
                  "leave bind pose and axes of bones as they are, where EXT_skeleton_humanoid wants a T-pose "
                  "and axes "
                  "of its own; which rule is broken, and by how much, is reported")
        ->group(group);
    add_choice<ClipForm>(
        command, "--clips", save.clips,
        "how clips are written: with the figure, or as a file of clips alone for any humanoid",
        {{"nodes", ClipForm::nodes}, {"ext", ClipForm::ext}, {"vrma", ClipForm::vrma}})
        ->group(group);
}

}  // namespace

void add_remap(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "remap", "Bake animations onto the joints of another humanoid");
    RemapBakeOptions& remap = request.remap;
    command->add_option("CLIPS", remap.clips, "the file that has the clips")->required()->type_name("");
    command->add_option("TARGET", remap.target, "the file of the figure")->required()->type_name("");
    command
        ->add_option("-o,--output", remap.output,
                     "the figure with the baked clips after its own; the suffix selects the format. A BVH "
                     "file holds exactly one clip")
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
        "how clips are retargeted (spec: EXT_skeleton_humanoid's own formula; world: right for rigs whose "
        "bones have other axes)",
        {{"auto", RemapMode::automatic}, {"spec", RemapMode::spec}, {"world", RemapMode::world}});
    add_choice<ReferenceKind>(*command, "--reference", remap.reference, reference_pose_help,
                              {{"auto", ReferenceKind::automatic},
                               {"bind", ReferenceKind::bind},
                               {"rest", ReferenceKind::rest},
                               {"tpose", ReferenceKind::tpose}});
    command
        ->add_option("--fps", remap.rate,
                     "keys only at whole frames of 1/N s (default: the clip's own keys where they retarget "
                     "one by one, otherwise as many as the motion needs). Redundant keys are removed")
        ->check(CLI::Range(1.0, 1000.0).description(""))
        ->type_name("N");
    command->add_flag("--pin-feet", remap.pin_feet, pin_feet_help);
    command->add_flag("--json", remap.json, "report what was done as one JSON document");
    command->callback([&request] { choose(request, request.remap, run_remap); });
}

void add_convert(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "convert",
                    "Write a file in another format; what the format cannot hold is reported as warnings");
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
        add_choice<FileFormat>(*command, "--to", convert.save.format, "the format, overriding the suffix",
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
    command->add_flag(
        "--rigid", convert.save.rigid,
        "VRML97 and X3D: cut skins into stiff parts on the segments of the joints that move them "
        "most, for browsers without skinning");
    command->add_flag(
        "--anew", convert.save.anew,
        "rewrite the whole file, instead of changing only what was edited in a file of the same format");
    command->add_flag_callback(
        "--gzip", [&convert] { convert.save.compress = true; }, "compress a VRML97 or X3D file");
    command->add_flag("--json", convert.json, "report what could not be written as one JSON document");
    add_glb_options(*command, convert.save);
    command->callback([&request, to] {
        const ConvertOptions& asked = request.convert;
        if (to->count() == 0 && format_for_path(asked.output) == FileFormat::unknown) {
            throw CLI::ValidationError(
                "OUT", fmt::format("cannot tell the format from '{}': give --to", asked.output));
        }
        if (asked.json && asked.output == "-") {
            throw CLI::ValidationError("--json", "standard output already takes the file");
        }
        choose(request, request.convert, run_convert);
    });
}

void add_edit(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "edit", "Apply edits from a file: all of them, or none");
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
                     "the file to write, its format by its suffix; without it nothing is written (a dry run)")
        ->type_name("OUT");
    CLI::Option* list = command->add_flag("--list", edit.list, "describe every edit and its fields");
    list->excludes(input)->excludes(commands);
    command->add_flag("--json", edit.json, "report what was done as one JSON document");
    command->callback([&request] {
        const EditOptions& asked = request.edit;
        if (!asked.list && asked.input.empty()) throw CLI::RequiredError("IN");
        if (!asked.list && asked.commands.empty()) throw CLI::RequiredError("--commands");
        if (asked.input == "-" && asked.commands == "-") {
            throw CLI::ValidationError("--commands", "standard input holds one file");
        }
        if (!asked.output.empty() && asked.output != "-" &&
            format_for_path(asked.output) == FileFormat::unknown) {
            throw CLI::ValidationError("OUT", fmt::format("cannot tell the format from '{}'", asked.output));
        }
        if (asked.json && asked.output == "-") {
            throw CLI::ValidationError("--json", "standard output already takes the file");
        }
        choose(request, request.edit, run_edit);
    });
}

}  // namespace vitruvian
