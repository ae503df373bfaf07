// The source tables of a remapping: convert a clip to the rotation of each bone in the figure's own axes.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/remap/remap_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

bool is_turn(const Channel& channel) {
    return channel.path == ChannelPath::rotation && !channel.times.empty();
}
bool is_shift(const Channel& channel) {
    return channel.path == ChannelPath::translation && !channel.times.empty();
}

/// Returns the humanoid that most channels animate; -1 where none animates any.
int moved_humanoid(const Clip& clip, const Document& document) {
    int best = -1;
    std::size_t most = 0;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const BoneMap& bones = document.humanoids[h].bones;
        const auto moved = static_cast<std::size_t>(
            std::count_if(clip.channels.begin(), clip.channels.end(),
                          [&bones](const Channel& c) { return bones.bone_of(c.node).has_value(); }));
        if (moved <= most) continue;
        most = moved;
        best = static_cast<int>(h);
    }
    return best;
}

/// The rig that a clip was made for.
struct SourceRig {
    const Document* document = nullptr;
    const Humanoid* humanoid = nullptr;
    ReferencePose reference;
    std::optional<Pose> zero;  // where bone channels are the identity, if not in the reference
    Skeleton skeleton;

    /// Returns the rotation of the bone's zero pose from the reference, in its own axes.
    [[nodiscard]] quat zero_in_reference(Bone bone) const {
        const int node = humanoid->bones[bone];
        if (node < 0 || !zero) return identity_quat;
        return glm::conjugate(at(reference.pose.local, node).rotation) * at(zero->local, node).rotation;
    }

    [[nodiscard]] quat axes(Bone bone, RemapMode mode) const {
        if (mode == RemapMode::spec) return t_pose_frame(bone);
        const int node = humanoid->bones[bone];
        if (node < 0) return t_pose_frame(bone);
        return glm::conjugate(reference.body.world_from_body) * rotation_of(at(reference.world, node));
    }
};

/// Marks every ancestor of a bone.
std::vector<bool> nodes_above_bones(const SourceRig& rig) {
    std::vector<bool> out(rig.document->nodes.size(), false);
    for (const int node : rig.humanoid->bones.node) {
        if (node < 0) continue;
        for (int up = at(rig.document->nodes, node).parent; up >= 0 && !at(out, up);
             up = at(rig.document->nodes, up).parent) {
            at(out, up) = true;
        }
    }
    return out;
}

/// Whether some bone is not a descendant of its parent in the extension's hierarchy.
bool hangs_apart(const SourceRig& rig) {
    const BoneMap& bones = rig.humanoid->bones;
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (bones.node[i] < 0) continue;
        int up = at(rig.document->nodes, bones.node[i]).parent;
        while (up >= 0 && !bones.bone_of(up)) up = at(rig.document->nodes, up).parent;
        if (bones.bone_of(up) != present_parent(bones, static_cast<Bone>(i))) return true;
    }
    return false;
}

/// Whether the bones' own channels are not sufficient, so that the rig has to be posed.
bool must_be_posed(const SourceRig& rig, const Clip& clip) {
    const std::vector<bool> above = nodes_above_bones(rig);
    const int hips = rig.humanoid->bones[Bone::hips];
    const auto is_above_hips = [&](int node) {
        for (int up = hips; up >= 0; up = at(rig.document->nodes, up).parent) {
            if (up == node) return up != hips;
        }
        return false;
    };
    const bool moves_more = std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& c) {
        if (c.node < 0 || static_cast<std::size_t>(c.node) >= above.size()) return false;
        if (is_turn(c)) return at(above, c.node) && !rig.humanoid->bones.bone_of(c.node);
        return is_shift(c) && is_above_hips(c.node);
    });
    return moves_more || hangs_apart(rig);
}

