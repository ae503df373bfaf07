// Remapping plans: combined from source and target tables, sampled, and baked.
#include "model/core/at.h"
#include "model/core/check.h"
#include "model/remap/gaze.h"
#include "model/remap/remap_tables.h"
#include "model/remap/same_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// Places bones that are attached elsewhere than in the extension's hierarchy: computed from the hips
/// outwards, and set from the top of the tree downwards, since a spine may be an ancestor of the hips.
void place_detached(const TargetTables& target, const BoneTurns& turns, Pose& pose) {
    std::vector<mat4> wanted;
    std::vector<std::size_t> order;  // of those placed, parents first
    for (std::size_t d = 0; d < target.detached.size(); ++d) {
        const DetachedBone& bone = target.detached[d];
        const std::vector<mat4> world = world_matrices(target.skeleton, pose);
        const quat turn = glm::conjugate(bone.axes) * folded_turn(target, turns, bone.bone) * bone.axes;
        if (bone.bone_parent >= 0) {
            wanted.push_back(at(world, bone.bone_parent) * bone.at_parent * glm::mat4_cast(turn));
        } else {
            mat4 place = bone.at_parent * glm::mat4_cast(turn);
            // Where the clip does not animate the hips, an earlier call has left them elsewhere.
            const Pose& from = target.hips_node >= 0 ? pose : target.base;
            place[3] = bone.above * vec4(at(from.local, bone.node).translation, 1.0F);
            wanted.push_back(place);
        }
        const auto later = std::find_if(order.begin(), order.end(), [&](std::size_t other) {
            return target.detached[other].node > bone.node;
        });
        order.insert(later, d);
        for (const std::size_t place : order) {
            const int node = target.detached[place].node;
            const int parent = at(target.skeleton.parent, node);
            const std::vector<mat4> now = world_matrices(target.skeleton, pose);
            const mat4 local = parent < 0 ? wanted[place] : affine_inverse(at(now, parent)) * wanted[place];
            const Transform parts = to_transform(local);
            at(pose.local, node).rotation = parts.rotation;
            at(pose.local, node).translation = parts.translation;
        }
    }
}

/// Whether the hips' position is computed from the source's, not from keys of their own.
bool needs_hips(const RemapTables& tables) {
    return tables.target.hips_node >= 0 && tables.source.moves_hips && !tables.exact_hips;
}

/// Samples what cannot be converted key by key.
void sample_mixed(const RemapTables& tables, double seconds, Pose& pose) {
    const TargetTables& target = tables.target;
    if (tables.mixed.empty() && target.detached.empty() && !needs_hips(tables)) return;
    BoneTurns turns{};
    vec3 hips(0.0F);
    read_source(tables.source, seconds, turns, hips);
    for (const DrivenNode& driven : tables.mixed) {
        at(pose.local, driven.node).rotation = driven_rotation(target, turns, driven);
    }
    if (needs_hips(tables))
        at(pose.local, target.hips_node).translation = target.hips_linear * hips + target.hips_offset;
    place_detached(target, turns, pose);
}

/// Finds where the feet stand in the clip; in the motion of its own rig if it has one, otherwise in the
/// target's.
FootPins make_foot_pins(const RemapTables& tables, const RemapPlan& plan, const Document& target,
                        const Humanoid& humanoid, const ReferencePose& reference) {
    std::vector<mat4> world_of_target;
    Pose pose_of_target = plan.base();
    const FootTrack to{[&](double seconds) -> const std::vector<mat4>& {
                           plan.sample(seconds, pose_of_target);
                           world_of_target = world_matrices(tables.target.skeleton, pose_of_target);
                           return world_of_target;
                       },
                       humanoid.bones, reference.body.to_world({0.0F, 1.0F, 0.0F}),
                       reference.body.hip_height};
    const SourceTables& source = tables.source;
    std::vector<mat4> world_of_source;
    Pose pose_of_source = source.base;
    const FootTrack from{[&](double seconds) -> const std::vector<mat4>& {
                             vitruvian::sample(*source.clip, seconds, source.skeleton, pose_of_source);
                             world_of_source = world_matrices(source.skeleton, pose_of_source);
                             return world_of_source;
                         },
                         source.bones, source.up, source.hip_height};
    const bool has_rig = source.skeleton.size() > 0;
    return find_foot_pins(has_rig ? from : to, to, target, reference, source.clip->duration);
}

