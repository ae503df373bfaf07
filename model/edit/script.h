// Scripts: files with one command per line, as a JSON object (command_json.h). Blank lines are ignored.
#pragma once

#include "model/edit/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// An executed command of a script.
struct ScriptStep {
    int line = 0;  // from 1
    Command command;
    std::string title;
};

/// Runs all commands of `text` in sequence, or none: on failure the Error has the line and the column in the
/// script, named `name`, and the document is unchanged.
[[nodiscard]] Result<std::vector<ScriptStep>> run_script(std::string_view text, const std::string& name,
                                                         Document& document);

}  // namespace vitruvian
