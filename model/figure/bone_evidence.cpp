// Weighs the evidence of names and shape for each bone.
#include "model/core/at.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_findings.h"
#include "model/figure/bone_hierarchy.h"
#include "model/figure/bone_inference.h"
#include "model/figure/bone_map.h"
#include "model/figure/bone_poses.h"
#include "model/figure/named_joints.h"
#include "model/pose/pose.h"
#include "model/standard/bone_name_table.h"
#include "model/standard/name_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>

namespace vitruvian {
namespace {

/// Fewer joints are not a figure.
constexpr std::size_t min_candidates = 6;

/// Importers add a child to each last joint that marks its end: not a bone, whatever the skeleton's shape
/// suggests.
void drop_ends(const Document& document, std::vector<int>& joints) {
    std::unordered_set<int> carries;
    for (const int node : joints) carries.insert(at(document.nodes, node).parent);
    const auto is_end = [&](int node) {
        const int parent = at(document.nodes, node).parent;
        return parent >= 0 && carries.count(node) == 0 &&
               is_end_name(node_name(document, node), node_name(document, parent));
    };
    joints.erase(std::remove_if(joints.begin(), joints.end(), is_end), joints.end());
}

/// Returns the joints and the nodes between them, in ascending order: exporters leave out joints without
/// weights.
std::vector<int> candidates_of(const Document& document, const Humanoid& humanoid) {
    std::vector<int> out;
    for (const Joint& joint : humanoid.joints) out.push_back(joint.node);
    std::sort(out.begin(), out.end());
    if (out.empty()) return out;
    std::unordered_set<int> is_joint(out.begin(), out.end());
    const int first = out.front();
    const std::size_t joints = out.size();
    std::vector<int> way;
    for (std::size_t i = 0; i < joints; ++i) {
        way.clear();
        int up = at(document.nodes, out[i]).parent;
        while (up >= first && is_joint.count(up) == 0) {
            way.push_back(up);
            up = at(document.nodes, up).parent;
        }
        if (up < first) continue;
        for (const int node : way) {
            is_joint.insert(node);
            out.push_back(node);
        }
    }
    std::sort(out.begin(), out.end());
    drop_ends(document, out);
    return out;
}

/// Whether it is a name that a program generated: "Bone.012", "joint3", "".
bool is_nondescript(const std::string& name) {
    std::string key = name_key(name).key;
    key.erase(std::remove_if(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; }), key.end());
    static constexpr std::array<std::string_view, 9> plain{"",     "bone",   "joint", "jnt", "node",
                                                           "null", "object", "group", "limb"};
    return std::find(plain.begin(), plain.end(), key) != plain.end();
}

/// Whether the shape may determine `bone`: names and shape agree on the bone above, and the joint has a
/// generated name or they also agree on the next known bone below.
bool may_fill(const Document& document, const BoneFindings& found, const BoneMap& map, Bone bone) {
    const int node = found.shaped.map[bone];
    if (node < 0 || map[bone] >= 0 || map.bone_of(node)) return false;
    // A shoulder that carries no arm is a wing's or a strand's.
    for (const auto& [shoulder, arm] : {std::pair{Bone::left_shoulder, Bone::left_upper_arm},
                                        std::pair{Bone::right_shoulder, Bone::right_upper_arm}}) {
        if (bone == shoulder && map[arm] >= 0 && !is_below(document, map[arm], node)) return false;
    }
    std::optional<Bone> above = parent_of(bone);
    while (above && map[*above] < 0) above = parent_of(*above);
    if (!above || !agree_on(found, map, *above) || !is_below(document, node, map[*above])) return false;
    if (is_nondescript(node_name(document, node))) return true;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto below = static_cast<Bone>(i);
        std::optional<Bone> up = parent_of(below);
        while (up && *up != bone && map[*up] < 0) up = parent_of(*up);
        if (up == bone && agree_on(found, map, below)) return true;
    }
    return false;
}

/// Whether names and shape see the same figure: they agree on the hips, or on both arms or both legs.
bool agree_on_figure(const BoneFindings& found, const BoneMap& map) {
    const auto on_both = [&](Bone left) {
        return agree_on(found, map, left) && agree_on(found, map, other_side(left));
    };
    return agree_on(found, map, Bone::hips) || on_both(Bone::left_upper_leg) || on_both(Bone::left_upper_arm);
}

/// Whether names determine nothing of a limb, or of the head, of a figure that names and shape agree on.
bool may_fill_limb(const BoneFindings& found, const BoneMap& map, Bone bone) {
    /// The parts that names must leave open, then one that may go with them.
    static constexpr std::array<std::array<Bone, 4>, 5> limbs{{
        {Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand, Bone::left_shoulder},
        {Bone::right_upper_arm, Bone::right_lower_arm, Bone::right_hand, Bone::right_shoulder},
        {Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot, Bone::left_toes},
        {Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot, Bone::right_toes},
        {Bone::head, Bone::head, Bone::head, Bone::neck},
    }};
    if (!agree_on_figure(found, map)) return false;
    for (const std::array<Bone, 4>& limb : limbs) {
        if (std::find(limb.begin(), limb.end(), bone) == limb.end()) continue;
        return std::all_of(limb.begin(), limb.begin() + 3, [&](Bone part) {
            const int node = found.shaped.map[part];
            return found.named.map[part] < 0 && node >= 0 && !found.named.map.bone_of(node);
        });
    }
    return false;
}

