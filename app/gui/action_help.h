// What commands do in more words than their titles have: the tooltips of menus.
#pragma once

namespace vitruvian {

struct Action;

/// Null where the title says it all.
[[nodiscard]] const char* help_of(const Action& action);

}  // namespace vitruvian
