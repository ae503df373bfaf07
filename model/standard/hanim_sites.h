// The sites suggested by H-Anim, and their segments. Independent of documents.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace vitruvian {

struct HanimSiteFact {
    std::string_view name;     // with the suffix of version 1.1; empty: version 1.1 has none
    std::string_view name_2;   // of version 2.0; empty: the same name or none
    std::string_view segment;  // in version 1.1's spelling
};
[[nodiscard]] std::span<const HanimSiteFact> hanim_site_facts();

/// Returns the segment, in version 1.1's spelling, of the site with exactly that name; nullopt for other
/// names.
[[nodiscard]] std::optional<std::string_view> segment_of_site(std::string_view site);

}  // namespace vitruvian
