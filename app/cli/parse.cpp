// Parses the command line into the requested command.
#include "app/cli/commands.h"
#include "app/cli/completion.h"
#include "app/cli/grammar.h"

#include <fmt/format.h>

#include <new>

namespace vitruvian {
namespace {

ExitCode say_help(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App* command = &app;
    if (!app.get_subcommands().empty()) command = app.get_subcommands().front();
    const bool version = dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr;
    const std::string prefix = command == &app ? "" : app.get_name();
    const std::string text = version ? std::string(error.what()) + '\n' : command->help(prefix);
    const auto written = write_output("-", text);
    return written ? ExitCode::done : ExitCode::unwritable;
}

ExitCode wrong_usage(const CLI::App& app, const ConsoleOptions& options, const std::string& message) {
    const auto used = app.get_subcommands();
    const Console console(options);
    console.error(message);
    console.hint(fmt::format("See vitruvian {}--help.", used.empty() ? "" : used.front()->get_name() + ' '));
    return ExitCode::usage;
}

/// The kernel then refuses what a malicious file might make a reader do.
void give_up(const Reach& reach, const Console& console) {
    const Confinement confinement = confine(reach);
    console.debug(confinement.files ? "other files are out of reach"
                                    : "other files stay in reach: no Landlock");
    console.debug(confinement.network ? "the network is out of reach"
                                      : "the network stays in reach: no seccomp");
}

ExitCode run_request(const CLI::App& app, Request& request) {
    const Console console(request.console);
    if (!request.completion.empty()) {
        const auto written = write_output("-", completion_script(app, request.completion));
        return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
    }
    if (request.run == nullptr) return run_view(request.view, console);
    const bool other_command = !app.get_subcommands().front()->check_name("view");
    if (other_command && !request.view.files.empty()) {
        return wrong_usage(
            app, request.console,
            fmt::format("'{}' comes before the command; files must follow it", request.view.files.front()));
    }
    if (request.reach && request.sandbox) give_up(*request.reach, console);
    return request.run(console);
}

}  // namespace

int run_command_line(int argc, char** argv) {
    CLI::App app("Viewer and editor for humanoid rigs: H-Anim (VRML97, X3D), glTF and VRM.", "vitruvian");
    Request request;
    ExitCode code = ExitCode::done;
    try {
        build_grammar(app, request);
        app.parse(argc, argv);
        code = run_request(app, request);
    } catch (const CLI::Success& success) {
        code = say_help(app, success);
    } catch (const CLI::ParseError& error) {
        code = wrong_usage(app, request.console, error.what());
    } catch (const std::bad_alloc&) {
        Console(request.console).error("there is not enough memory for this");
        code = ExitCode::unreadable;
    }
    return static_cast<int>(code);
}

}  // namespace vitruvian