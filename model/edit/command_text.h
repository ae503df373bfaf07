// What a command says besides its title, for people: the values of its fields, angles in degrees.
#pragma once

#include "model/edit/command.h"

#include <string>

namespace vitruvian {

/// "lower -90 -90 -90\u00B0, upper 90 90 90\u00B0"; long lists by their count. Empty where the title says all. `document` is
/// the one that the command is for.
[[nodiscard]] std::string command_values(const Command& command, const Document& document);

}  // namespace vitruvian
