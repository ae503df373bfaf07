#include "app/cli/completion.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <vector>

namespace vitruvian {
namespace {

struct Entry {
    std::string option;  // "--size"
    std::string description;
    bool takes_value = false;
};

std::vector<Entry> options_of(const CLI::App& app) {
    std::vector<Entry> out;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            out.push_back({"--" + name, option->get_description(), option->get_items_expected_max() > 0});
        }
        for (const std::string& name : option->get_snames()) {
            out.push_back({"-" + name, option->get_description(), option->get_items_expected_max() > 0});
        }
    }
    return out;
}

std::string words_of(const CLI::App& app) {
    std::string out;
    for (const Entry& entry : options_of(app)) out += (out.empty() ? "" : " ") + entry.option;
    return out;
}

std::string commands_of(const CLI::App& app) {
    std::string out;
    for (const CLI::App* command : app.get_subcommands({}))
        out += (out.empty() ? "" : " ") + command->get_name();
    return out;
}

/// Escapes text for single quotes.
std::string quoted(std::string text) {
    for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4)) {
        text.replace(at, 1, "'\\''");
    }
    return '\'' + text + '\'';
}

std::string bash_script(const CLI::App& app) {
    std::string cases;
    for (const CLI::App* command : app.get_subcommands({})) {
        cases += fmt::format("        {}) words='{}' ;;\n", command->get_name(), words_of(*command));
    }
    return fmt::format(R"(# bash completion for vitruvian: source <(vitruvian --completion bash)
_vitruvian() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words
    case ${{COMP_WORDS[1]}} in
{}        *) words='{} {}' ;;
    esac
    COMPREPLY=()
    [[ $word == -* || $COMP_CWORD -eq 1 ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [[ $word == -* ]] || mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -f -- "$word")
}}
complete -o filenames -F _vitruvian vitruvian
)",
                       cases, commands_of(app), words_of(app));
}

std::string zsh_script(const CLI::App& app) {
    std::string cases;
    for (const CLI::App* command : app.get_subcommands({})) {
        cases += fmt::format("    {}) options=({}) ;;\n", command->get_name(), words_of(*command));
    }
    return fmt::format(R"(#compdef vitruvian
# zsh completion for vitruvian: source <(vitruvian --completion zsh)
_vitruvian() {{
  local -a options
  local -a commands=({})
  case $words[2] in
{}    *) options=({}) ;;
  esac
  [[ $CURRENT -eq 2 ]] && compadd -a commands
  if [[ $PREFIX == -* ]]; then compadd -a options; else _files; fi
}}
compdef _vitruvian vitruvian
)",
                       commands_of(app), cases, words_of(app));
}

std::string fish_lines(const CLI::App& app, const std::string& condition) {
    std::string out;
    for (const Entry& entry : options_of(app)) {
        const bool is_long = entry.option.starts_with("--");
        out += fmt::format("complete -c vitruvian -n {} {} {}{} -d {}\n", quoted(condition),
                           is_long ? "-l" : "-s", entry.option.substr(is_long ? 2 : 1),
                           entry.takes_value ? " -r" : "", quoted(entry.description));
    }
    return out;
}

std::string fish_script(const CLI::App& app) {
    std::string out = "# fish completion for vitruvian: vitruvian --completion fish | source\n";
    for (const CLI::App* command : app.get_subcommands({})) {
        out += fmt::format("complete -c vitruvian -n __fish_use_subcommand -a {} -d {}\n",
                           command->get_name(), quoted(command->get_description()));
        out += fish_lines(*command, "__fish_seen_subcommand_from " + command->get_name());
    }
    return out + fish_lines(app, "__fish_use_subcommand");
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
    if (shell == "bash") return bash_script(app);
    if (shell == "zsh") return zsh_script(app);
    return fish_script(app);
}

}  // namespace vitruvian
