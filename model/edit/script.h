// Scripts: files of commands, one JSON object (command_json.h) a line. Blank lines count for nothing.
#pragma once

#include "model/edit/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// One command of a script that ran.
struct ScriptStep {
    int line = 0;  // from 1
    Command command;
    std::string title;
};

/// Runs all commands of `text`, each on what those before it left, or none: then the Error has the line and the column
/// in the script, which is called `name` there, and the document is as it was.
[[nodiscard]] Result<std::vector<ScriptStep>> run_script(std::string_view text, const std::string& name,
                                                         Document& document);

}  // namespace vitruvian