void read_bone_channels(const Clip& clip, const SourceRig* rig, RemapMode mode, SourceTables& out,
                        Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        const quat axes = rig != nullptr ? rig->axes(bone, mode) : t_pose_frame(bone);
        const quat zero = rig != nullptr ? rig->zero_in_reference(bone) : identity_quat;
        out.inputs[i].left = axes * zero;
        out.inputs[i].right = glm::conjugate(axes);
        if (zero != identity_quat)
            out.inputs[i].still = normalized_or_identity(axes * zero * glm::conjugate(axes));
    }
    for (std::size_t i = 0; i < clip.channels.size(); ++i) {
        const Channel& channel = clip.channels[i];
        if (!channel.bone || channel.times.empty()) continue;
        const Bone bone = *channel.bone;
        at(out.says, bone) = true;
        if (is_turn(channel)) {
            at(out.inputs, bone).channel = static_cast<int>(i);
        } else if (is_shift(channel) && bone == Bone::hips) {
            out.moves_hips = true;
            out.hips_channel = static_cast<int>(i);
            const int node = rig != nullptr ? rig->humanoid->bones[bone] : -1;
            if (node >= 0 && mode == RemapMode::spec) {
                out.hips_linear = mat3(glm::length(vec3(at(rig->reference.world, node)[0])));
            } else if (node >= 0) {
                const mat3 back = glm::mat3_cast(glm::conjugate(rig->reference.body.world_from_body));
                const float sign = rig->reference.body.mirrored ? -1.0F : 1.0F;
                out.hips_linear = sign * back * mat3(at(rig->reference.world, node));
            }
        } else {
            diagnostics.note(
                "remap-left-out",
                fmt::format("translation and scale of bones other than the hips are not retargeted"));
        }
    }
}

void read_node_channels(const Clip& clip, const SourceRig& rig, RemapMode mode, SourceTables& out) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        const int node = rig.humanoid->bones.node[i];
        out.says[i] = node >= 0;
        if (node < 0) continue;
        const quat axes = rig.axes(bone, mode);
        const quat to_turn = axes * glm::conjugate(at(rig.reference.pose.local, node).rotation);
        out.inputs[i].left = to_turn;
        out.inputs[i].right = glm::conjugate(axes);
        out.inputs[i].still =
            normalized_or_identity(to_turn * at(out.base.local, node).rotation * glm::conjugate(axes));
    }
    for (std::size_t c = 0; c < clip.channels.size(); ++c) {
        const Channel& channel = clip.channels[c];
        const std::optional<Bone> bone = rig.humanoid->bones.bone_of(channel.node);
        if (!bone) continue;
        const Transform& rest = at(rig.skeleton.rest, channel.node);
        const bool is_delta = channel.space == ChannelSpace::delta;
        if (is_turn(channel)) {
            BoneInput& input = at(out.inputs, *bone);
            if (!input.moves() && is_delta) input.left = input.left * rest.rotation;
            input.channel = static_cast<int>(c);
        } else if (is_shift(channel) && *bone == Bone::hips) {
            out.moves_hips = true;
            out.hips_channel = static_cast<int>(c);
        }
    }
}

/// Computes the linear map and offset from the hips channel's value to their displacement (or position) in
/// the figure's axes.
void place_hips(const Clip& clip, const SourceRig& rig, SourceTables& out) {
    const int node = rig.humanoid->bones[Bone::hips];
    out.hips_node = node;
    if (node < 0) {
        out.moves_hips = false;
        return;
    }
    const float sign = rig.reference.body.mirrored ? -1.0F : 1.0F;
    const mat3 body_from_world = sign * glm::mat3_cast(glm::conjugate(rig.reference.body.world_from_body));
    const vec3 reference = out.absolute_hips ? vec3(0.0F) : vec3(at(rig.reference.world, node)[3]);
    if (out.posed) {
        out.moves_hips = true;
        out.hips_linear = body_from_world;
        out.hips_offset = body_from_world * -reference;
        return;
    }
    if (!out.moves_hips) return;
    const int parent = at(rig.document->nodes, node).parent;
    const mat4 above = parent < 0 ? mat4(1.0F) : at(rig.reference.world, parent);
    mat4 place = above;
    const Channel& channel = at(clip.channels, out.hips_channel);
    if (channel.space == ChannelSpace::delta) place = above * to_matrix(at(rig.skeleton.rest, node));
    out.hips_linear = body_from_world * mat3(place);
    out.hips_offset = body_from_world * (vec3(place[3]) - reference);
}

