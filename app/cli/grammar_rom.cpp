#include "app/cli/grammar.h"

namespace vitruvian {

void add_rom(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "rom", "Test how the skin deforms at the limits of the joints");
    RomOptions& rom = request.rom;
    command->add_option("FILE", rom.file, "the file to read; - is standard input")->required()->type_name("");
    command
        ->add_option("-o,--output", rom.output,
                     "a contact sheet as one HTML page; with --json its pictures as files beside it, too")
        ->type_name("SHEET");
    command->add_flag("--json", rom.json, "the measurements as one JSON document");
    command
        ->add_option("--joint", rom.joints,
                     "a joint, by its name or its bone's (default: all); may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command
        ->add_option("--steps", rom.steps,
                     "pictures from limit to limit; of an odd number the middle one is at rest (default: 3)")
        ->check(CLI::Range(2, 99).description(""))
        ->type_name("N");
    command
        ->add_option(
            "--clip", rom.clip,
            "and where this clip turns each joint farthest: an index or a name, or OTHER_FILE#either")
        ->type_name("SEL");
    command->add_option("--humanoid", rom.humanoid, "which humanoid, by index or name (default: the first)")
        ->type_name("N|NAME");
    command->callback([&request] {
        if (request.rom.json && request.rom.output == "-")
            throw CLI::ValidationError("--json", "standard output already takes the sheet");
        choose(request, request.rom, run_rom);
    });
}

}  // namespace vitruvian
