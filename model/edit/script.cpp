#include "model/edit/script.h"

#include "model/core/json_text.h"
#include "model/edit/command_json.h"

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Result<std::vector<ScriptStep>> run_script(std::string_view text, const std::string& name,
                                           Document& document) {
    std::vector<ScriptStep> steps;
    Document changed = document;
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const auto failed = [&](Error error, int column) {
            error.where = {name, number, column, {}};
            return tl::unexpected(std::move(error));
        };
        Result<Command> command = command_from_json(line, changed);
        if (!command) return failed(command.error(), command.error().where.column);
        std::string title = title_of(*command, changed);
        if (const Result<void> done = apply(*command, changed); !done)
            return failed(done.error(), place_of_value(line, done.error().where.pointer).column);
        steps.push_back({number, std::move(*command), std::move(title)});
    }
    document = std::move(changed);
    return steps;
}

}  // namespace vitruvian
