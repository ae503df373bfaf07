// Why a command cannot be used now, and what to do about it.
#pragma once

#include <string>

namespace vitruvian {

struct Action;
struct PanelContext;

/// Returns a sentence for tooltips and messages about an action that is not enabled.
[[nodiscard]] std::string why_unavailable(const PanelContext& c, const Action& action);

}  // namespace vitruvian
