// The two ways to recognise bones on a rig that does not say them: by the joints' names and by the skeleton's
// shape. Neither knows the other; bone_map.cpp weighs them.
#pragma once

#include "model/document/document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

struct NamedBones {
    BoneMap map;
    std::string_view family;             // the naming family that explains most: "Mixamo and HumanIK"
    std::array<bool, bone_count> own{};  // named as that family does; else as another one does
    int hips_by_name = -1;      // another than map's where that joint does not carry the legs and the trunk
    bool hips_by_tree = false;  // map's are the joint that does
};

/// Bones of the joints among `joints` (nodes, in any order) by the naming families of public tools. The
/// family that explains most of the figure decides what its names mean ("LeftLeg" is a shin to Mixamo and a
/// thigh to others); the hierarchy has to agree, or else where the joints stand (`world`, of the nodes at rest).
/// An empty map where too few joints are named like a figure's.
[[nodiscard]] NamedBones bones_by_name(const Document& document, std::span<const int> joints,
                                       std::span<const mat4> world);

/// A bone that was found by its neighbours.
struct FilledBone {
    Bone bone = Bone::hips;
    std::string_view why;
};

/// Bones without a joint that `map` is given, whatever the joints are called:
/// - the one joint between the bones above and below that is none yet ("Humerous.L" between shoulder and forearm);
/// - of several joints between an upper arm and its hand, or a thigh and its foot, the one where the limb bends;
/// - spine, chest and upper chest among the joints between the hips and what the arms hang on.
[[nodiscard]] std::vector<FilledBone> fill_gaps(const Document& document, std::span<const int> joints,
                                                std::span<const mat4> world, BoneMap& map);

/// How a figure was recognised without names.
struct ShapedBones {
    BoneMap map;
    std::array<float, bone_count> confidence{};  // 0 .. 1
    bool sides_known = false;  // by toes, knees or thumbs; false: left and right by the file's axes
};

/// Bones by topology and geometry alone: two like chains below (legs), two like chains further up (arms), the
/// trunk between them, the head above, fingers where chains fan out. `world` is where the nodes are at
/// rest. Left and right follow from the side that toes, knees and thumbs point to. An empty map where the
/// skeleton has no such shape.
[[nodiscard]] ShapedBones bones_by_shape(const Document& document, std::span<const int> joints,
                                         std::span<const mat4> world);

}  // namespace vitruvian
