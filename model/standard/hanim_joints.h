// The joints defined by H-Anim: both spellings, level of articulation, and recognition in real files.
// Independent of documents.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

/// One joint, or a left and right pair. `name_1_1` is empty if version 1.1 has no such joint.
struct HanimJointFact {
    std::string_view name_1_1;  // without l_ or r_
    std::string_view name_2;    // ISO/IEC 19774-1:2019
    int level = 0;              // the lowest level of articulation that has it
    bool sided = false;
};
[[nodiscard]] std::span<const HanimJointFact> hanim_joint_facts();

enum class Side { none, left, right };

/// The joint that a name refers to.
struct HanimJointName {
    std::size_t fact = 0;  // into hanim_joint_facts()
    Side side = Side::none;
    bool operator==(const HanimJointName&) const = default;
};

/// Recognises 1.1, ISO 2006 and 2.0 spellings, any case, stray spaces ("r _knee"), and a prefix that ends in
/// an underscore, colon, dot or hyphen ("hanim_l_knee", "gunner_HumanoidRoot"). Behind "x_", which marks names of
/// other joints, only joints are recognised that 1.1 has no name for.
[[nodiscard]] std::optional<HanimJointName> hanim_joint_from_name(std::string_view name);

}  // namespace vitruvian