/// Prepares `tables` for a clip that moves no bone: the figure stays in its file's pose.
void play_face_alone(const std::shared_ptr<const Clip>& clip, const Document& target, RemapTables& tables) {
    tables.source.clip = clip;
    tables.target.skeleton = make_skeleton(target);
    tables.target.base = file_pose(tables.target.skeleton);
    tables.target.rest = base_pose(target, tables.target.skeleton);
}

/// Returns what turns the bones: the clip's own channels, and its gaze, which may be all that there is.
Result<SourceTables> bones_and_eyes(const RemapSource& source, const RemapOptions& options,
                                    const Document& target, const Humanoid& figure, RemapTables& tables) {
    Result<SourceTables> out = make_source_tables(source, options, tables.mode,
                                                  is_vrm_animation(target, figure), tables.diagnostics);
    SourceTables eyes_alone;
    eyes_alone.clip = source.clip;
    if (turn_eyes(source, target, figure, out ? *out : eyes_alone) && !out) return eyes_alone;
    return out;
}

/// Whether the clip was made for the humanoids of a specification, which says what becomes of bones that they lack.
bool is_for_any_rig(const RemapSource& source) {
    if (source.document == nullptr || source.clip->targets_bones()) return true;
    const std::vector<Humanoid>& humanoids = source.document->humanoids;
    return std::any_of(humanoids.begin(), humanoids.end(),
                       [&](const Humanoid& h) { return is_vrm_animation(*source.document, h); });
}

}  // namespace

std::optional<RemapMode> remap_mode_from_string(std::string_view name) {
    if (name == "auto") return RemapMode::automatic;
    if (name == "spec") return RemapMode::spec;
    if (name == "world") return RemapMode::world;
    return std::nullopt;
}

RemapPlan::RemapPlan(std::shared_ptr<const RemapTables> tables) : tables_(std::move(tables)) {}

Result<RemapPlan> RemapPlan::make(const RemapSource& source, const Document& target, int humanoid,
                                  const RemapOptions& options) {
    VT_CHECK(source.clip != nullptr);
    VT_CHECK(humanoid >= 0 && static_cast<std::size_t>(humanoid) < target.humanoids.size());
    auto tables = std::make_shared<RemapTables>();
    tables->mode = options.mode == RemapMode::spec ? RemapMode::spec : RemapMode::world;
    const Humanoid& figure = at(target.humanoids, humanoid);
    RemapOptions settled = options;
    const bool as_vrm = tables->mode == RemapMode::world && plays_as_vrm(source, target, figure);
    const bool freely =
        tables->mode == RemapMode::world && !as_vrm && !applies_by_specification(source, figure);
    if (freely) {
        for (ReferenceKind* kind : {&settled.target_reference, &settled.source_reference}) {
            if (*kind == ReferenceKind::automatic) *kind = ReferenceKind::tpose;
        }
    }
    const bool from_file = as_vrm && settled.target_reference == ReferenceKind::automatic;
    const ReferencePose reference = from_file
                                        ? stored_pose(target, humanoid)
                                        : make_reference_pose(target, humanoid, settled.target_reference);
    tables->target_reference = reference.kind;
    tables->exact.name = source.clip->name;
    tables->exact.duration = source.clip->duration;
    tables->exact.loop = source.clip->loop;
    Result<SourceTables> from = bones_and_eyes(source, settled, target, figure, *tables);
    if (!from) {
        tables->face = face_channels(source, target, humanoid, tables->diagnostics);
        if (tables->face.empty()) return tl::unexpected(from.error());
        play_face_alone(source.clip, target, *tables);
        return RemapPlan(std::move(tables));
    }
    tables->source = std::move(*from);
    Result<TargetTables> to = make_target_tables(target, humanoid, reference, tables->source, tables->mode,
                                                 from_file ? SpineForm::bones_alone : SpineForm::distributed);
    if (!to) return tl::unexpected(to.error());
    tables->target = std::move(*to);
    if (freely && !is_for_any_rig(source)) share_missing_trunk(figure.bones, tables->source, tables->target);
    if (is_same_rig(source, target, options)) {
        play_as_it_is(*source.clip, *tables);
    } else {
        sort_driven_nodes(*tables, options.still_bones_keep_rest && source.clip->targets_bones());
        note_missing(target, figure, *tables);
    }
    tables->face = face_channels(source, target, humanoid, tables->diagnostics);
    if (options.pin_feet) {
        tables->pins = make_foot_pins(*tables, RemapPlan(tables), target, figure, reference);
        if (tables->pins.empty())
            tables->diagnostics.note("remap-no-contacts", "no foot is planted in the clip: none is pinned",
                                     {target.file, 0, 0, {}});
    }
    return RemapPlan(std::move(tables));
}

