// What is selected and played of a figure, by name, so that it is found again in another version of its file.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct NamedItem {
    Item item;
    std::string name;
};

/// What a figure's file lacked when it was loaded again, as a file does that is written in part. A later
/// version may have it.
struct MissedItems {
    std::vector<NamedItem> selected;  // the active one first
    std::optional<NamedItem> clip;
    std::uint64_t clip_file = 0;  // as OpenFigure::clip_file
};

[[nodiscard]] NamedItem named(const Document& document, const Item& item);
/// Returns the item of that name: at the same index, otherwise the only one, of the same humanoid if there are
/// several. nullopt: there is none, or it is ambiguous.
[[nodiscard]] std::optional<Item> find_again(const Document& document, const NamedItem& seen);

}  // namespace vitruvian