void watch_bones(const SourceRig& rig, SourceTables& out) {
    std::array<int, bone_count> place{};
    place.fill(-1);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (rig.humanoid->bones.node[i] < 0) continue;
        const int node = whole_joint(*rig.document, *rig.humanoid, bone, SpineForm::distributed);
        const std::optional<Bone> parent = present_parent(rig.humanoid->bones, bone);
        place[i] = static_cast<int>(out.watched.size());
        out.watched.push_back({bone, node, parent ? at(place, *parent) : -1,
                               rotation_of(at(rig.reference.world, node)), t_pose_frame(bone)});
    }
}

Result<SourceRig> find_rig(const RemapSource& source, const RemapOptions& options) {
    const Document& document = *source.document;
    const int moved = source.humanoid >= 0 ? source.humanoid : moved_humanoid(*source.clip, document);
    if (moved < 0 || static_cast<std::size_t>(moved) >= document.humanoids.size()) {
        return fail(
            "remap-no-clip-bones",
            fmt::format("the clip \"{}\" moves no bone of a humanoid; name the bones of its rig first",
                        source.clip->name),
            {document.file, 0, 0, {}});
    }
    const Humanoid& humanoid = at(document.humanoids, moved);
    SourceRig out{&document,
                  &humanoid,
                  make_reference_pose(document, moved, options.source_reference),
                  {},
                  make_skeleton(document)};
    const bool is_straightened = promises_t_pose(humanoid.kind) && source.clip->targets_bones() &&
                                 options.source_reference == ReferenceKind::tpose;
    if (is_straightened) out.zero = make_reference_pose(document, moved, ReferenceKind::automatic).pose;
    return out;
}

bool moves_anything(const SourceTables& tables) {
    return tables.posed || tables.moves_hips ||
           std::any_of(tables.inputs.begin(), tables.inputs.end(),
                       [](const BoneInput& i) { return i.moves(); });
}

quat read_input(const SourceTables& source, const BoneInput& input, double seconds) {
    const vec4 v = sample_channel(at(source.clip->channels, input.channel), seconds);
    return input.left * quat(v.w, v.x, v.y, v.z) * input.right;
}

void read_posed(const SourceTables& source, double seconds, BoneTurns& turns, vec3& hips) {
    Pose pose = source.base;
    sample(*source.clip, seconds, source.skeleton, pose);
    const std::vector<mat4> world = world_matrices(source.skeleton, pose);
    // `world`: the total rotation of each bone from its reference, in the figure's axes. `spec`: the bone's
    // rotation; relative to its parent's, in its own axes.
    std::vector<quat> now(source.watched.size());
    for (std::size_t i = 0; i < source.watched.size(); ++i) {
        const WatchedBone& watched = source.watched[i];
        const WatchedBone* parent = watched.parent < 0 ? nullptr : &at(source.watched, watched.parent);
        const quat parent_now = parent == nullptr ? identity_quat : at(now, watched.parent);
        const quat rotation = rotation_of(at(world, watched.node));
        quat& turn = at(turns, watched.bone);
        if (source.spec) {
            now[i] = rotation;
            const quat parent_reference = parent == nullptr ? identity_quat : parent->reference;
            const quat at_rest = glm::conjugate(parent_reference) * watched.reference;
            const quat relative = glm::conjugate(at_rest) * glm::conjugate(parent_now) * rotation;
            turn = watched.axes * relative * glm::conjugate(watched.axes);
        } else {
            now[i] = source.body_from_world * rotation * glm::conjugate(watched.reference) *
                     glm::conjugate(source.body_from_world);
            turn = glm::conjugate(parent_now) * now[i];
        }
    }
    if (source.hips_node >= 0)
        hips = source.hips_linear * vec3(at(world, source.hips_node)[3]) + source.hips_offset;
}

}  // namespace

namespace {

void tell_of_stance(const SourceRig& rig, Diagnostics& diagnostics) {
    const Location where{rig.document->file, 0, 0, {}};
    if (rig.reference.from_motion) {
        diagnostics.note("remap-rest-from-motion",
                         "the clip's rig rests in no stance; where its limbs point was found in its motion",
                         where);
    } else if (!rig.reference.body.found) {
        diagnostics.warn("remap-no-stance",
                         "the up and front axes of the clip's rig are unknown; +Y and +Z are assumed", where);
    }
}

}  // namespace

