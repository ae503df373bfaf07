// Commands that add and delete displacers.
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/rearrange.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/figure/reference_pose.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace vitruvian {
namespace {

using Weights = std::vector<std::pair<Item, float>>;

/// Returns each displacer's weight in the mixture.
std::vector<float> mixture_of(const Weights& from, const Document& document) {
    std::vector<float> out(document.displacers.size(), 0.0F);
    if (from.empty()) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = document.displacers[i].weight;
    }
    for (const auto& [item, weight] : from) at(out, item.index) += weight;
    return out;
}

/// Returns the sum of the targets of a mesh, weighted by their displacers.
MorphTarget mixed_target(const Mesh& mesh, const std::vector<int>& displacers,
                         const std::vector<float>& mixture, const std::string& name) {
    struct Offset {
        vec3 position{0.0F};
        vec3 normal{0.0F};
    };
    std::map<std::uint32_t, Offset> offsets;
    bool has_normals = false;
    for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
        const MorphTarget& target = mesh.targets[t];
        const float weight = at(mixture, displacers[t]);
        if (weight == 0.0F) continue;
        has_normals = has_normals || !target.normals.empty();
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            Offset& offset = offsets[target.vertices[i]];
            if (!target.positions.empty()) offset.position += weight * target.positions[i];
            if (!target.normals.empty()) offset.normal += weight * target.normals[i];
        }
    }
    MorphTarget out;
    out.name = name;
    for (const auto& [vertex, offset] : offsets) {
        out.vertices.push_back(vertex);
        out.positions.push_back(offset.position);
        if (has_normals) out.normals.push_back(offset.normal);
    }
    return out;
}

/// H-Anim's kinds follow from the name's ending (H-Anim 1.1, Displacer).
DisplacerKind kind_of_mixture(const std::string& name, DisplacerKind like) {
    if (like == DisplacerKind::morph) return like;
    if (name.ends_with("_feature")) return DisplacerKind::feature;
    if (name.ends_with("_config")) return DisplacerKind::config;
    return DisplacerKind::action;
}

/// Returns the new displacer without its targets, from what all mixed ones have in common.
Result<Displacer> common_displacer(const std::string& name, const std::vector<float>& mixture,
                                   const Document& document) {
    const Displacer* first = nullptr;
    for (std::size_t i = 0; i < mixture.size(); ++i) {
        if (mixture[i] == 0.0F) continue;
        const Displacer& one = document.displacers[i];
        if (first == nullptr) first = &one;
        if (one.humanoid != first->humanoid || one.segment != first->segment) {
            return fail("edit-several-segments",
                        fmt::format("{} and {} are not on the same segment: make a displacer for each.",
                                    first->name, one.name));
        }
    }
    if (first == nullptr)
        return fail("edit-no-mixture",
                    "No displacer is applied: give weights, as {\"weights\": {\"a\": 1}}.");
    return Displacer{name, kind_of_mixture(name, first->kind), first->humanoid, first->segment, 0.0F, false,
                     {}};
}

/// Adds a target of the new displacer to every mesh for which `target` returns one.
template <class TargetOf>
Result<void> insert_targets(Displacer displacer, const TargetOf& target, Document& document) {
    Document changed = document;
    const auto index = static_cast<int>(changed.displacers.size());
    insert_displacer(changed, index, std::move(displacer));
    using Shared = std::pair<const Mesh*, std::vector<int>>;
    std::map<std::pair<Shared, const Skin*>, std::shared_ptr<const Mesh>> made;
    for (MeshInstance& instance : changed.meshes) {
        std::shared_ptr<const Mesh>& with =
            made[{{instance.mesh.get(), instance.displacers}, instance.skin.get()}];
        if (!with) {
            std::optional<MorphTarget> moved = target(instance);
            if (!moved) continue;
            auto copy = std::make_shared<Mesh>(*instance.mesh);
            copy->targets.push_back(std::move(*moved));
            with = std::move(copy);
        }
        instance.mesh = with;
        instance.displacers.push_back(index);
    }
    return keep_if_valid(std::move(changed), document, MeshNumbers::unproved);
}

