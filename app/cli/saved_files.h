// What a command that saves says afterwards: what was left out, and which files it wrote beside the main one.
#pragma once

#include "app/cli/console.h"
#include "app/cli/json_output.h"
#include "model/io/save_options.h"

namespace vitruvian {

/// On standard error.
void report_saved(const Console& console, const SavedDocument& saved);

/// Every file as {"path": "...", "written": true}; false where its bytes were there already.
[[nodiscard]] Json files_json(const SavedDocument& saved);

}  // namespace vitruvian
