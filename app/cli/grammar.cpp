#include "app/cli/grammar.h"

#include "app/cli/grammar_options.h"
#include "app/cli/option_values.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 done; 1 done, with something to report; 2 usage error; 3 an input could not be "
    "read;\n"
    "4 an output could not be written; 5 OpenGL is not available.";

void add_view(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "view", "Open the window (the default without a command)");
    command->add_option("FILE", request.view.files, "files to open side by side")->type_name("");
    command->callback([&request] {
        request.run = [&request](const Console& console) { return run_view(request.view, console); };
    });
}

void add_info(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "info", "Show what a file contains");
    add_file(*command, request.info.file);
    command->add_flag("--json", request.info.json, "as one JSON document");
    command->callback([&request] { choose(request, request.info, run_info); });
}

void add_pose(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "pose", "Print the position of every joint (and vertex) at a given time");
    PoseOptions& pose = request.pose;
    add_file(*command, pose.file);
    add_posing_options(*command, pose.posing);
    add_reference_pose_option(*command, pose.posing);
    CLI::Option* format = add_choice<PoseFormat>(*command, "--format", pose.format, "the output format",
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
    app.footer(
        fmt::format("`vitruvian COMMAND --help` lists the options of a command. Without a command the window "
                    "opens.\n\n{}",
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
