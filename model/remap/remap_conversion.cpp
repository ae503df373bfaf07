// Determines which nodes of the target get keys of their own, converted from a channel of the clip, which are
// static, and which are recomputed at each time; and reports bones that the target lacks.
#include "model/core/at.h"
#include "model/remap/remap_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

/// Returns q to the power of `share`, along the shorter arc.
quat part_of(const quat& q, float share) {
    if (share == 1.0F) return q;
    const quat near = q.w < 0.0F ? -q : q;
    const vec3 axis(near.x, near.y, near.z);
    const float sine = glm::length(axis);
    if (sine < 1e-9F) return identity_quat;
    const float half = std::atan2(sine, near.w) * share;
    const vec3 part = axis * (std::sin(half) / sine);
    return {std::cos(half), part.x, part.y, part.z};
}

/// Returns the bone if a single channel rotates the node: then its keys are converted one by one.
std::optional<Bone> only_mover(const RemapTables& tables, const DrivenNode& driven) {
    const TargetTables& target = tables.target;
    const bool shares = !at(target.trunk, driven.bone).empty() || at(target.below, driven.bone);
    if (driven.before || driven.share != 1.0F || shares) return std::nullopt;
    std::optional<Bone> out;
    for (const Bone bone : at(tables.target.folded, driven.bone)) {
        if (!at(tables.source.inputs, bone).moves()) continue;
        if (out) return std::nullopt;
        out = bone;
    }
    return out;
}

bool stands_still(const RemapTables& tables, const DrivenNode& driven) {
    const auto still = [&](Bone bone) {
        const std::vector<Bone>& folded = at(tables.target.folded, bone);
        const std::vector<PartOfTurn>& trunk = at(tables.target.trunk, bone);
        const auto moves = [&](Bone b) { return at(tables.source.inputs, b).moves(); };
        return std::none_of(folded.begin(), folded.end(), moves) &&
               std::none_of(trunk.begin(), trunk.end(), [&](const PartOfTurn& p) { return moves(p.bone); });
    };
    return still(driven.bone) && (!driven.before || still(*driven.before));
}

/// Returns the turn that a bone of the trunk takes over from those that the figure lacks.
quat trunk_turn(const TargetTables& target, const BoneTurns& turns, Bone bone) {
    quat out = identity_quat;
    for (const PartOfTurn& of : at(target.trunk, bone)) out = out * part_of(at(turns, of.bone), of.part);
    return out;
}

Channel converted_rotation(const RemapTables& tables, const DrivenNode& driven, Bone mover) {
    const BoneInput& input = at(tables.source.inputs, mover);
    quat left = driven.left;
    quat right = driven.right;
    bool passed = false;
    quat after = identity_quat;
    for (const Bone bone : at(tables.target.folded, driven.bone)) {
        const quat& still = at(tables.source.inputs, bone).still;
        if (bone == mover) {
            passed = true;
        } else if (passed) {
            after = after * still;
        } else {
            left = left * still;
        }
    }
    left = normalized_or_identity(left * input.left);
    right = normalized_or_identity(input.right * after * right);
    const Channel& from = at(tables.source.clip->channels, input.channel);
    Channel out = from;
    out.bone.reset();
    out.node = driven.node;
    out.space = ChannelSpace::local;
    for (std::size_t k = 0; k + 3 < from.values.size(); k += 4) {
        const quat q(from.values[k + 3], from.values[k], from.values[k + 1], from.values[k + 2]);
        const quat converted = left * q * right;
        out.values[k] = converted.x;
        out.values[k + 1] = converted.y;
        out.values[k + 2] = converted.z;
        out.values[k + 3] = converted.w;
    }
    return out;
}

Channel converted_hips(const RemapTables& tables) {
    const Channel& from = at(tables.source.clip->channels, tables.source.hips_channel);
    const mat3 linear = tables.target.hips_linear * tables.source.hips_linear;
    const vec3 offset = tables.target.hips_linear * tables.source.hips_offset + tables.target.hips_offset;
    Channel out = from;
    out.bone.reset();
    out.node = tables.target.hips_node;
    out.space = ChannelSpace::local;
    const bool cubic = from.interpolation == Interpolation::cubic;
    for (std::size_t k = 0; k + 2 < from.values.size(); k += 3) {
        const bool is_tangent = cubic && (k / 3) % 3 != 1;
        const vec3 value(from.values[k], from.values[k + 1], from.values[k + 2]);
        const vec3 converted = linear * value + (is_tangent ? vec3(0.0F) : offset);
        for (int i = 0; i < 3; ++i) out.values[k + static_cast<std::size_t>(i)] = converted[i];
    }
    return out;
}

