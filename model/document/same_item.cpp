#include "model/document/same_item.h"

#include <algorithm>

namespace vitruvian {

std::optional<Item> same_item(const Document& before, const Item& item, const Document& after) {
    if (!exists(before, item)) return std::nullopt;
    const std::string name = name_of(before, item);
    const std::vector<Item> called = items_called(after, item.kind, name, item.humanoid);
    const std::size_t count = items_of(before, item.kind, item.humanoid).size();
    const bool as_many = items_of(after, item.kind, item.humanoid).size() == count;
    if (as_many && exists(after, item) && (called.empty() || name_of(after, item) == name)) return item;
    if (called.empty()) return std::nullopt;
    // Of several with the same name, the one with the same position among them.
    const std::vector<Item> once = items_called(before, item.kind, name, item.humanoid);
    const auto place = static_cast<std::size_t>(std::find(once.begin(), once.end(), item) - once.begin());
    return called[std::min(place, called.size() - 1)];
}

}  // namespace vitruvian
