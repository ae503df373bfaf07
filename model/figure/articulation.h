// Analysis of an H-Anim figure's joint names: level of articulation, joints missing for the next level, names
// of version 1.1 and of 2.0, non-standard names and probable misspellings. Independent of files and geometry.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// The version whose spelling the joints use, for names in which the two differ (l_wrist, l_radiocarpal).
enum class NameVersion {
    none,    // no joint has a standard name
    either,  // all standard names have the same spelling in both
    v1_1,
    iso_2006,  // as 1.1, except humanoid_root (ISO/IEC 19774:2006)
    v2_0,
    mixed,
};
/// "none", "either", "1.1", "iso-2006", "2.0", "mixed".
[[nodiscard]] std::string_view to_string(NameVersion version);

/// A non-standard name, and the standard name that is probably intended.
struct MisspeltName {
    std::string name;
    std::string meant;
    bool operator==(const MisspeltName&) const = default;
};

struct Articulation {
    int level = -1;               // see level_of_articulation
    std::optional<int> declared;  // as in the file
    /// Joints required for level + 1 that the figure lacks, in its own spelling; empty at level 4.
    std::vector<std::string> missing;
    NameVersion names = NameVersion::none;
    std::vector<std::string> names_1_1;     // standard joints in a spelling that only 1.1 has
    std::vector<std::string> names_2_0;     // ... that only 2.0 has
    std::size_t names_of_both = 0;          // standard joints spelt the same in both
    std::vector<std::string> extra;         // "x_...": custom joints, marked as such
    std::vector<std::string> non_standard;  // neither standard nor marked (H-Anim 1.1, Non-standard Joints)
    std::vector<MisspeltName> misspelt;     // not included in the lists above
    std::vector<std::string> repeated;      // standard joints that occur more than once
    [[nodiscard]] bool conforms_to_1_1() const;  // every name is a standard one of 1.1, or has the prefix x_
    [[nodiscard]] bool conforms_to_2_0() const;
};

[[nodiscard]] Articulation articulation_of(const Document& document, const Humanoid& humanoid);

/// Returns the standard joint name of either version closest to `name`, if it is close enough for a typing
/// error: different case, a prefix, extra spaces, one or two wrong letters. nullopt for a correct name.
[[nodiscard]] std::optional<std::string> likely_joint_name(std::string_view name);

}  // namespace vitruvian
