// Which thing of an edited document is the one that it was before the edit: lists are renumbered by what comes, goes and
// moves.
#pragma once

#include "model/document/item.h"

#include <optional>

namespace vitruvian {

/// The thing of `after` that `item` of `before` became, by its place in a list that stayed as long, where its name stays or
/// was changed, else by its name; nullopt where it is gone.
[[nodiscard]] std::optional<Item> same_item(const Document& before, const Item& item, const Document& after);

}  // namespace vitruvian
