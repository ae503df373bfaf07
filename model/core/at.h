// Access to lists by the int indices that documents store, and to tables by enumerators.
#pragma once

#include "model/core/check.h"

#include <cstddef>
#include <type_traits>

namespace vitruvian {

/// Returns list[index]; an index out of range is a programming error.
template <class List>
[[nodiscard]] decltype(auto) at(List& list, int index) {
    VT_CHECK(index >= 0 && static_cast<std::size_t>(index) < list.size());
    return list[static_cast<std::size_t>(index)];
}

/// Returns the element of a table with one element per enumerator.
template <class List, class Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] decltype(auto) at(List& list, Enum enumerator) {
    return at(list, static_cast<int>(enumerator));
}

}  // namespace vitruvian
