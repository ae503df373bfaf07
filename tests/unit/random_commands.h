// Random commands for property tests: each of the table, most of them valid.
#pragma once

#include "model/edit/command.h"
#include "tests/unit/random_rig.h"

namespace vitruvian::test {

/// A command for items of the document, which has a humanoid.
[[nodiscard]] Command random_command(Random& random, const Document& document, bool may_be_batch = true);

}  // namespace vitruvian::test
