// Typefaces of the system for characters that the shipped one does not have: joints are named 左腕, clips 걷기.
#pragma once

#include "renderer/lettering.h"
#include "renderer/scene.h"

#include <set>
#include <vector>

namespace vitruvian {

/// A typeface, and what it was looked for.
struct FoundTypeface {
    Typeface face;
    std::vector<char32_t> characters;  // ascending
};

/// The system's choice, each character in one typeface; those that no typeface has are in none.
[[nodiscard]] std::vector<FoundTypeface> find_typefaces(std::set<char32_t> characters);

/// The same for the labels of a scene, as far as the shipped typeface may lack their letters.
[[nodiscard]] std::vector<Typeface> typefaces_for_labels(const RenderScene& scene);

}  // namespace vitruvian
