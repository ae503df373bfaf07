// Display text of a command's field values in addition to its title, with angles in degrees.
#pragma once

#include "model/edit/command.h"

#include <string>

namespace vitruvian {

/// "lower -90 -90 -90\u00B0, upper 90 90 90\u00B0"; long lists by their length. Empty if the title contains
/// everything. `document` is the one before the command is applied.
[[nodiscard]] std::string command_values(const Command& command, const Document& document);

}  // namespace vitruvian
