// Bones of a rig by name and by shape, with consistent sides and with reasons. Used only by
// bone_evidence.cpp, which decides between them.
#pragma once

#include "model/figure/bone_inference.h"
#include "model/standard/name_key.h"

#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// Data about one rig before the decisions.
struct BoneFindings {
    std::vector<NameKey> keys;  // of the candidates
    std::vector<int> candidates;
    NamedBones named;
    ShapedBones shaped;
    bool sides_by_name = false;   // of the shape: swapped to match the names
    bool sides_disagree = false;  // joints named left are on the right side
};

[[nodiscard]] const std::string& node_name(const Document& document, int node);
[[nodiscard]] bool is_empty(const BoneMap& map);
/// Whether neither names nor shape show a figure.
[[nodiscard]] bool is_empty(const BoneFindings& found);

/// Analyses the joints `candidates` (nodes, ascending); `world` holds the nodes' world matrices at rest.
[[nodiscard]] BoneFindings find_bones(const Document& document, std::vector<int> candidates,
                                      std::span<const mat4> world);

/// True if `map` and the shape assign the same joint to the bone.
[[nodiscard]] bool agree_on(const BoneFindings& found, const BoneMap& map, Bone bone);

/// Returns the confidence and reason for the joint found by name (or by shape) for a bone; there must be one.
[[nodiscard]] BoneEvidence named_evidence(const Document& document, const BoneFindings& found, Bone bone);
[[nodiscard]] BoneEvidence shaped_evidence(const BoneFindings& found, Bone bone);

/// Where a limb or finger has fewer named joints than its counterpart on the other side, or fewer that follow on
/// each other, gives it the joints of the same names, if they are as far apart. Returns the changed bones.
std::vector<FilledBone> match_sides(const Document& document, const BoneFindings& found,
                                    std::span<const mat4> world, BoneMap& map);

/// Gives the humanoid's hands the fingers that their own shape has, where those are far more than the map has:
/// the joints' names then have no meaning, or another one. The rest of the figure may have any shape.
void fill_fingers(const Document& document, std::span<const mat4> world, BoneFindings& found,
                  Humanoid& humanoid);

}  // namespace vitruvian
