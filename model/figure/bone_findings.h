// What names and shape say of one rig's bones, made to agree on the sides, and in words. Only bone_evidence.cpp, which
// decides between them, sees it.
#pragma once

#include "model/figure/bone_inference.h"
#include "model/standard/name_key.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// What is known of one rig before the decisions.
struct BoneFindings {
    std::vector<NameKey> keys;  // of the candidates
    std::vector<int> candidates;
    NamedBones named;
    ShapedBones shaped;
    bool sides_by_name = false;                // of the shape: turned round because the names say so
    bool sides_disagree = false;               // names say left of what stands on the right
    std::array<bool, bone_count> use_shape{};  // whatever the names say
};

[[nodiscard]] const std::string& node_name(const Document& document, int node);
[[nodiscard]] bool is_empty(const BoneMap& map);

/// Of the joints `candidates` (nodes, ascending); `world` is where the document's nodes are at rest.
[[nodiscard]] BoneFindings find_bones(const Document& document, std::vector<int> candidates,
                                      std::span<const mat4> world);

/// True where `map` and the shape have the same joint for the bone.
[[nodiscard]] bool agree_on(const BoneFindings& found, const BoneMap& map, Bone bone);

/// How sure the joint that names (or the shape) found for a bone is, and why; there must be one.
[[nodiscard]] BoneEvidence named_evidence(const Document& document, const BoneFindings& found, Bone bone);
[[nodiscard]] BoneEvidence shaped_evidence(const BoneFindings& found, Bone bone);

}  // namespace vitruvian
