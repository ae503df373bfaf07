// The target tables of a remapping: convert rotations of bones to local rotations of nodes.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/remap/remap_tables.h"

#include <algorithm>

namespace vitruvian {
namespace {

/// Returns the source bones whose rotations the target's `bone` receives: its own, and missing ancestors.
std::vector<Bone> folded_bones(const BoneMap& bones, Bone bone) {
    std::vector<Bone> out{bone};
    for (std::optional<Bone> up = parent_of(bone); up && bones[*up] < 0; up = parent_of(*up))
        out.push_back(*up);
    std::reverse(out.begin(), out.end());
    return out;
}

/// The bone that turns a node, and its place among the nodes that this bone turns.
struct SpanPlace {
    int bone = -1;  // a Bone
    int step = 0;
    int length = 1;
};

std::vector<SpanPlace> span_places(const Document& document, const Humanoid& humanoid, SpineForm spine) {
    std::vector<SpanPlace> out(document.nodes.size());
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (humanoid.bones.node[i] < 0) continue;
        const auto bone = static_cast<Bone>(i);
        const std::vector<int> turned = turned_joints(document, humanoid, bone, spine);
        const auto length = static_cast<int>(turned.size());
        for (int step = 0; step < length; ++step)
            at(out, at(turned, step)) = {static_cast<int>(i), step, length};
        for (const int node : carried_joints(document, humanoid, bone, spine))
            at(out, node) = {static_cast<int>(i), length - 1, length};
    }
    return out;
}

class TargetMaker {
  public:
    TargetMaker(const Document& document, const Humanoid& humanoid, const ReferencePose& reference,
                RemapMode mode, SpineForm spine)
        : document_(&document),
          humanoid_(&humanoid),
          reference_(&reference),
          mode_(mode),
          natural_(world_matrices(make_skeleton(document), reference.natural)),
          spine_(spine),
          places_(span_places(document, humanoid, spine)) {}

    /// Adds a node of a bone or its span.
    void add_node(int node, TargetTables& out) const {
        const SpanPlace& place = at(places_, node);
        const auto bone = static_cast<Bone>(place.bone);
        DrivenNode driven;
        driven.node = node;
        driven.bone = bone;
        driven.share = 1.0F / static_cast<float>(place.length);
        driven.right = axes(node, bone);
        driven.left = at(reference_->pose.local, node).rotation * glm::conjugate(driven.right);
        if (place.step == 0) {
            const int above = driven_ancestor(node);
            const std::optional<Bone> parent = present_parent(humanoid_->bones, bone);
            if (is_apart(above, parent)) {
                add_detached(node, bone, parent, out);
                return;
            }
            if (above >= 0) {
                // Arms are attached in the middle of a distributed spine: the rotation missing from the
                // vertebrae above is added.
                const SpanPlace& there = at(places_, above);
                const int missing = there.length - 1 - there.step;
                if (missing > 0) {
                    driven.before = parent;
                    driven.before_share = static_cast<float>(missing) / static_cast<float>(there.length);
                }
            }
        }
        out.driven.push_back(driven);
    }

    /// Lets a finger that keeps its rest follow its hand where it does not hang below it.
    void add_kept(int node, Bone bone, TargetTables& out) const {
        const std::optional<Bone> parent = present_parent(humanoid_->bones, bone);
        if (!parent || !is_apart(driven_ancestor(node), parent)) return;
        add_detached(node, bone, parent, out);
        DetachedBone& kept = out.detached.back();
        kept.at_parent = affine_inverse(at(natural_, kept.bone_parent)) * at(natural_, node);
    }

  private:
    [[nodiscard]] bool is_apart(int above, const std::optional<Bone>& parent) const {
        const std::optional<Bone> found =
            above < 0 ? std::nullopt : std::optional(static_cast<Bone>(at(places_, above).bone));
        return found != parent;
    }

    [[nodiscard]] quat axes(int node, Bone bone) const {
        if (mode_ == RemapMode::spec) return t_pose_frame(bone);
        return glm::conjugate(reference_->body.world_from_body) * rotation_of(at(reference_->world, node));
    }

    [[nodiscard]] int driven_ancestor(int node) const {
        int up = at(document_->nodes, node).parent;
        while (up >= 0 && at(places_, up).bone < 0) up = at(document_->nodes, up).parent;
        return up;
    }

    void add_detached(int node, Bone bone, const std::optional<Bone>& parent, TargetTables& out) const {
        DetachedBone detached;
        detached.node = node;
        detached.bone = bone;
        detached.axes = axes(node, bone);
        detached.bone_parent = parent ? whole_joint(*document_, *humanoid_, *parent, spine_) : -1;
        const mat4 above =
            detached.bone_parent < 0 ? mat4(1.0F) : at(reference_->world, detached.bone_parent);
        const int own_parent = at(document_->nodes, node).parent;
        if (bone == Bone::hips && own_parent >= 0) detached.above = at(reference_->world, own_parent);
        detached.at_parent = affine_inverse(above) * at(reference_->world, node);
        if (detached.bone_parent >= 0) {
            // The limb was rotated into the T-pose without it: it keeps its original transform relative to
            // the limb.
            const mat4 back = affine_inverse(at(natural_, detached.bone_parent));
            detached.at_parent[3] = back * at(natural_, node)[3];
        }
        out.detached.push_back(detached);
    }