const Pose& RemapPlan::base() const {
    return tables_->target.base;
}
double RemapPlan::duration() const {
    return tables_->source.clip->duration;
}
RemapMode RemapPlan::mode() const {
    return tables_->mode;
}
ReferenceKind RemapPlan::target_reference() const {
    return tables_->target_reference;
}
std::size_t RemapPlan::foot_contacts() const {
    std::size_t out = 0;
    for (const PinnedLeg& leg : tables_->pins.legs) out += leg.contacts.size();
    return out;
}
const Diagnostics& RemapPlan::diagnostics() const {
    return tables_->diagnostics;
}

void RemapPlan::sample(double seconds, Pose& pose) const {
    VT_CHECK(pose.local.size() == tables_->target.skeleton.size());
    for (const int node : tables_->still)
        at(pose.local, node).rotation = at(tables_->target.base.local, node).rotation;
    for (const PackedTracks& tracks : tables_->packed) sample_packed(tracks, seconds, pose);
    vitruvian::sample(tables_->loose, seconds, tables_->target.skeleton, pose);
    sample_mixed(*tables_, seconds, pose);
    for (const Channel& face : tables_->face)
        at(pose.weights, face.displacer) = sample_channel(face, seconds).x;
    if (tables_->pins.empty()) return;
    // Pins move the hips even if the clip does not.
    const int hips = tables_->pins.hips;
    if (hips >= 0 && !(tables_->target.hips_node >= 0 && tables_->source.moves_hips))
        at(pose.local, hips).translation = at(tables_->target.base.local, hips).translation;
    apply_foot_pins(tables_->pins, tables_->target.skeleton, seconds, pose);
}

BatchPlayer RemapPlan::batch_player() const {
    const TargetTables& target = tables_->target;
    BatchPlayer::Parts parts{target.skeleton, target.base, tables_->packed, {}, {}};
    const auto is_plain = [&](int node) {
        return at(target.base.local, node).scale_orientation == identity_quat;
    };
    const bool all_plain =
        std::all_of(parts.packed.begin(), parts.packed.end(), [&](const PackedTracks& tracks) {
            return std::all_of(tracks.nodes.begin(), tracks.nodes.end(), is_plain);
        });
    // Detached bones and pinned feet are placed in world space, after all others.
    const bool turns_scales =
        std::any_of(tables_->loose.channels.begin(), tables_->loose.channels.end(),
                    [](const Channel& channel) { return channel.path == ChannelPath::scale_orientation; });
    const bool together = !target.detached.empty() || !tables_->pins.empty() || !all_plain || turns_scales;
    for (const Channel& channel : tables_->loose.channels) parts.others.push_back(channel.node);
    for (const DrivenNode& driven : tables_->mixed) parts.others.push_back(driven.node);
    if (needs_hips(*tables_)) parts.others.push_back(target.hips_node);
    if (together) {
        for (const PackedTracks& tracks : parts.packed)
            parts.others.insert(parts.others.end(), tracks.nodes.begin(), tracks.nodes.end());
        for (const DetachedBone& bone : target.detached) parts.others.push_back(bone.node);
        if (!tables_->pins.empty() && tables_->pins.hips >= 0) parts.others.push_back(tables_->pins.hips);
        for (const PinnedLeg& leg : tables_->pins.legs) {
            for (const int node : {leg.upper, leg.lower, leg.foot, leg.point}) {
                if (node >= 0) parts.others.push_back(node);
            }
        }
        parts.packed.clear();
    }
    std::sort(parts.others.begin(), parts.others.end());
    parts.others.erase(std::unique(parts.others.begin(), parts.others.end()), parts.others.end());
    if (!parts.others.empty()) {
        parts.sample_others = [plan = *this, together](double seconds, Pose& pose) {
            if (together) {
                plan.sample(seconds, pose);
            } else {
                vitruvian::sample(plan.tables_->loose, seconds, plan.tables_->target.skeleton, pose);
                sample_mixed(*plan.tables_, seconds, pose);
            }
        };
    }
    return BatchPlayer(std::move(parts));
}

Pose RemapPlan::pose_at(double seconds) const {
    Pose out = base();
    sample(seconds, out);
    return out;
}

Result<Clip> remap_clip(const RemapSource& source, const Document& target, int humanoid,
                        const RemapOptions& options) {
    const Result<RemapPlan> plan = RemapPlan::make(source, target, humanoid, options);
    if (!plan) return tl::unexpected(plan.error());
    return plan->bake();
}

}  // namespace vitruvian
