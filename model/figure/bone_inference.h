// The two methods of bone recognition on a rig without a bone map: by the joints' names and by the skeleton's
// shape. They are independent; bone_map.cpp weighs them.
#pragma once

#include "model/document/document.h"
#include "model/standard/name_key.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

struct NamedBones {
    BoneMap map;
    std::string_view family;             // the naming family that matches most joints: "Mixamo and HumanIK"
    std::array<bool, bone_count> own{};  // named as in that family; else as in another one
    int hips_by_name = -1;      // if it differs from the map's, since that joint is not the ancestor of the
                                // legs and the trunk
    bool hips_by_tree = false;  // the map's hips are the common ancestor joint of those
};

/// Finds bones of the joints `joints` (nodes, ascending; `keys` are their joint_keys) by the naming families of
/// public tools. The family that matches most of the figure resolves ambiguous names ("LeftLeg" is a shin in Mixamo and a thigh
/// in others); the result must be consistent with the hierarchy, or else with the joints' positions (`world`,
/// of the nodes at rest). Returns an empty map if too few joints have names of a figure.
[[nodiscard]] NamedBones bones_by_name(const Document& document, std::span<const int> joints,
                                       std::span<const NameKey> keys, std::span<const mat4> world);

/// A bone that was found from its neighbours.
struct FilledBone {
    Bone bone = Bone::hips;
    std::string_view why;
};

/// Assigns bones missing in `map`, regardless of joint names, and returns them:
/// - the single unassigned joint between the bones above and below ("Humerous.L" between shoulder and forearm);
/// - of several joints between an upper arm and its hand, or a thigh and its foot, the one where the limb bends;
/// - spine, chest and upper chest among the joints between the hips and the parent of the arms.
[[nodiscard]] std::vector<FilledBone> fill_gaps(const Document& document, std::span<const int> joints,
                                                std::span<const mat4> world, BoneMap& map);

/// The result of recognition without names.
struct ShapedBones {
    BoneMap map;
    std::array<float, bone_count> confidence{};  // 0 .. 1
    bool sides_known = false;  // from toes, knees or thumbs; false: left and right from the file's axes
};

/// Finds bones by topology and geometry only: two similar chains below (legs), two similar chains further up
/// (arms), the trunk between them, the head above, fingers where chains branch. `world` holds the nodes'
/// world matrices at rest. Left and right follow from the direction of toes, knees and thumbs. Returns an
/// empty map if the skeleton has no such shape.
[[nodiscard]] ShapedBones bones_by_shape(const Document& document, std::span<const int> joints,
                                         std::span<const mat4> world);

}  // namespace vitruvian
