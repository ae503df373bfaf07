#include "app/cli/grammar.h"
#include "app/cli/option_values.h"

namespace vitruvian {

void add_diff(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "diff", "List the differences between two rigs, in any formats");
    DiffOptions& diff = request.diff;
    command->add_option("A", diff.first, "the rig before; - is standard input")->required()->type_name("");
    command->add_option("B", diff.second, "the rig after")->required()->type_name("");
    add_choice<DiffFormat>(
        *command, "--format", diff.format, "the output format (default: text)",
        {{"text", DiffFormat::text}, {"json", DiffFormat::json}, {"html", DiffFormat::html}});
    command->add_option("-o,--output", diff.output, "where the report goes (default: standard output)")
        ->type_name("OUT");
    command
        ->add_option(
            "--tolerance", diff.tolerance,
            "up to which two numbers are the same: lengths as of a figure 1.75 m high, angles in radians "
            "(default: 0.0001)")
        ->check(CLI::Validator(valid_number, ""))  // a range check alone accepts NaN
        ->check(CLI::Range(0.0, 1e6).description(""))
        ->type_name("T");
    command->callback([&request] { choose(request, request.diff, run_diff); });
}

}  // namespace vitruvian