/// Makes bones that are not joints joints.
void add_missing_joints(std::span<const mat4> world, Humanoid& humanoid) {
    for (const int node : humanoid.bones.node) {
        if (node < 0) continue;
        const auto is_it = [node](const Joint& joint) { return joint.node == node; };
        if (std::any_of(humanoid.joints.begin(), humanoid.joints.end(), is_it)) continue;
        Joint joint;
        joint.node = node;
        const vec3 centre(at(world, node)[3]);
        if (is_finite(centre)) joint.centre = centre;
        const auto later = std::find_if(humanoid.joints.begin(), humanoid.joints.end(),
                                        [node](const Joint& other) { return other.node > node; });
        humanoid.joints.insert(later, joint);
    }
}

/// +Y is up in all formats except BVH, which does not specify it.
bool stands_as_animal(const Document& document, const Humanoid& humanoid, std::span<const mat4> world) {
    constexpr vec3 y(0.0F, 1.0F, 0.0F);
    constexpr vec3 z(0.0F, 0.0F, 1.0F);
    const bool is_motion = document.format == FileFormat::bvh;
    if (stands_on_four_feet(document, humanoid, world, y)) return true;
    if (is_motion && stands_on_four_feet(document, humanoid, world, z)) return true;
    if (!is_motion && is_upright(humanoid.bones, world, y)) return false;
    return stands_on_all_fours(humanoid.bones, world) || has_four_legs(humanoid, world);
}

/// Returns the share of sampled times of its clips at which the figure stands like an animal; nullopt where
/// it has no clips.
std::optional<float> share_as_animal(const Document& document, const Humanoid& humanoid) {
    constexpr int moments = 5;
    const Skeleton skeleton = make_skeleton(document);
    int seen = 0;
    int as_animal = 0;
    for (const auto& clip : document.clips) {
        if (clip->targets_bones()) continue;
        for (int i = 0; i < moments; ++i) {
            Pose pose = rest_pose(skeleton);
            sample(*clip, clip->duration * i / moments, skeleton, pose);
            ++seen;
            as_animal += stands_as_animal(document, humanoid, world_matrices(skeleton, pose)) ? 1 : 0;
        }
    }
    if (seen == 0) return std::nullopt;
    return static_cast<float>(as_animal) / static_cast<float>(seen);
}

bool has_tail(const Document& document, const Humanoid& humanoid) {
    return std::any_of(humanoid.joints.begin(), humanoid.joints.end(), [&](const Joint& joint) {
        return name_key(node_name(document, joint.node)).key.starts_with("tail");
    });
}

/// The zero pose of motion data is arbitrary. A figure without a mesh is an animal only if it also stands
/// like one in most samples of its clips; and regardless of its zero pose if it does in nearly all of them
/// and has a tail, since people crawl.
bool is_animal(const Document& document, const Humanoid& humanoid, std::span<const mat4> world) {
    const bool rests_so = stands_as_animal(document, humanoid, world);
    if (!document.meshes.empty()) return rests_so;
    if (!rests_so && !has_tail(document, humanoid)) return false;
    const std::optional<float> share = share_as_animal(document, humanoid);
    if (!share) return rests_so;
    return rests_so ? *share >= 0.5F : *share >= 0.8F;
}

/// People may rest bent in a moment of a clip, or in motion data; and dragons stand upright.
bool is_dinosaur(const Document& document, const Humanoid& humanoid, std::span<const mat4> world) {
    constexpr vec3 y(0.0F, 1.0F, 0.0F);
    const bool rests_anyhow = document.meshes.empty() && !document.clips.empty();
    return document.format != FileFormat::bvh && !rests_anyhow && has_tail(document, humanoid) &&
           leans_over_legs(humanoid.bones, world, y);
}

/// Replaces the inferred map by that of H-Anim's names, which may lack required bones: those stay as inferred.
void use_hanim_map(const Document& document, const BoneMap& map, Humanoid& humanoid) {
    const BoneMap inferred = std::exchange(humanoid.bones, map);
    std::vector<BoneEvidence> reasons = std::move(humanoid.bone_evidence);
    reasons.resize(bone_count);
    humanoid.bone_evidence.assign(bone_count, {});
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        const int other = inferred.node[i];
        if (map.node[i] >= 0) {
            humanoid.bone_evidence[i] = {0.99F,
                                         fmt::format("H-Anim joint {}", node_name(document, map.node[i]))};
        } else if (other >= 0 && is_required(bone) && !humanoid.bones.bone_of(other)) {
            humanoid.bones.node[i] = other;
            humanoid.bone_evidence[i] = std::move(reasons[i]);
        }
    }
}

bool lacks_required(const BoneMap& map) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (map.node[i] < 0 && is_required(static_cast<Bone>(i))) return true;
    }
    return false;
}

}  // namespace