/// Returns "chest, jaw and 20 more".
std::string some_bones(const std::vector<Bone>& bones) {
    constexpr std::size_t max_named = 4;
    std::string out;
    for (std::size_t i = 0; i < std::min(bones.size(), max_named); ++i) {
        out += i == 0 ? "" : i + 1 == bones.size() ? " and " : ", ";
        out += to_string(bones[i]);
    }
    if (bones.size() > max_named) out += fmt::format(" and {} more", bones.size() - max_named);
    return out;
}

}  // namespace

quat folded_turn(const TargetTables& target, const BoneTurns& turns, Bone bone) {
    const std::optional<Bone> below = at(target.below, bone);
    quat out = below ? glm::conjugate(trunk_turn(target, turns, *below)) : identity_quat;
    for (const Bone from : at(target.folded, bone)) out = out * at(turns, from);
    return out * trunk_turn(target, turns, bone);
}

quat driven_rotation(const TargetTables& target, const BoneTurns& turns, const DrivenNode& driven) {
    quat turn = part_of(folded_turn(target, turns, driven.bone), driven.share);
    if (driven.before) turn = part_of(folded_turn(target, turns, *driven.before), driven.before_share) * turn;
    return normalized_or_identity(driven.left * turn * driven.right);
}

void sort_driven_nodes(RemapTables& tables, bool still_bones_keep_rest) {
    TargetTables& target = tables.target;
    const bool moves_hips = target.hips_node >= 0 && tables.source.moves_hips;
    tables.still = target.kept;
    if (tables.source.posed) {
        tables.mixed = target.driven;
        return;
    }
    BoneTurns still{};
    for (std::size_t i = 0; i < bone_count; ++i) still[i] = tables.source.inputs[i].still;
    for (const DrivenNode& driven : target.driven) {
        if (const std::optional<Bone> mover = only_mover(tables, driven)) {
            tables.exact.channels.push_back(converted_rotation(tables, driven, *mover));
        } else if (!stands_still(tables, driven)) {
            tables.mixed.push_back(driven);
        } else {
            const auto node = static_cast<std::size_t>(driven.node);
            target.base.local[node].rotation = still_bones_keep_rest ? target.rest.local[node].rotation
                                                                     : driven_rotation(target, still, driven);
            tables.still.push_back(driven.node);
        }
    }
    if (moves_hips) {
        tables.exact.channels.push_back(converted_hips(tables));
        tables.exact_hips = true;
    }
    tables.loose = tables.exact;
    tables.packed = pack_rotations(tables.loose.channels);
}

void note_missing(const Document& target, const Humanoid& humanoid, RemapTables& tables) {
    std::vector<Bone> folded;
    std::vector<Bone> dropped;
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (!tables.source.inputs[i].moves() || humanoid.bones.node[i] >= 0) continue;
        const auto bone = static_cast<Bone>(i);
        const bool folds = std::any_of(
            tables.target.folded.begin(), tables.target.folded.end(),
            [bone](const auto& list) { return std::find(list.begin(), list.end(), bone) != list.end(); });
        (folds ? folded : dropped).push_back(bone);
    }
    std::vector<Bone> detached;
    for (const DetachedBone& bone : tables.target.detached) detached.push_back(bone.bone);
    const auto tell = [&](const std::vector<Bone>& bones, const char* code, const char* before,
                          const char* after) {
        if (bones.empty()) return;
        tables.diagnostics.note(code, before + some_bones(bones) + after, {target.file, 0, 0, {}});
    };
    tell(folded, "remap-bone-folded", "the figure has no ", "; what they turn is added to the bones below");
    tell(dropped, "remap-bone-dropped", "the figure has no ",
         " and nothing below; what they turn is left out");
    tell(detached, "remap-bone-detached",
         "placed in the world, since they do not hang below the bones above them: ", "");
}

}  // namespace vitruvian
