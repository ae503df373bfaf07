// The names of joints, segments and sites in the two versions of H-Anim that differ: 1.1 (l_wrist, l_hand)
// and 2.0 (l_radiocarpal, l_carpal). Knows nothing of documents.
#pragma once

#include "model/standard/hanim_joints.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// The spelling of names in an H-Anim figure. 1.1 names (l_wrist) belong to VRML97's PROTOs, 2.0 names
/// (l_radiocarpal) to X3D.
enum class HanimVersion { v1_1, v2_0 };

struct VersionedName {
    std::string name;
    /// False: the version has no such element. `name` is then the other version's with the prefix "x_", with
    /// which both mark non-standard names.
    bool has_counterpart = true;
};

/// Returns a joint's, segment's or site's name in `version`. Non-standard names are unchanged. The tip of a
/// segment is named after the segment.
[[nodiscard]] VersionedName hanim_joint_name(std::string_view name, HanimVersion version);
[[nodiscard]] VersionedName hanim_segment_name(std::string_view name, HanimVersion version);
[[nodiscard]] VersionedName hanim_site_name(std::string_view name, HanimVersion version);

/// Returns the joint's name in `version`.
[[nodiscard]] std::string hanim_joint_name(const HanimJointName& joint, HanimVersion version);

/// The tag in a humanoid's info for original names that were replaced by H-Anim's: "ownName_l_hip=left hip".
inline constexpr std::string_view own_name_tag = "ownName_";

/// Returns the segment that a standard joint moves (H-Anim 1.1, Appendix A), or nullopt for other joints.
[[nodiscard]] std::optional<std::string> usual_segment(std::string_view joint, HanimVersion version);

}  // namespace vitruvian
