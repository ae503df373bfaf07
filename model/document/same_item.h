// Tracks an object across an edit: adding, removing and moving objects renumber the lists.
#pragma once

#include "model/document/item.h"

#include <optional>

namespace vitruvian {

/// Returns the object of `after` that corresponds to `item` of `before`: by index if its list kept its length
/// and the name is unchanged or was edited, else by name; nullopt if it was removed.
[[nodiscard]] std::optional<Item> same_item(const Document& before, const Item& item, const Document& after);

}  // namespace vitruvian
