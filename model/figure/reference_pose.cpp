#include "model/figure/reference_pose.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/document/file_format.h"
#include "model/figure/bind_pose.h"
#include "model/figure/standing_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vitruvian {
namespace {

/// Limbs further from the T-pose than this are rotated into it.
constexpr float t_pose_limit = 0.34906585F;  // 20 degrees
/// Where no specification guarantees the figure's pose, the limit of its worst limb: legs splayed by 20
/// degrees disappear in the mean.
constexpr float worst_limit = 0.2617994F;  // 15 degrees

constexpr std::array<std::pair<std::string_view, ReferenceKind>, 4> kind_names{{
    {"auto", ReferenceKind::automatic},
    {"bind", ReferenceKind::bind},
    {"rest", ReferenceKind::rest},
    {"tpose", ReferenceKind::tpose},
}};

/// The transforms of nodes in one skin's bind pose.
struct BindSpace {
    const Skin* skin = nullptr;
    std::unordered_map<int, std::size_t> entry_of_node;
    std::unordered_set<int> silent;  // nodes of it whose matrix may say nothing (silent_entries)
};

/// Takes out the silent nodes below others: whatever they say is not where those are bound.
void leave_out_silent(const Document& document, BindSpace& space) {
    const std::vector<char> is_silent = silent_entries(document, *space.skin);
    for (std::size_t i = 0; i < is_silent.size(); ++i) {
        if (is_silent[i] != 0) space.silent.insert(space.skin->nodes[i]);
    }
    for (const int node : space.silent) {
        for (int up = at(document.nodes, node).parent; up >= 0; up = at(document.nodes, up).parent) {
            if (space.silent.contains(up) || !space.entry_of_node.contains(up)) continue;
            space.entry_of_node.erase(node);
            break;
        }
    }
}

bool has_bind_matrices(const Skin& skin) {
    return std::any_of(skin.inverse_bind.begin(), skin.inverse_bind.end(),
                       [](const mat4& m) { return m != mat4(1.0F); });
}

std::vector<BindSpace> bind_spaces(const Document& document) {
    std::vector<BindSpace> out;
    for (const MeshInstance& instance : document.meshes) {
        if (!instance.mesh->is_skinned() || !has_bind_matrices(*instance.skin)) continue;
        const Skin* skin = instance.skin.get();
        const auto same = [skin](const BindSpace& s) { return s.skin == skin || *s.skin == *skin; };
        if (std::any_of(out.begin(), out.end(), same)) continue;
        BindSpace space{skin, {}, {}};
        for (std::size_t i = 0; i < skin->nodes.size(); ++i) space.entry_of_node.emplace(skin->nodes[i], i);
        leave_out_silent(document, space);
        out.push_back(std::move(space));
    }
    return out;
}

/// Returns the local bind pose of `node` by the rules above, or nullopt.
std::optional<Transform> bind_place(const Document& document, const std::vector<BindSpace>& spaces,
                                    const Pose& base, int node) {
    std::vector<const BindSpace*> with_node;
    for (const BindSpace& space : spaces) {
        if (space.entry_of_node.contains(node)) with_node.push_back(&space);
    }
    if (with_node.empty()) return std::nullopt;
    mat4 between(1.0F);
    int up = at(document.nodes, node).parent;
    for (; up >= 0; up = at(document.nodes, up).parent) {
        for (const BindSpace* space : with_node) {
            const auto ancestor = space->entry_of_node.find(up);
            if (ancestor == space->entry_of_node.end()) continue;
            const mat4& of_node = space->skin->inverse_bind[space->entry_of_node.at(node)];
            const mat4& of_ancestor = space->skin->inverse_bind[ancestor->second];
            const mat4 local = affine_inverse(between) * of_ancestor * affine_inverse(of_node);
            if (!is_finite(local)) return std::nullopt;
            return to_transform(local);
        }
        between = to_matrix(at(base.local, up)) * between;
    }
    return std::nullopt;
}

Pose bind_pose(const Document& document, const Humanoid& humanoid, const Pose& base) {
    const std::vector<BindSpace> spaces = bind_spaces(document);
    Pose out = base;
    if (spaces.empty()) return out;
    for (const int node : humanoid.bones.node) {
        if (node < 0) continue;
        if (const std::optional<Transform> bind = bind_place(document, spaces, base, node))
            at(out.local, node).rotation = bind->rotation;
    }
    return out;
}

/// The same for a node without a joint above it that is bound: from its bind matrix itself, assumed to be relative to
/// the scene.
std::optional<Transform> place_in_scene(const Document& document, const std::vector<BindSpace>& spaces,
                                        const Pose& base, int node) {
    if (node < 0) return std::nullopt;
    for (const BindSpace& space : spaces) {
        const auto found = space.entry_of_node.find(node);
        if (found == space.entry_of_node.end()) continue;
        mat4 above(1.0F);
        for (int up = at(document.nodes, node).parent; up >= 0; up = at(document.nodes, up).parent) {
            if (space.entry_of_node.contains(up) && !space.silent.contains(up)) return std::nullopt;
            above = to_matrix(at(base.local, up)) * above;
        }
        const mat4 local = affine_inverse(above) * affine_inverse(space.skin->inverse_bind[found->second]);
        if (is_finite(local)) return to_transform(local);
    }
    return std::nullopt;
}

/// Returns the pose with the hips, and the joints above them, as bound in the scene; where no skin has the hips, since
/// they are the node above several roots, with those of the roots that are bones. Nullopt where nothing is bound so.
std::optional<Pose> bound_in_scene(const Document& document, const Humanoid& humanoid, const Pose& base,
                                   const Pose& bound) {
    const std::vector<BindSpace> spaces = bind_spaces(document);
    const int hips = humanoid.bones[Bone::hips];
    const bool has_hips = std::any_of(spaces.begin(), spaces.end(), [hips](const BindSpace& space) {
        return space.entry_of_node.contains(hips);
    });
    Pose out = bound;
    bool any = false;
    for (const Joint& joint : humanoid.joints) {
        if (has_hips && joint.node != hips) continue;
        const std::optional<Transform> bind = place_in_scene(document, spaces, base, joint.node);
        if (!bind) continue;
        at(out.local, joint.node).rotation = bind->rotation;
        any = true;
    }
    // What is above the hips places the figure: it has no proportions that are to stay.
    for (int up = has_hips ? at(document.nodes, hips).parent : -1; up >= 0;
         up = at(document.nodes, up).parent) {
        const auto is_silent = [up](const BindSpace& space) { return space.silent.contains(up); };
        if (std::any_of(spaces.begin(), spaces.end(), is_silent)) continue;
        std::optional<Transform> bind = place_in_scene(document, spaces, base, up);
        any = any || bind.has_value();
        if (!bind) bind = bind_place(document, spaces, base, up);
        if (!bind) continue;
        at(out.local, up).rotation = bind->rotation;
        at(out.local, up).translation = bind->translation;
    }
    return any ? std::optional(std::move(out)) : std::nullopt;
}

/// Returns the T-pose that the file itself stores for this figure (KHR_character_reference_pose), or nullopt.
std::optional<Pose> given_t_pose(const Document& document, const Humanoid& humanoid, const Skeleton& skeleton,
                                 const Pose& base) {
    for (const auto& clip : document.clips) {
        const bool moves_it =
            clip->reference_pose == "TPose" &&
            std::any_of(clip->channels.begin(), clip->channels.end(), [&](const Channel& channel) {
                return channel.node >= 0 && humanoid.bones.bone_of(channel.node).has_value();
            });
        if (!moves_it) continue;
        Pose pose = base;
        sample(*clip, 0.0, skeleton, pose);
        return pose;
    }
    return std::nullopt;
}

ReferencePose completed(const Humanoid& humanoid, const Skeleton& skeleton, ReferenceKind kind, Pose pose) {
    ReferencePose out;
    out.kind = kind;
    out.pose = std::move(pose);
    out.natural = out.pose;
    out.world = world_matrices(skeleton, out.pose);
    out.body = find_body_frame(humanoid, out.world);
    out.score = score_t_pose(humanoid, out.world, out.body);
    return out;
}

bool is_good_enough(const Humanoid& humanoid, const TPoseScore& score) {
    return score.limbs <= t_pose_limit && (promises_t_pose(humanoid.kind) || score.worst_limb <= worst_limit);
}

bool is_moved(const Document& document, int node) {
    return std::any_of(document.clips.begin(), document.clips.end(), [node](const auto& clip) {
        return std::any_of(clip->channels.begin(), clip->channels.end(), [node](const Channel& channel) {
            return channel.node == node && channel.path == ChannelPath::translation;
        });
    });
}

/// Returns the topmost node that clips animate among the hips and their ancestors; otherwise the root. The
/// others are the same in every clip.
int carrier_of(const Document& document, const Humanoid& humanoid) {
    int root = -1;
    int carrier = -1;
    for (int node = humanoid.bones[Bone::hips]; node >= 0; node = at(document.nodes, node).parent) {
        root = node;
        if (is_moved(document, node)) carrier = node;
    }
    return carrier >= 0 ? carrier : root;
}

/// The rest of motion data may be at another position than the motion.
void put_on_ground(const Document& document, const Humanoid& humanoid, const Skeleton& skeleton,
                   ReferencePose& reference) {
    const vec3 up = reference.body.to_world({0.0F, 1.0F, 0.0F});
    const float height = height_above_ground(document, humanoid, skeleton, reference.pose, up);
    constexpr float hardly = 0.02F;
    if (std::abs(height) <= hardly * reference.body.hip_height) return;
    const int carrier = carrier_of(document, humanoid);
    if (carrier < 0) return;
    const int parent = at(document.nodes, carrier).parent;
    const mat3 down = parent < 0 ? mat3(1.0F) : glm::inverse(mat3(at(reference.world, parent)));
    Pose pose = std::move(reference.pose);
    at(pose.local, carrier).translation += down * (up * height);
    ReferencePose moved = completed(humanoid, skeleton, reference.kind, std::move(pose));
    moved.natural = std::move(reference.natural);
    moved.from_motion = reference.from_motion;
    reference = std::move(moved);
}

/// Returns ReferencePose::lift of a T-pose from where the feet stand in `standing`.
float lift_from(const Humanoid& humanoid, std::span<const mat4> standing, const ReferencePose& t_pose) {
    const vec3 up = t_pose.body.to_world({0.0F, 1.0F, 0.0F});
    const std::array feet{humanoid.bones[Bone::left_foot], humanoid.bones[Bone::right_foot]};
    const std::optional<float> before = lowest_height(feet, standing, up);
    const std::optional<float> now = lowest_height(feet, t_pose.world, up);
    return before && now ? *before - *now : 0.0F;
}

}  // namespace

