// Where X3D puts a child node that does not say: its default containerField (ISO/IEC 19776-1, 6.2).
#pragma once

#include <string_view>

namespace vitruvian::vrml {

/// The field of a `parent` that a `child` belongs to. `written` is its containerField, empty where it has
/// none; `is_use` for a USE statement, which in a humanoid is an entry of a list, not a part of the skeleton.
[[nodiscard]] std::string_view container_of(std::string_view child, std::string_view parent,
                                            std::string_view written, bool is_use);

}  // namespace vitruvian::vrml
