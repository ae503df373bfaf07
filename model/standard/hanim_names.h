// The names of joints, segments and sites in the two versions of H-Anim that differ: 1.1 (l_wrist, l_hand)
// and 2.0 (l_radiocarpal, l_carpal). Knows nothing of documents.
#pragma once

#include "model/standard/hanim_joints.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// Which spelling an H-Anim figure is written in. The 1.1 names (l_wrist) go with VRML97's PROTOs, the 2.0
/// names (l_radiocarpal) with X3D.
enum class HanimVersion { v1_1, v2_0 };

struct VersionedName {
    std::string name;
    /// False: the version does not have such a thing. `name` then is the other version's behind "x_", as both
    /// mark what is not theirs.
    bool has_counterpart = true;
};

/// A joint's, segment's or site's name in `version`. What no version knows stays as it is. The tip of a
/// segment is called after the segment.
[[nodiscard]] VersionedName hanim_joint_name(std::string_view name, HanimVersion version);
[[nodiscard]] VersionedName hanim_segment_name(std::string_view name, HanimVersion version);
[[nodiscard]] VersionedName hanim_site_name(std::string_view name, HanimVersion version);

/// The joint's name in `version`.
[[nodiscard]] std::string hanim_joint_name(const HanimJointName& joint, HanimVersion version);

/// The tag in a humanoid's info of names as they were before they became H-Anim's: "ownName_l_hip=left hip".
inline constexpr std::string_view own_name_tag = "ownName_";

/// The segment that a standard joint moves (H-Anim 1.1, Appendix A), or nullopt for other joints.
[[nodiscard]] std::optional<std::string> usual_segment(std::string_view joint, HanimVersion version);

}  // namespace vitruvian
