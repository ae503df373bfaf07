// Descriptions of commands that say more than their titles: the tooltips of menus.
#pragma once

namespace vitruvian {

struct Action;

/// Null if the title says enough.
[[nodiscard]] const char* help_of(const Action& action);

}  // namespace vitruvian
