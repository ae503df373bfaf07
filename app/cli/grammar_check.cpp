#include "app/cli/grammar.h"
#include "app/cli/option_values.h"
#include "app/jobs/input_files.h"
#include "model/check/registry.h"
#include "model/formats/save.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

std::string valid_check_id(const std::string& id) {
    return check::find_check(upper_case(id)) != nullptr
               ? std::string()
               : fmt::format("there is no check '{}'; see vitruvian check --list", id);
}

void add_ids(CLI::App& command, const std::string& name, std::vector<std::string>& ids,
             const std::string& description) {
    command.add_option(name, ids, description + ", comma-separated; see --list")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Validator(valid_check_id, ""))
        ->transform(CLI::Validator(
            [](std::string& id) {
                id = upper_case(id);
                return std::string();
            },
            ""))
        ->type_name("ID,...");
}

void refuse_wrong_usage(const CheckOptions& asked) {
    const bool checks = !asked.list && asked.merge.empty();
    if (checks && asked.inputs.empty()) throw CLI::RequiredError("FILE");
    if (!checks && !asked.inputs.empty())
        throw CLI::ValidationError("FILE", "--list and --merge check no files");
    if (asked.list && asked.format != CheckFormat::text && asked.format != CheckFormat::json)
        throw CLI::ValidationError("--format", "--list is printed as text or json");
    if (!asked.fix) return;
    if (!checks) throw CLI::ValidationError("--fix", "--list and --merge change nothing");
    if (asked.output == "-")
        throw CLI::ValidationError("--fix",
                                   "the fixed file is written to -o OUT; standard output takes the report");
    if (asked.inputs.size() != 1) throw CLI::ValidationError("--fix", "takes one file at a time");
    if (asked.shards > 1) throw CLI::ExcludesError("--fix", "--shard");
    if (format_for_path(asked.output) == FileFormat::unknown)
        throw CLI::ValidationError("-o", fmt::format("cannot tell the format from '{}'", asked.output));
}

void add_report_options(CLI::App& command, CheckOptions& check) {
    const char* group = "The report";
    add_choice<CheckFormat>(command, "--format", check.format, "the output format (default: text)",
                            {{"text", CheckFormat::text},
                             {"json", CheckFormat::json},
                             {"junit", CheckFormat::junit},
                             {"sarif", CheckFormat::sarif},
                             {"html", CheckFormat::html}})
        ->group(group);
    command
        .add_option("-o,--output", check.output,
                    "where the report goes (default: standard output); with --fix the fixed file")
        ->type_name("OUT")
        ->group(group);
    add_choice<check::Level>(command, "--fail-on", check.fail_on,
                             "exit 1 if any finding is at least this severe (default: error)",
                             {{"error", check::Level::error},
                              {"warning", check::Level::warning},
                              {"info", check::Level::info},
                              {"never", check::Level::off}})
        ->group(group);
    command
        .add_option("--merge", check.merge,
                    "check nothing: merge the results that other runs wrote with --format json")
        ->type_name("RESULT.json...")
        ->group(group);
}

}  // namespace

void add_check(CLI::App& app, Request& request) {
    CLI::App* command = add_command(app, request, "check", "Find problems in rigs, and fix them");
    CheckOptions& check = request.check;
    command
        ->add_option("FILE", check.inputs,
                     "files, and folders that are searched for files; - is standard input")
        ->type_name("");
    command
        ->add_option("--profile", check.profile,
                     "what counts as wrong: auto (by the file's kind; the default), hanim-1.1, hanim-2.0, "
                     "ext-skeleton-humanoid, vrm, unity-humanoid, humanik, vrchat-pc, vrchat-mobile, roblox, "
                     "gltf, or a "
                     "file of your own")
        ->type_name("NAME|FILE.json");
    add_ids(*command, "--only", check.only, "run only these checks");
    add_ids(*command, "--skip", check.skip, "skip these checks");
    command
        ->add_option("--clips", check.clips,
                     "which clips are checked: all (the default), none, or one by index or name")
        ->type_name("all|none|SEL");
    command
        ->add_option("--jobs", check.jobs, "how many files at a time (default: as many as there are cores)")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->type_name("N");
    command
        ->add_option_function<std::string>(
            "--shard",
            [&check](const std::string& text) { std::tie(check.shard, check.shards) = parsed_shard(text); },
            "check only part I of N of the files")
        ->check(CLI::Validator(valid_shard, ""))
        ->type_name("I/N");
    add_report_options(*command, check);
    command->add_flag("--fix", check.fix, "fix what can be fixed safely, and report what remains");
    command->add_flag("--list", check.list,
                      "list every check, with its threshold and severity in each profile");
    command->callback([&request] {
        refuse_wrong_usage(request.check);
        request.check.found = find_input_files(request.check.inputs);
        choose(request, request.check, run_check);
    });
}

}  // namespace vitruvian
