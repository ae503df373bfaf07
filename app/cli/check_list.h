// The output of `vitruvian check --list`: the available checks.
#pragma once

#include "app/cli/human_text.h"

#include <string>

namespace vitruvian {

[[nodiscard]] HumanText check_list_text();
[[nodiscard]] std::string check_list_json();

}  // namespace vitruvian
