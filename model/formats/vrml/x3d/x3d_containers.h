// The field of a child node without an explicit one in X3D: its default containerField (ISO/IEC 19776-1,
// 6.2).
#pragma once

#include <string_view>

namespace vitruvian::vrml {

/// Returns the field of a `parent` that a `child` belongs to. `written` is its containerField, empty if it
/// has none; `is_use` for a USE statement, which in a humanoid is an entry of a list, not a part of the
/// skeleton.
[[nodiscard]] std::string_view container_of(std::string_view child, std::string_view parent,
                                            std::string_view written, bool is_use);

}  // namespace vitruvian::vrml