BoneMap bones_from_names(const Document& document, const Humanoid& humanoid) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<int> candidates = candidates_of(document, humanoid);
    return bones_by_name(document, candidates, joint_keys(document, candidates),
                         world_matrices(skeleton, rest_pose(skeleton)))
        .map;
}

const std::vector<mat4>& BoneMapper::world() {
    if (world_.empty()) {
        const Skeleton skeleton = make_skeleton(document_);
        world_ = world_matrices(skeleton, rest_pose(skeleton));
    }
    return world_;
}

const std::vector<mat4>& BoneMapper::pose() {
    return bound_.empty() ? world() : bound_;
}

void BoneMapper::infer(Humanoid& humanoid) {
    humanoid.bones = {};
    humanoid.bone_evidence.assign(bone_count, {});
    const std::vector<int> candidates = candidates_of(document_, humanoid);
    if (candidates.size() < min_candidates) return;
    BoneFindings found = find_bones(document_, candidates, world());
    bound_.clear();
    if (is_empty(found)) {
        bound_ = bound_world(document_, candidates, world());
        if (std::optional<BoneFindings> other = find_otherwise(document_, candidates, world(), bound_))
            found = std::move(*other);
    }
    humanoid.bones = found.named.map;
    const bool only_shape = is_empty(found.named.map);
    // A file that says which nodes are joints is taken at its word: what names leave open is no other node.
    const auto is_joint = [&](int node) {
        return humanoid.kind != HumanoidKind::hanim || at(document_.nodes, node).kind == NodeKind::joint;
    };
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (humanoid.bones[bone] >= 0) {
            humanoid.bone_evidence[i] = named_evidence(document_, found, bone);
        } else if (found.shaped.map[bone] >= 0 && is_joint(found.shaped.map[bone]) &&
                   (only_shape || may_fill(document_, found, humanoid.bones, bone) ||
                    (may_fill_limb(found, humanoid.bones, bone) &&
                     !humanoid.bones.bone_of(found.shaped.map[bone])))) {
            humanoid.bones[bone] = found.shaped.map[bone];
            humanoid.bone_evidence[i] = shaped_evidence(found, bone);
        }
    }
    const auto match = [&] {
        for (const FilledBone& matched : match_sides(document_, found, pose(), humanoid.bones))
            at(humanoid.bone_evidence, matched.bone) = {0.8F, std::string(matched.why)};
    };
    if (only_shape) {
        match();
    } else {
        for (const FilledBone& filled : fill_gaps(document_, found.candidates, pose(), humanoid.bones)) {
            at(humanoid.bone_evidence, filled.bone) = {0.7F, std::string(filled.why)};
            if (!is_joint(humanoid.bones[filled.bone])) humanoid.bones[filled.bone] = -1;
        }
        match();
        fill_fingers(document_, pose(), found, humanoid);
        match();
    }
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (humanoid.bones.node[i] < 0) humanoid.bone_evidence[i] = {};
    }
    add_missing_joints(world(), humanoid);
}

void BoneMapper::map(Humanoid& humanoid) {
    doubt_.clear();
    infer(humanoid);
    // A glTF rig may have H-Anim's names, except for some of its joints.
    const BoneMap hanim = bones_from_hanim_names(document_, humanoid);
    if (hanim.mapped() * 10 >= humanoid.bones.mapped() * 9 && hanim.mapped() > 0)
        use_hanim_map(document_, hanim, humanoid);
    if (is_empty(humanoid.bones)) return;
    std::string_view why;
    if (is_animal(document_, humanoid, pose())) {
        why =
            "is on all fours: its joints are named as a humanoid's, but its trunk lies across its legs, "
            "and two other limbs go down as far as they";
    } else if (has_animal_arms(document_, humanoid)) {
        why = "has an animal's limbs, by their names, where a humanoid has arms";
    } else if (has_more_legs(document_, humanoid.bones, pose())) {
        why = "has more than two legs";
    } else if (is_dinosaur(document_, humanoid, pose())) {
        why = "has a tail, and its trunk lies across its two legs, as a dinosaur's";
    }
    if (why.empty()) return;
    humanoid.bones = {};
    humanoid.bone_evidence.assign(bone_count, {});
    doubt_ = fmt::format("\"{}\" {}; it has no humanoid bones", humanoid.name, why);
}

void BoneMapper::map_hanim(Humanoid& humanoid) {
    const BoneMap hanim = bones_from_hanim_names(document_, humanoid);
    constexpr std::size_t enough = 12;
    if (hanim.mapped() < enough) {
        infer(humanoid);
        if (humanoid.bones.mapped() > hanim.mapped()) return;
    } else if (lacks_required(hanim)) {
        infer(humanoid);
    }
    use_hanim_map(document_, hanim, humanoid);
}

void trust_given_bones(Humanoid& humanoid, std::string_view by) {
    humanoid.bone_evidence.assign(bone_count, {});
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (humanoid.bones.node[i] >= 0)
            humanoid.bone_evidence[i] = {1.0F, fmt::format("given by the file ({})", by)};
    }
}

}  // namespace vitruvian
