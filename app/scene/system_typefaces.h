// System typefaces for characters missing from the bundled one, in joint names like 左腕 and clip names like
// 걷기.
#pragma once

#include "renderer/lettering.h"
#include "renderer/scene.h"

#include <set>
#include <vector>

namespace vitruvian {

/// A typeface, and the characters it was chosen for.
struct FoundTypeface {
    Typeface face;
    std::vector<char32_t> characters;  // ascending
};

/// Returns the system's typefaces for the characters, each character in one of them; those without a typeface
/// are omitted.
[[nodiscard]] std::vector<FoundTypeface> find_typefaces(std::set<char32_t> characters);

/// Returns the same for a scene's labels, for characters that the bundled typeface may lack.
[[nodiscard]] std::vector<Typeface> typefaces_for_labels(const RenderScene& scene);

}  // namespace vitruvian
