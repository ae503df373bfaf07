#include "app/session/seen_items.h"

namespace vitruvian {

NamedItem named(const Document& document, const Item& item) {
    return {item, name_of(document, item)};
}

std::optional<Item> find_again(const Document& document, const NamedItem& seen) {
    if (seen.item.kind == ItemKind::none) return seen.item;
    if (exists(document, seen.item) && name_of(document, seen.item) == seen.name) return seen.item;
    for (const int humanoid : {seen.item.humanoid, -1}) {
        const std::vector<Item> same = items_called(document, seen.item.kind, seen.name, humanoid);
        if (same.size() == 1) return same.front();
    }
    return std::nullopt;
}

}  // namespace vitruvian
