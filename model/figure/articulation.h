// What an H-Anim figure's joints are called, and how far they reach: level of articulation, what the next
// level asks for, names of version 1.1 and of 2.0, names that are no standard's and names that look misspelt.
// Knows no files and no geometry.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// Which version's spelling the joints have, as far as the two differ (l_wrist, l_radiocarpal).
enum class NameVersion {
    none,    // no joint has a standard name
    either,  // all standard names are spelt alike in both
    v1_1,
    iso_2006,  // those of 1.1, but humanoid_root (ISO/IEC 19774:2006)
    v2_0,
    mixed,
};
/// "none", "either", "1.1", "iso-2006", "2.0", "mixed".
[[nodiscard]] std::string_view to_string(NameVersion version);

/// A name that is not a standard's as it stands, and the standard name that is probably meant.
struct MisspeltName {
    std::string name;
    std::string meant;
    bool operator==(const MisspeltName&) const = default;
};

struct Articulation {
    int level = -1;               // see level_of_articulation
    std::optional<int> declared;  // as the file says
    /// Joints that level + 1 asks for and the figure lacks, in its own spelling; empty at level 4.
    std::vector<std::string> missing;
    NameVersion names = NameVersion::none;
    std::vector<std::string> names_1_1;     // standard joints in a spelling that only 1.1 has
    std::vector<std::string> names_2_0;     // ... that only 2.0 has
    std::size_t names_of_both = 0;          // standard joints spelt the same in both
    std::vector<std::string> extra;         // "x_...": an author's own joints, marked as such
    std::vector<std::string> non_standard;  // neither standard nor marked (H-Anim 1.1, Non-standard Joints)
    std::vector<MisspeltName> misspelt;     // also among none of the above
    std::vector<std::string> repeated;      // standard joints of which there is more than one
    [[nodiscard]] bool conforms_to_1_1() const;  // every name is a standard one of 1.1, or an x_ one
    [[nodiscard]] bool conforms_to_2_0() const;
};

[[nodiscard]] Articulation articulation_of(const Document& document, const Humanoid& humanoid);

/// The standard joint name of either version that is nearest to `name`, where one is near enough for a slip:
/// other case, a prefix, stray spaces, one or two letters wrong. nullopt for a name that is right as it is.
[[nodiscard]] std::optional<std::string> likely_joint_name(std::string_view name);

}  // namespace vitruvian
