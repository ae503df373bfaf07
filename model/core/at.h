// Elements by the int indices that documents hold, and of tables by enumerators.
#pragma once

#include "model/core/check.h"

#include <cstddef>
#include <type_traits>

namespace vitruvian {

/// list[index]; an index out of range is a programmer's error.
template <class List>
[[nodiscard]] decltype(auto) at(List& list, int index) {
    VT_CHECK(index >= 0 && static_cast<std::size_t>(index) < list.size());
    return list[static_cast<std::size_t>(index)];
}

/// The element of a table that has one for each enumerator.
template <class List, class Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] decltype(auto) at(List& list, Enum enumerator) {
    return at(list, static_cast<int>(enumerator));
}

}  // namespace vitruvian