/// Returns the world matrices of a pose; an Error where the pose is invalid.
Result<std::vector<mat4>> world_of_pose(const std::vector<std::pair<int, Transform>>& said,
                                        const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = base_pose(document, skeleton);
    for (const auto& [node, local] : said) {
        if (node < 0 || static_cast<std::size_t>(node) >= document.nodes.size())
            return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
        if (!is_finite(local)) return fail("edit-not-finite", "A pose must be finite.");
        at(pose.local, node) = local;
    }
    return world_matrices(skeleton, pose);
}

/// Returns a vertex's matrix to world space: its blended influences, or the single frame of a rigid mesh.
mat4 blended(const Mesh& mesh, std::size_t vertex, std::span<const mat4> palette) {
    if (!mesh.is_skinned()) return palette[0];
    mat4 out(0.0F);
    for (std::uint32_t row = mesh.influence_begin[vertex]; row < mesh.influence_begin[vertex + 1]; ++row)
        out += mesh.influence_weight[row] * palette[mesh.influence_joint[row]];
    return out;
}

/// Returns the offsets with which the mesh in one pose looks as it does in the other without them.
std::optional<MorphTarget> target_between(const MeshInstance& instance, std::span<const mat4> from,
                                          std::span<const mat4> to, const std::string& name,
                                          bool with_normals) {
    const Mesh& mesh = *instance.mesh;
    if (instance.skin->nodes.empty()) return std::nullopt;
    std::vector<mat4> before(instance.skin->nodes.size());
    std::vector<mat4> after(before.size());
    skin_matrices(*instance.skin, from, before);
    skin_matrices(*instance.skin, to, after);
    Bounds box;
    for (const vec3& position : mesh.positions) box.add(position);
    const float least = 1e-6F * glm::length(box.size());
    MorphTarget out;
    out.name = name;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        if (mesh.is_skinned() && mesh.influence_begin[v] == mesh.influence_begin[v + 1]) continue;
        const mat4 moved = affine_inverse(blended(mesh, v, before)) * blended(mesh, v, after);
        const vec3 offset = vec3(moved * vec4(mesh.positions[v], 1.0F)) - mesh.positions[v];
        if (!is_finite(offset) || glm::length(offset) <= least) continue;
        out.vertices.push_back(static_cast<std::uint32_t>(v));
        out.positions.push_back(offset);
        if (!with_normals || mesh.normals.empty()) continue;
        const vec3 normal = glm::transpose(glm::inverse(mat3(moved))) * mesh.normals[v];
        const bool usable = is_finite(normal) && glm::length(normal) > 0.0F;
        out.normals.push_back(usable ? glm::normalize(normal) - mesh.normals[v] : vec3(0.0F));
    }
    return out.vertices.empty() ? std::nullopt : std::optional(std::move(out));
}

/// The shapes that one displacer can move: an H-Anim figure's skin, or one of its segments; for another
/// figure everything.
struct Displaced {
    int humanoid = -1;
    int segment = -1;
    bool operator==(const Displaced&) const = default;
};

bool is_hanim(const Document& document, int humanoid) {
    return humanoid >= 0 && at(document.humanoids, humanoid).kind == HumanoidKind::hanim;
}

Displaced displaced_by(const MeshInstance& instance, const Document& document) {
    const bool has_own = is_hanim(document, instance.humanoid) && !instance.mesh->is_skinned();
    return {instance.humanoid, has_own ? instance.segment : -1};
}

/// "smile_config" on the segment l_hand becomes "smile_l_hand_config", so that its kind is unchanged.
std::string name_on_segment(const std::string& name, const std::string& segment) {
    for (const std::string_view kind : {"_feature", "_config", "_action"}) {
        if (name.ends_with(kind))
            return fmt::format("{}_{}{}", name.substr(0, name.size() - kind.size()), segment, kind);
    }
    return fmt::format("{}_{}", name, segment);
}