bool applies_by_specification(const RemapSource& source, const Humanoid& target) {
    if (!promises_t_pose(target.kind)) return false;
    if (source.document == nullptr || source.document->humanoids.empty()) return true;
    const Document& document = *source.document;
    int moved = source.humanoid >= 0 ? source.humanoid : moved_humanoid(*source.clip, document);
    if (moved < 0) moved = 0;
    return static_cast<std::size_t>(moved) < document.humanoids.size() &&
           promises_t_pose(at(document.humanoids, moved).kind);
}

bool plays_as_vrm(const RemapSource& source, const Document& target, const Humanoid& figure) {
    if (target.format != FileFormat::vrm || figure.kind != HumanoidKind::hanim || source.document == nullptr)
        return false;
    const int moved = source.humanoid >= 0 ? source.humanoid : moved_humanoid(*source.clip, *source.document);
    return moved >= 0 && static_cast<std::size_t>(moved) < source.document->humanoids.size() &&
           is_vrm_animation(*source.document, at(source.document->humanoids, moved));
}

bool is_vrm_animation(const Document& document, const Humanoid& humanoid) {
    return humanoid.kind == HumanoidKind::vrm1 && document.meshes.empty() &&
           document.format != FileFormat::vrm;
}

Result<SourceTables> make_source_tables(const RemapSource& source, const RemapOptions& options,
                                        RemapMode mode, bool target_is_vrma, Diagnostics& diagnostics) {
    SourceTables out;
    out.clip = source.clip;
    out.spec = mode == RemapMode::spec;
    const bool has_rig = source.document != nullptr && !source.document->humanoids.empty();
    const bool names_bones = source.clip->targets_bones();
    if (names_bones) {
        std::optional<SourceRig> rig;
        if (has_rig) {
            RemapSource whole = source;
            whole.humanoid = std::max(source.humanoid, 0);
            Result<SourceRig> found = find_rig(whole, options);
            if (found) rig = std::move(*found);
        }
        read_bone_channels(*source.clip, rig ? &*rig : nullptr, mode, out, diagnostics);
        if (rig) out.hip_height = rig->reference.body.hip_height;
    } else {
        if (!has_rig) {
            return fail(
                "remap-no-clip-bones",
                fmt::format("the clip \"{}\" moves nodes of a file without a humanoid", source.clip->name),
                {source.document == nullptr ? "" : source.document->file, 0, 0, {}});
        }
        const Result<SourceRig> rig = find_rig(source, options);
        if (!rig) return tl::unexpected(rig.error());
        tell_of_stance(*rig, diagnostics);
        out.absolute_hips = target_is_vrma || is_vrm_animation(*source.document, *rig->humanoid);
        out.skeleton = rig->skeleton;
        out.base = file_pose(rig->skeleton);
        out.posed = must_be_posed(*rig, *source.clip);
        out.body_from_world = glm::conjugate(rig->reference.body.world_from_body);
        out.hip_height = rig->reference.body.hip_height;
        out.bones = rig->humanoid->bones;
        out.up = rig->reference.body.to_world({0.0F, 1.0F, 0.0F});
        if (out.absolute_hips) out.hip_height += rig->reference.body.ground + rig->reference.lift;
        read_node_channels(*source.clip, *rig, mode, out);
        place_hips(*source.clip, *rig, out);
        if (out.posed) watch_bones(*rig, out);
    }
    if (!moves_anything(out)) {
        return fail("remap-no-clip-bones",
                    fmt::format("the clip \"{}\" turns no humanoid bone", source.clip->name),
                    {source.document == nullptr ? "" : source.document->file, 0, 0, {}});
    }
    return out;
}

void read_source(const SourceTables& source, double seconds, BoneTurns& turns, vec3& hips) {
    if (source.posed) {
        turns.fill(identity_quat);
        read_posed(source, seconds, turns, hips);
        for (std::size_t i = 0; i < bone_count; ++i) {
            if (source.inputs[i].apart) turns[i] = read_input(source, source.inputs[i], seconds);
        }
        return;
    }
    for (std::size_t i = 0; i < bone_count; ++i) {
        const BoneInput& input = source.inputs[i];
        turns[i] = input.moves() ? read_input(source, input, seconds) : input.still;
    }
    if (source.hips_channel >= 0) {
        const vec4 v = sample_channel(at(source.clip->channels, source.hips_channel), seconds);
        hips = source.hips_linear * vec3(v) + source.hips_offset;
    }
}

}  // namespace vitruvian
