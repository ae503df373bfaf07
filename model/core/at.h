// Elements by the int indices that documents hold.
#pragma once

#include "model/core/check.h"

#include <cstddef>

namespace vitruvian {

/// list[index]; an index out of range is a programmer's error.
template <class List>
[[nodiscard]] auto& at(List& list, int index) {
    VT_CHECK(index >= 0 && static_cast<std::size_t>(index) < list.size());
    return list[static_cast<std::size_t>(index)];
}

}  // namespace vitruvian
