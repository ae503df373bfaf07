// Examines a rig's names and shape, and describes their evidence for each bone.
#include "model/figure/bone_findings.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/named_joints.h"
#include "model/standard/bone_name_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

ShapedBones mirrored(const ShapedBones& shape) {
    ShapedBones out = shape;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto other = static_cast<std::size_t>(mirrored_bone(static_cast<Bone>(i)));
        out.map.node[i] = shape.map.node[other];
        out.confidence[i] = shape.confidence[other];
    }
    return out;
}

std::string place_in_words(Bone bone) {
    const Bone left = is_left(bone) ? bone : mirrored_bone(bone);
    switch (left) {
        case Bone::hips:
            return "both legs and the trunk are below it";
        case Bone::spine:
        case Bone::chest:
        case Bone::upper_chest:
            return "between the hips and the arms";
        case Bone::neck:
            return "between the arms and the head";
        case Bone::head:
            return "where the trunk ends upwards";
        case Bone::left_eye:
            return "one of a pair in front of the head";
        case Bone::left_shoulder:
            return "between the trunk and the upper arm";
        case Bone::left_upper_arm:
            return "the first of the arm's two long bones";
        case Bone::left_lower_arm:
            return "the second of the arm's two long bones";
        case Bone::left_hand:
            return "the end of the arm's long bones";
        case Bone::left_upper_leg:
            return "the first of the leg's two long bones";
        case Bone::left_lower_leg:
            return "the second of the leg's two long bones";
        case Bone::left_foot:
            return "the end of the leg's long bones";
        case Bone::left_toes:
            return "what follows the foot";
        default:
            break;
    }
    const auto place = static_cast<int>(left) - static_cast<int>(Bone::left_thumb_metacarpal);
    return fmt::format("joint {} of chain {} from the thumb", place % 3 + 1, place / 3 + 1);
}

Side side_by_name(const BoneFindings& found, int node) {
    const auto at = std::lower_bound(found.candidates.begin(), found.candidates.end(), node);
    return found.keys[static_cast<std::size_t>(at - found.candidates.begin())].side;
}

/// Swaps the shape's sides where the names contradict them: the author's left is left.
void agree_on_sides(BoneFindings& found) {
    int same = 0;
    int opposite = 0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int node = found.shaped.map.node[i];
        const Bone bone = static_cast<Bone>(i);
        if (node < 0 || mirrored_bone(bone) == bone) continue;
        const Side side = side_by_name(found, node);
        if (side != Side::none) ++((side == Side::left) == is_left(bone) ? same : opposite);
    }
    found.sides_by_name = same + opposite > 4;
    if (opposite <= same) return;
    found.sides_disagree = found.shaped.sides_known;
    found.shaped = mirrored(found.shaped);
}

}  // namespace

const std::string& node_name(const Document& document, int node) {
    return at(document.nodes, node).name;
}

bool is_empty(const BoneMap& map) {
    return std::all_of(map.node.begin(), map.node.end(), [](int node) { return node < 0; });
}

bool is_empty(const BoneFindings& found) {
    return is_empty(found.named.map) && is_empty(found.shaped.map);
}

bool agree_on(const BoneFindings& found, const BoneMap& map, Bone bone) {
    return map[bone] >= 0 && found.shaped.map[bone] == map[bone];
}

BoneFindings find_bones(const Document& document, std::vector<int> candidates, std::span<const mat4> world) {
    BoneFindings found;
    found.candidates = std::move(candidates);
    found.keys = joint_keys(document, found.candidates);
    found.named = bones_by_name(document, found.candidates, found.keys, world);
    found.shaped = bones_by_shape(document, found.candidates, world);
    if (is_empty(found.shaped.map)) return found;
    // Names without hips that map less than the shape does only name some joints.
    const bool has_hips = found.named.map[Bone::hips] >= 0;
    const std::size_t enough = found.shaped.map.mapped() * (has_hips ? 95 : 100) / 100;
    if (found.named.hips_by_name < 0 && found.named.map.mapped() < enough) found.named = {};
    agree_on_sides(found);
    return found;
}

BoneEvidence named_evidence(const Document& document, const BoneFindings& found, Bone bone) {
    const auto i = static_cast<std::size_t>(bone);
    const int node = found.named.map.node[i];
    BoneEvidence out;
    out.confidence = found.named.own[i] ? 0.93F : 0.86F;
    out.reason = found.named.own[i]
                     ? fmt::format("named \"{}\" ({})", node_name(document, node), found.named.family)
                     : fmt::format("named \"{}\"", node_name(document, node));
    if (bone == Bone::hips && found.named.hips_by_tree) {
        const int named = found.named.hips_by_name;
        out.confidence -= 0.05F;
        out.reason = "carries the legs and the trunk";
        if (named >= 0)
            out.reason +=
                fmt::format(", {} \"{}\"", named > node ? "above" : "below", node_name(document, named));
    }
    const int by_shape = found.shaped.map.node[i];
    if (by_shape == node) {
        out.confidence += 0.05F;
        out.reason += "; the skeleton's shape agrees";
    } else if (by_shape >= 0 && !found.named.map.bone_of(by_shape)) {
        out.confidence -= 0.1F;
        out.reason += fmt::format("; by shape it would be \"{}\"", node_name(document, by_shape));
    }
    if (found.sides_disagree && mirrored_bone(bone) != bone) {
        out.confidence -= 0.15F;
        out.reason +=
            is_left(bone) ? "; but it is on the figure's right" : "; but it is on the figure's left";
    }
    return out;
}

BoneEvidence shaped_evidence(const BoneFindings& found, Bone bone) {
    BoneEvidence out;
    out.confidence = at(found.shaped.confidence, bone);
    out.reason = "by shape: " + place_in_words(bone);
    if (mirrored_bone(bone) == bone) return out;
    if (found.sides_by_name) {
        out.reason += "; its side by name";
    } else if (!found.shaped.sides_known) {
        out.reason += "; left and right by the file's axes";
    }
    return out;
}

}  // namespace vitruvian