    const Document* document_;
    const Humanoid* humanoid_;
    const ReferencePose* reference_;
    RemapMode mode_;
    std::vector<mat4> natural_;  // world matrices before the T-pose
    SpineForm spine_;
    std::vector<SpanPlace> places_;
};

/// Computes the map from the source hips' displacement (or position) in the figure's axes to a local
/// translation.
void place_hips(const Document& document, const Humanoid& humanoid, const ReferencePose& reference,
                const SourceTables& source, RemapMode mode, TargetTables& out) {
    const int node = humanoid.bones[Bone::hips];
    if (node < 0 || !source.moves_hips) return;
    out.hips_node = node;
    const int parent = at(document.nodes, node).parent;
    const mat4 above = parent < 0 ? mat4(1.0F) : at(reference.world, parent);
    const BodyFrame& body = reference.body;
    const float height = body.hip_height + (source.absolute_hips ? body.ground + reference.lift : 0.0F);
    float scale = 1.0F;
    if (source.hip_height > 0.0F && height > 0.0F) {
        scale = height / source.hip_height;
    } else if (source.hip_height == 0.0F && height > highest_hips_in_metres) {
        scale = 100.0F;
    }
    mat3 world_from_body = glm::mat3_cast(body.world_from_body);
    if (body.mirrored) world_from_body = -world_from_body;
    const bool literal = mode == RemapMode::spec && source.clip->targets_bones();
    if (literal) world_from_body = glm::mat3_cast(rotation_of(at(reference.world, node)));
    const mat4 down = affine_inverse(above);
    out.hips_linear = mat3(down) * world_from_body * scale;
    out.hips_offset = source.absolute_hips ? vec3(down[3]) : at(reference.pose.local, node).translation;
}

/// Figures that the clip does not apply to keep the file's pose.
void keep_others(const Document& document, int humanoid, TargetTables& out) {
    if (document.humanoids.size() < 2) return;
    std::vector<bool> own(document.nodes.size(), false);
    for (const Joint& joint : at(document.humanoids, humanoid).joints) at(own, joint.node) = true;
    const Pose stored = file_pose(out.skeleton);
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        if (h == static_cast<std::size_t>(humanoid)) continue;
        for (const Joint& joint : document.humanoids[h].joints) {
            const std::size_t node = static_cast<std::size_t>(joint.node);
            if (!own[node]) out.base.local[node] = stored.local[node];
        }
    }
}

}  // namespace

std::optional<Bone> present_parent(const BoneMap& bones, Bone bone) {
    std::optional<Bone> up = parent_of(bone);
    while (up && bones[*up] < 0) up = parent_of(*up);
    return up;
}

quat rotation_of(const mat4& matrix) {
    return to_transform(matrix).rotation;
}

void share_missing_trunk(const BoneMap& bones, const SourceTables& source, TargetTables& target) {
    for (std::size_t i = 0; i < bone_count; ++i)
        target.trunk[i] = missing_trunk(bones, static_cast<Bone>(i), source.says);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const std::optional<Bone> parent = present_parent(bones, static_cast<Bone>(i));
        if (parent && bones.node[i] >= 0 && !at(target.trunk, *parent).empty()) target.below[i] = parent;
    }
}

Result<TargetTables> make_target_tables(const Document& target, int humanoid_index,
                                        const ReferencePose& reference, const SourceTables& source,
                                        RemapMode mode, SpineForm spine) {
    const Humanoid& humanoid = at(target.humanoids, humanoid_index);
    TargetTables out;
    out.skeleton = make_skeleton(target);
    out.base = reference.pose;
    keep_others(target, humanoid_index, out);
    out.rest = base_pose(target, out.skeleton);
    out.hip_height = reference.body.hip_height;
    out.is_hanim = humanoid.kind == HumanoidKind::hanim;
    const TargetMaker maker(target, humanoid, reference, mode, spine);
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (humanoid.bones.node[i] < 0) continue;
        const auto bone = static_cast<Bone>(i);
        out.folded[i] = folded_bones(humanoid.bones, bone);
        if (is_finger(bone) && !source.clip->targets_bones() && !source.says[i]) {
            // Fingers that the clip's rig lacks keep their relaxed rest pose.
            const int node = humanoid.bones.node[i];
            at(out.base.local, node).rotation = at(reference.natural.local, node).rotation;
            out.kept.push_back(node);
            maker.add_kept(node, bone, out);
            continue;
        }
        for (const int node : turned_joints(target, humanoid, bone, spine)) maker.add_node(node, out);
    }
    if (out.driven.empty() && out.detached.empty()) {
        return fail("remap-no-target-bones", "the figure has no bone that is known; name its bones first",
                    {target.file, 0, 0, {}});
    }
    place_hips(target, humanoid, reference, source, mode, out);
    return out;
}

}  // namespace vitruvian