bool promises_t_pose(HumanoidKind kind) {
    return is_vrm(kind) || kind == HumanoidKind::ext_skeleton_humanoid;
}

std::optional<ReferenceKind> reference_kind_from_string(std::string_view name) {
    const auto* found = std::find_if(kind_names.begin(), kind_names.end(),
                                     [name](const auto& entry) { return entry.first == name; });
    if (found == kind_names.end()) return std::nullopt;
    return found->second;
}

std::string_view to_string(ReferenceKind kind) {
    return at(kind_names, kind).first;
}

Pose base_pose(const Document& document, const Skeleton& skeleton) {
    Pose out = file_pose(skeleton);
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        const NodeKind kind = document.nodes[i].kind;
        if (kind == NodeKind::joint || kind == NodeKind::site) out.local[i] = skeleton.rest[i];
    }
    return out;
}

ReferencePose make_reference_pose(const Document& document, int humanoid_index, ReferenceKind kind) {
    VT_CHECK(humanoid_index >= 0 && static_cast<std::size_t>(humanoid_index) < document.humanoids.size());
    const Humanoid& humanoid = at(document.humanoids, humanoid_index);
    const Skeleton skeleton = make_skeleton(document);
    const Pose base = base_pose(document, skeleton);
    const auto rest = [&] { return completed(humanoid, skeleton, ReferenceKind::rest, base); };
    const auto bind = [&] {
        ReferencePose out =
            completed(humanoid, skeleton, ReferenceKind::bind, bind_pose(document, humanoid, base));
        std::optional<Pose> in_scene = bound_in_scene(document, humanoid, base, out.pose);
        if (!in_scene) return out;
        ReferencePose straight = completed(humanoid, skeleton, ReferenceKind::bind, std::move(*in_scene));
        // Hips that rest turned by a little leave a figure upright.
        constexpr float turned = 0.05F;
        const bool is_good = out.body.on_axes && is_good_enough(humanoid, out.score);
        const float clearly = is_good ? turned : 1e-4F;
        const bool is_nearer = straight.score.limbs + clearly < out.score.limbs;
        // Matrices of a scene in which Z is up lie on the axes, and lay a standing figure down.
        const auto stands = [](const ReferencePose& pose) { return pose.body.up().y > 0.9F; };
        if (stands(out) && !stands(straight)) return out;
        return straight.body.on_axes && (is_nearer || !out.body.on_axes) ? straight : out;
    };
    if (kind == ReferenceKind::rest || (kind == ReferenceKind::automatic && is_vrm(humanoid.kind)))
        return rest();
    if (kind == ReferenceKind::bind) return bind();
    if (std::optional<Pose> given = given_t_pose(document, humanoid, skeleton, base)) {
        ReferencePose out = completed(humanoid, skeleton, ReferenceKind::tpose, std::move(*given));
        if (out.score.limbs <= t_pose_limit) return out;
    }

    ReferencePose nearest = rest();
    ReferencePose bound = bind();
    // Equal except for rounding is the common case; the extension then specifies the bind pose.
    if (bound.score.limbs <= nearest.score.limbs + 1e-4F) nearest = std::move(bound);
    const std::optional<StandingPose> standing =
        find_standing_pose(document, humanoid, skeleton, nearest.pose);
    ReferencePose out;
    if (kind == ReferenceKind::automatic && !standing && is_good_enough(humanoid, nearest.score)) {
        out = std::move(nearest);
    } else if (standing) {
        const std::vector<mat4> world = world_matrices(skeleton, standing->pose);
        out = completed(humanoid, skeleton, ReferenceKind::tpose,
                        turned_into_t_pose(document, humanoid, standing->pose, world, standing->body));
        out.natural = standing->pose;
        out.from_motion = true;
    } else {
        out = completed(humanoid, skeleton, ReferenceKind::tpose,
                        turned_into_t_pose(document, humanoid, nearest.pose, nearest.world, nearest.body));
        const bool is_hanim = humanoid.kind == HumanoidKind::hanim;
        out.lift = lift_from(humanoid, is_hanim ? world_matrices(skeleton, base) : nearest.world, out);
        out.natural = std::move(nearest.pose);
    }
    put_on_ground(document, humanoid, skeleton, out);
    return out;
}

ReferencePose stored_pose(const Document& document, int humanoid) {
    const Skeleton skeleton = make_skeleton(document);
    return completed(at(document.humanoids, humanoid), skeleton, ReferenceKind::rest, file_pose(skeleton));
}

const ReferencePose& ReferenceComparison::of(ReferenceKind kind) const {
    switch (kind) {
        case ReferenceKind::automatic:
            return of(used);
        case ReferenceKind::bind:
            return bind;
        case ReferenceKind::rest:
            return rest;
        case ReferenceKind::tpose:
            break;
    }
    return tpose;
}

ReferenceComparison compare_references(const Document& document, int humanoid) {
    return {make_reference_pose(document, humanoid, ReferenceKind::automatic).kind,
            make_reference_pose(document, humanoid, ReferenceKind::bind),
            make_reference_pose(document, humanoid, ReferenceKind::rest),
            make_reference_pose(document, humanoid, ReferenceKind::tpose)};
}

}  // namespace vitruvian
