// Reporting after a save: what was left out, and which files were written beside the main one.
#pragma once

#include "app/cli/console.h"
#include "app/cli/json_output.h"
#include "model/io/save_options.h"

namespace vitruvian {

/// Prints to standard error what was left out and which further files were written.
void report_saved(const Console& console, const SavedDocument& saved);

/// Returns every file as {"path": "...", "written": true}; false if the file already had these bytes.
[[nodiscard]] Json files_json(const SavedDocument& saved);

}  // namespace vitruvian
