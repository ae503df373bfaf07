// `vitruvian edit`: the window's commands, run from a file.
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "app/cli/output.h"
#include "app/cli/saved_files.h"
#include "model/edit/command_table.h"
#include "model/edit/script.h"
#include "model/formats/save.h"
#include "model/io/file.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

/// Returns the type of value that a field requires.
std::string type_of(const CommandField& field, const CommandKind& kind) {
    struct Namer {
        std::string operator()(const Item*) const { return "name"; }
        std::string operator()(const std::optional<Item>*) const { return "name or null"; }
        std::string operator()(const std::vector<Item>*) const { return "names"; }
        std::string operator()(const std::vector<std::pair<Item, float>>*) const { return "weights by name"; }
        std::string operator()(const std::string*) const { return "text"; }
        std::string operator()(const std::optional<std::string>*) const { return "text or null"; }
        std::string operator()(const std::vector<std::string>*) const { return "texts"; }
        std::string operator()(const float*) const { return "number"; }
        std::string operator()(const std::optional<float>*) const { return "number or null"; }
        std::string operator()(const int*) const { return "whole number"; }
        std::string operator()(const std::optional<std::array<float, 9>>*) const {
            return "9 numbers or null";
        }
        std::string operator()(const vec3*) const { return "3 numbers"; }
        std::string operator()(const std::optional<vec3>*) const { return "3 numbers or null"; }
        std::string operator()(const std::vector<std::pair<int, Transform>>*) const { return "objects"; }
        std::string operator()(const std::vector<std::pair<int, vec3>>*) const { return "objects"; }
        std::string operator()(const std::vector<int>*) const { return "names"; }
        std::string operator()(const std::vector<KeyChoice>*) const { return "objects"; }
        std::string operator()(const std::vector<KeyValues>*) const { return "objects"; }
        std::string operator()(const std::vector<std::pair<int, float>>*) const {
            return "pairs of vertex and number";
        }
        std::string operator()(const std::vector<Command>*) const { return "commands"; }
    };
    Command command = kind.make();
    return std::visit(Namer{}, field.in(command));
}

std::string kinds_of(const CommandField& field) {
    std::string out;
    for (const ItemKind kind : field.kinds)
        out += fmt::format("{}{}", out.empty() ? "" : "|", to_string(kind));
    return out;
}

/// A key that the reader takes beside the fields, in the form of a field.
Json key_json(const char* name, const std::string& help, bool may_be_absent) {
    Json out = {{"name", name}, {"type", "text"}, {"help", help}};
    if (may_be_absent) out["optional"] = true;
    return out;
}

std::string list_json() {
    Json out = {{"schema", "vitruvian-edit-1"}, {"commands", Json::array()}};
    for (const CommandKind& kind : command_kinds()) {
        Json command = {
            {"do", std::string(kind.name)}, {"help", std::string(kind.help)}, {"fields", Json::array()}};
        if (takes_humanoid(kind))
            command["fields"].push_back(
                key_json("humanoid", "whose, if several humanoids have the name", true));
        for (const CommandField& field : kind.fields) {
            if (takes_thing(field))
                command["fields"].push_back(
                    key_json("thing", "what it is: " + kinds_of(field), !needs_thing(field)));
            Json entry = {{"name", std::string(field.name)},
                          {"type", type_of(field, kind)},
                          {"help", std::string(field.help)}};
            if (!field.unit.empty()) entry["unit"] = std::string(field.unit);
            if (!field.kinds.empty()) entry["thing"] = Json::array();
            if (field.may_be_absent || is_own_humanoid(field)) entry["optional"] = true;
            for (const ItemKind thing : field.kinds) entry["thing"].push_back(std::string(to_string(thing)));
            command["fields"].push_back(std::move(entry));
        }
        out["commands"].push_back(std::move(command));
    }
    return json_text(out, 2);
}

std::string list_text() {
    std::string out =
        "One JSON object per line. Items are given by name or by \"#INDEX\"; \"humanoid\" gives the "
        "humanoid, and may be left out where a file has one.\n";
    for (const CommandKind& kind : command_kinds()) {
        out += fmt::format("\n{{\"do\": \"{}\"}}\n    {}\n", kind.name, kind.help);
        for (const CommandField& field : kind.fields) {
            if (takes_thing(field))
                out += fmt::format("    {:<18} {:<24} what it is{}\n", "thing", kinds_of(field),
                                   needs_thing(field) ? "" : " (may be left out)");
            const std::string unit = field.unit.empty() ? "" : fmt::format(", {}", field.unit);
            const bool optional = field.may_be_absent || is_own_humanoid(field);
            out += fmt::format("    {:<18} {:<24} {}{}\n", field.name, type_of(field, kind) + unit,
                               field.help, optional ? " (may be left out)" : "");
        }
    }
    return out;
}

Result<std::string> read_commands(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{256} << 20;
    const Result<std::vector<std::byte>> bytes =
        path == "-" ? read_standard_input() : read_file(path, max_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::string done_json(const EditOptions& options, const std::vector<ScriptStep>& steps,
                      const SavedDocument& done) {
    Json out = {{"input", options.input},
                {"output", options.output.empty() ? Json(nullptr) : Json(options.output)},
                {"commands", Json::array()},
                {"files", files_json(done)},
                {"notes", Json::array()}};
    for (const ScriptStep& step : steps) {
        out["commands"].push_back(
            {{"line", step.line}, {"do", std::string(kind_of(step.command).name)}, {"title", step.title}});
    }
    for (const Diagnostic& d : done.notes.list()) out["notes"].push_back(diagnostic_json(d));
    return json_text(out, 2);
}

}  // namespace

ExitCode run_edit(const EditOptions& options, const Console& console) {
    if (options.list) {
        const auto written = write_output("-", options.json ? list_json() : list_text());
        return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
    }
    const Result<std::string> commands = read_commands(options.commands);
    if (!commands) return console.failed(commands.error(), ExitCode::unreadable);
    Result<Document> document = load_input(options.input);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    console.report(document->diagnostics);
    const std::string name = options.commands == "-" ? "<standard input>" : options.commands;
    const Result<std::vector<ScriptStep>> steps = run_script(*commands, name, *document);
    if (!steps) return console.failed(steps.error(), ExitCode::unreadable);
    SavedDocument done;
    if (!options.output.empty()) {
        SaveOptions save;
        save.format = options.output == "-" ? FileFormat::unknown : format_for_path(options.output);
        Result<SavedDocument> saved = write_document(*document, options.output, save);
        if (!saved) return console.failed(saved.error(), ExitCode::unwritable);
        done = std::move(*saved);
    }
    report_saved(console, done);
    if (!options.json) return ExitCode::done;
    const auto written = write_output("-", done_json(options, *steps, done));
    return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
}

}  // namespace vitruvian
