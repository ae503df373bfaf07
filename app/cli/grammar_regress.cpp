#include "app/cli/grammar.h"
#include "app/cli/option_values.h"
#include "app/jobs/input_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <vector>

namespace vitruvian {
namespace {

/// A sandboxed command may write into folders, but not create missing ones.
void make_folder(const std::filesystem::path& folder) {
    std::error_code told_when_it_is_written_to;
    std::filesystem::create_directories(folder, told_when_it_is_written_to);
}

/// The suite determines which files the command needs, so it is read before the sandbox is entered.
void prepare(RegressOptions& regress) {
    regress.read = read_suite(regress.suite);
    if (!regress.read) return;
    if (regress.output.empty()) {
        const std::filesystem::path suite(regress.suite);
        regress.output = (suite.parent_path() / (suite.stem().string() + "-results")).string();
    }
    make_folder(regress.output);
    if (regress.approves) make_folder(regress.read->approved);
}

void add_init(CLI::App& regress, Request& request) {
    CLI::App* command = add_command(
        regress, request, "init",
        "Write a suite: every figure from the front and the side, at rest and at four phases of a clip");
    RegressInitOptions& init = request.regress_init;
    command->add_option("FILE", init.inputs, "files, and folders that are searched for files")
        ->required()
        ->type_name("");
    command->add_option("-o,--output", init.output, "the suite to write")
        ->required()
        ->type_name("SUITE.json");
    command->callback([&request] {
        request.regress_init.found = find_input_files(request.regress_init.inputs);
        choose(request, request.regress_init, run_regress_init);
    });
}

}  // namespace

void add_regress(CLI::App& app, Request& request) {
    CLI::App* command =
        add_command(app, request, "regress", "Compare a suite of pictures with the approved ones");
    RegressOptions& regress = request.regress;
    command->add_option("SUITE", regress.suite, "the suite, a JSON file; regress init writes one")
        ->type_name("");
    command
        ->add_option("-o,--output", regress.output,
                     "the folder that gets actual/, difference/, report.html, junit.xml and results.json "
                     "(default: SUITE-results beside the suite)")
        ->type_name("FOLDER");
    command
        ->add_option(
            "--only", regress.only,
            "make only the pictures, or the shots, whose names match, as 'knight-*'; may be repeated")
        ->allow_extra_args(false)
        ->type_name("GLOB");
    CLI::Option* approve =
        command
            ->add_option(
                "--approve", regress.approve,
                "approve pictures that are new or differ (without a GLOB: all that are made); they replace "
                "the approved pictures")
            ->expected(0, -1)
            ->type_name("[GLOB]...");
    command
        ->add_option("--jobs", regress.jobs,
                     "how many pictures are drawn, compared and written at a time (default: as many as "
                     "there are cores, at most 8)")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->type_name("N");
    command
        ->add_option_function<std::string>(
            "--shard",
            [&regress](const std::string& text) {
                std::tie(regress.shard, regress.shards) = parsed_shard(text);
            },
            "make only part I of N of the pictures")
        ->check(CLI::Validator(valid_shard, ""))
        ->type_name("I/N");
    command->add_flag("--json", regress.json, "print results.json");
    add_init(*command, request);
    command->require_subcommand(0, 1);
    command->callback([&request, command, approve] {
        if (!command->get_subcommands().empty()) return;
        if (request.regress.suite.empty()) throw CLI::RequiredError("SUITE");
        request.regress.approves = approve->count() > 0;
        // Without a glob it is passed as an empty one.
        std::vector<std::string>& globs = request.regress.approve;
        if (std::find(globs.begin(), globs.end(), std::string()) != globs.end()) globs.clear();
        prepare(request.regress);
        choose(request, request.regress, run_regress);
    });
}

}  // namespace vitruvian