/// Adds one displacer, or for an H-Anim figure made of rigid segments one for each segment that moves, with
/// the segment's name in its name.
Result<void> add_between_poses(const AddDisplacer& edit, Document& document) {
    const Result<std::vector<mat4>> from = world_of_pose(edit.from_pose, document);
    if (!from) return tl::unexpected(from.error());
    const Result<std::vector<mat4>> to = world_of_pose(edit.to_pose, document);
    if (!to) return tl::unexpected(to.error());
    // H-Anim's displacers have no normals: with them its files would have to be rewritten.
    const bool with_normals = !is_world(document.format);
    std::vector<Displaced> moved;
    for (const MeshInstance& instance : document.meshes) {
        const Displaced whose = displaced_by(instance, document);
        const bool is_first = moved.empty() || whose.humanoid == moved.front().humanoid;
        if (!is_first || std::find(moved.begin(), moved.end(), whose) != moved.end()) continue;
        if (target_between(instance, *from, *to, edit.name, with_normals)) moved.push_back(whose);
    }
    if (moved.empty()) return fail("edit-no-mixture", "The two poses give the same shape.");
    const DisplacerKind kind = kind_of_mixture(
        edit.name, is_hanim(document, moved.front().humanoid) ? DisplacerKind::action : DisplacerKind::morph);
    Document changed = document;
    for (const Displaced& whose : moved) {
        const bool alone = moved.size() == 1 || whose.segment < 0;
        const std::string name =
            alone ? edit.name
                  : name_on_segment(edit.name,
                                    at(at(document.humanoids, whose.humanoid).segments, whose.segment).name);
        if (const Result<void> is_free = expect_free_name(changed, ItemKind::displacer, -1, name); !is_free)
            return is_free;
        const Result<void> done = insert_targets(
            Displacer{name, kind, whose.humanoid, whose.segment, 0.0F, false, {}},
            [&](const MeshInstance& instance) {
                return displaced_by(instance, changed) == whose
                           ? target_between(instance, *from, *to, name, with_normals)
                           : std::nullopt;
            },
            changed);
        if (!done) return done;
    }
    document = std::move(changed);
    return {};
}

Result<void> add_displacer(const AddDisplacer& edit, Document& document) {
    for (const auto& [item, weight] : edit.from) {
        if (!is_there(document, item, ItemKind::displacer)) return no_such_thing(item, ItemKind::displacer);
        if (!std::isfinite(weight)) return fail("edit-not-finite", "A weight must be finite.");
    }
    const Result<void> is_free = expect_free_name(document, ItemKind::displacer, -1, edit.name);
    if (!is_free) return is_free;
    if (!edit.to_pose.empty() || !edit.from_pose.empty()) return add_between_poses(edit, document);
    const std::vector<float> mixture = mixture_of(edit.from, document);
    Result<Displacer> displacer = common_displacer(edit.name, mixture, document);
    if (!displacer) return tl::unexpected(displacer.error());
    return insert_targets(
        std::move(*displacer),
        [&](const MeshInstance& instance) -> std::optional<MorphTarget> {
            const bool is_in = std::any_of(instance.displacers.begin(), instance.displacers.end(),
                                           [&](int d) { return at(mixture, d) != 0.0F; });
            if (!is_in) return std::nullopt;
            return mixed_target(*instance.mesh, instance.displacers, mixture, edit.name);
        },
        document);
}

Result<void> delete_displacer(const DeleteDisplacer& edit, Document& document) {
    if (!is_there(document, edit.displacer, ItemKind::displacer))
        return no_such_thing(edit.displacer, ItemKind::displacer);
    return remove_item(document, edit.displacer);
}

}  // namespace

std::vector<CommandKind> displacer_commands() {
    return {
        command_kind<AddDisplacer, add_displacer>(
            "add-displacer", "Add displacer {name}",
            "Adds a displacer, or morph target, that does what others do together, or what the joints do to "
            "skin and rigid parts between two poses: of an H-Anim figure's segments one for each.",
            {command_field<&AddDisplacer::name>("name", "",
                                                "its name; the suffix _feature or _config gives its kind"),
             may_be_absent(command_field<&AddDisplacer::from>(
                 "from", "", "an object {\"weights\": {NAME: NUMBER}}; left out: as far as each is applied",
                 {ItemKind::displacer})),
             may_be_absent(command_field<&AddDisplacer::from_pose>(
                 "from-pose", "",
                 "between two poses: objects as set-pose has them; nodes that are left out are at rest")),
             may_be_absent(command_field<&AddDisplacer::to_pose>(
                 "to-pose", "",
                 "the pose that the figure looks like with the displacer applied in the other"))}),
        command_kind<DeleteDisplacer, delete_displacer>(
            "delete-displacer", "Delete {displacer}",
            "Deletes a displacer or morph target, with what moves it.",
            {command_field<&DeleteDisplacer::displacer>("displacer", "", "the displacer or morph target",
                                                        {ItemKind::displacer})}),
    };
}

}  // namespace vitruvian
