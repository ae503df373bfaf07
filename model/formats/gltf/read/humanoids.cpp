// Finds which joints form a figure, and which of them are the 55 bones: as an extension defines it
// (definitions.h), or by names and shape. Skins that share joints or a tree are one figure; separate
// skeletons are several.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "model/formats/gltf/read/definitions.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Disjoint sets of skins and definitions.
class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    std::size_t find(std::size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) {
        parent_[std::max(find(a), find(b))] = std::min(find(a), find(b));
    }

  private:
    std::vector<std::size_t> parent_;
};

/// Returns the deepest common ancestor of `nodes` (may be one of them), or -1. Parents have smaller indices
/// than their children.
int common_ancestor(const std::vector<Node>& tree, const std::vector<int>& nodes) {
    int common = nodes.front();
    for (int node : nodes) {
        while (common != node && common >= 0 && node >= 0) {
            int& later = common > node ? common : node;
            later = at(tree, later).parent;
        }
        if (common < 0 || node < 0) return -1;
    }
    return common;
}

class FigureFinder {
  public:
    FigureFinder(Reading& reading, std::vector<Definition> definitions)
        : reading_(reading),
          definitions_(std::move(definitions)),
          groups_(reading.skins.size() + definitions_.size()),
          first_user_(reading.document.nodes.size(), -1),
          mapper_(reading.document) {}

    void find_all() {
        join_by_joints();
        join_by_trees();
        join_definitions();
        std::vector<int> figure_of(reading_.skins.size() + definitions_.size(), -1);
        for (std::size_t i = 0; i < figure_of.size(); ++i) {
            if (i < reading_.skins.size() && !reading_.skins[i].skin) continue;
            int& figure = figure_of[groups_.find(i)];
            if (figure >= 0) continue;
            figure = static_cast<int>(reading_.document.humanoids.size());
            reading_.document.humanoids.push_back(build(groups_.find(i)));
        }
        for (std::size_t i = 0; i < reading_.skins.size(); ++i) {
            if (reading_.skins[i].skin)
                figure_of_skin_[reading_.skins[i].skin.get()] = figure_of[groups_.find(i)];
        }
        if (reading_.document.humanoids.empty()) find_among_nodes();
        mark_nodes();
    }

  private:
    void join_by_joints() {
        for (std::size_t s = 0; s < reading_.skins.size(); ++s) {
            if (!reading_.skins[s].skin) continue;
            for (const int node : reading_.skins[s].skin->nodes) {
                int& user = at(first_user_, node);
                if (user < 0) {
                    user = static_cast<int>(s);
                } else {
                    groups_.join(static_cast<std::size_t>(user), s);
                }
            }
        }
    }

    /// A skin whose whole skeleton is below another's joint or within another's tree is part of that figure.
    void join_by_trees() {
        const std::vector<Node>& nodes = reading_.document.nodes;
        std::vector<int> root_of(reading_.skins.size(), -1);
        std::map<int, std::size_t> skin_at_root;
        for (std::size_t s = 0; s < reading_.skins.size(); ++s) {
            if (!reading_.skins[s].skin) continue;
            root_of[s] = common_ancestor(nodes, reading_.skins[s].skin->nodes);
            if (root_of[s] < 0) continue;
            const auto [entry, is_new] = skin_at_root.try_emplace(root_of[s], s);
            if (!is_new) groups_.join(entry->second, s);
        }
        for (std::size_t s = 0; s < reading_.skins.size(); ++s) {
            for (int node = root_of[s]; node >= 0; node = at(nodes, node).parent) {
                const int user = at(first_user_, node);
                if (user >= 0) groups_.join(static_cast<std::size_t>(user), s);
                const auto above = skin_at_root.find(node);
                if (above != skin_at_root.end()) groups_.join(above->second, s);
            }
        }
    }

    /// A definition joins the skins whose joints it maps; a second one for the same skins stays a separate
    /// figure.
    void join_definitions() {
        std::set<std::size_t> taken;
        for (std::size_t d = 0; d < definitions_.size(); ++d) {
            std::set<std::size_t> touched;
            for (const int node : definitions_[d].bones.node) {
                const int user = node < 0 ? -1 : at(first_user_, node);
                if (user >= 0) touched.insert(groups_.find(static_cast<std::size_t>(user)));
            }
            const bool is_second = std::any_of(touched.begin(), touched.end(),
                                               [&](std::size_t group) { return taken.count(group) != 0; });
            if (is_second) continue;
            for (const std::size_t group : touched) groups_.join(group, reading_.skins.size() + d);
            taken.insert(groups_.find(reading_.skins.size() + d));
        }
    }

    /// A file without skins may still contain a figure: a robot of rigid parts, or the bare joints of a clip.
    /// It is recognised by names, or bare joints by their shape; what is below the hips is then the figure.
    void find_among_nodes() {
        const std::vector<Node>& nodes = reading_.document.nodes;
        Humanoid all;
        for (std::size_t i = 0; i < nodes.size(); ++i) all.joints.push_back(joint_at(static_cast<int>(i)));
        BoneMap bones = bones_from_names(reading_.document, all);
        const bool by_shape = bones[Bone::hips] < 0 && reading_.document.meshes.empty();
        if (by_shape) {
            mapper_.map(all);
            bones = all.bones;
        }
        if (bones[Bone::hips] < 0) return;
        std::set<int> joints;
        for (const int node : bones.node) {
            if (node >= 0) joints.insert(node);
        }
        // Of the others, those with children: leaves are sites, or hold geometry.
        std::vector<bool> has_children(nodes.size(), false);
        std::vector<bool> is_below_hips(nodes.size(), false);
        for (std::size_t i = nodes.size(); i-- > 0;) {
            if (nodes[i].parent >= 0) at(has_children, nodes[i].parent) = true;
        }
        for (std::size_t i = static_cast<std::size_t>(bones[Bone::hips]); i < nodes.size(); ++i) {
            const int parent = nodes[i].parent;
            is_below_hips[i] =
                static_cast<int>(i) == bones[Bone::hips] || (parent >= 0 && at(is_below_hips, parent));
            if (is_below_hips[i] && has_children[i]) joints.insert(static_cast<int>(i));
        }
        Humanoid figure;
        for (const int node : joints) figure.joints.push_back(joint_at(node));
        figure.name = name_of(*joints.begin(), nullptr);
        add_asset_info(figure);
        // The ends of limbs are part of their shape.
        if (by_shape) {
            figure.bones = all.bones;
            figure.bone_evidence = all.bone_evidence;
        } else {
            map_with_ends(figure, joints, is_below_hips);
        }
        if (figure.bones[Bone::hips] >= 0) reading_.document.humanoids.push_back(std::move(figure));
    }

    /// Maps the bones of a figure among its joints and, in a file without meshes, the leaves below its hips: the last
    /// joints of fingers, which become joints of the figure where they are bones.
    void map_with_ends(Humanoid& figure, std::set<int> joints, const std::vector<bool>& is_below_hips) {
        if (reading_.document.meshes.empty()) {
            figure.joints.clear();
            for (int node = 0; node < static_cast<int>(is_below_hips.size()); ++node) {
                if (at(is_below_hips, node) || joints.contains(node)) figure.joints.push_back(joint_at(node));
            }
        }
        mapper_.map(figure);
        joints.insert(figure.bones.node.begin(), figure.bones.node.end());
        std::erase_if(figure.joints, [&](const Joint& joint) { return !joints.contains(joint.node); });
    }

    Joint joint_at(int node) {
        if (world_.empty()) {
            const Skeleton skeleton = make_skeleton(reading_.document);
            world_ = world_matrices(skeleton, rest_pose(skeleton));
        }
        Joint joint;
        joint.node = node;
        const vec3 centre(at(world_, node)[3]);
        if (is_finite(centre)) joint.centre = centre;
        return joint;
    }

    Humanoid build(std::size_t group) {
        std::set<int> joints;
        const SkinRead* first_skin = nullptr;
        const Definition* definition = nullptr;
        for (std::size_t s = 0; s < reading_.skins.size(); ++s) {
            if (!reading_.skins[s].skin || groups_.find(s) != group) continue;
            joints.insert(reading_.skins[s].skin->nodes.begin(), reading_.skins[s].skin->nodes.end());
            if (first_skin == nullptr) first_skin = &reading_.skins[s];
        }
        for (std::size_t d = 0; d < definitions_.size() && definition == nullptr; ++d) {
            if (groups_.find(reading_.skins.size() + d) == group) definition = &definitions_[d];
        }
        Humanoid out;
        if (definition != nullptr) {
            out.kind = definition->kind;
            out.name = definition->name;
            out.version = definition->version;
            out.info = definition->info;
            out.bones = definition->bones;
            out.expressions = definition->expressions;
            out.gaze = definition->gaze;
            out.gaze_node = definition->gaze_node;
            for (const int node : definition->bones.node) {
                if (node >= 0) joints.insert(node);
            }
        }
        for (const int node : joints) out.joints.push_back(joint_at(node));
        if (out.name.empty()) out.name = joints.empty() ? "face" : name_of(*joints.begin(), first_skin);
        add_asset_info(out);
        if (definition == nullptr) {
            mapper_.map(out);
            if (!mapper_.doubt().empty())
                reading_.document.diagnostics.note("figure-animal", mapper_.doubt(),
                                                   {reading_.document.file, 0, 0, {}});
        } else {
            trust_given_bones(out, definition->source);
        }
        return out;
    }

    /// Returns the figure's name: that of the armature above its first joint, the skin, or that joint.
    [[nodiscard]] std::string name_of(int first_joint, const SkinRead* skin) const {
        const std::vector<Node>& nodes = reading_.document.nodes;
        const int parent = at(nodes, first_joint).parent;
        if (parent >= 0 && !at(nodes, parent).name.empty()) {
            return at(nodes, parent).name;
        }
        if (skin != nullptr && !skin->skin->name.empty()) return skin->skin->name;
        const std::string& name = at(nodes, first_joint).name;
        return name.empty() ? "humanoid" : name;
    }

    void add_asset_info(Humanoid& humanoid) const {
        const JsonValue* asset = member(reading_.root, "asset");
        if (asset == nullptr) return;
        for (const char* key : {"generator", "copyright"}) {
            const std::string value = text_or_empty(*asset, key);
            if (!value.empty()) humanoid.info.emplace_back(key, value);
        }
    }

    /// Returns the humanoid that each node belongs to: that of the nearest joint among the node and its
    /// ancestors.
    [[nodiscard]] std::vector<int> owners() {
        Document& document = reading_.document;
        std::vector<int> owner(document.nodes.size(), -1);
        for (std::size_t h = document.humanoids.size(); h-- > 0;) {
            for (const Joint& joint : document.humanoids[h].joints) {
                at(owner, joint.node) = static_cast<int>(h);
                at(document.nodes, joint.node).kind = NodeKind::joint;
            }
        }
        for (std::size_t i = 0; i < owner.size(); ++i) {
            const int parent = document.nodes[i].parent;
            if (owner[i] < 0 && parent >= 0) owner[i] = at(owner, parent);
        }
        return owner;
    }

    void mark_nodes() {
        Document& document = reading_.document;
        const std::vector<int> owner = owners();
        for (MeshInstance& instance : document.meshes) {
            const auto skinned = figure_of_skin_.find(instance.skin.get());
            instance.humanoid = skinned != figure_of_skin_.end() ? skinned->second : at(owner, instance.node);
            for (const int displacer : instance.displacers) {
                at(document.displacers, displacer).humanoid = instance.humanoid;
            }
        }
        for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
            for (const Expression& expression : document.humanoids[h].expressions) {
                for (const auto& [displacer, weight] : expression.binds) {
                    if (!is_in_file(at(document.displacers, displacer)))
                        at(document.displacers, displacer).humanoid = static_cast<int>(h);
                }
            }
        }
        for (Viewpoint& view : document.viewpoints) view.humanoid = at(owner, view.node);
        for (std::size_t i = 0; i < document.nodes.size(); ++i) {
            Node& node = document.nodes[i];
            const tiny::Node& source = at(reading_.scene.nodes, node.source_index);
            const bool is_leaf = source.children.empty() && source.mesh < 0 && source.camera < 0;
            if (!is_leaf || owner[i] < 0 || node.kind == NodeKind::joint) continue;
            node.kind = NodeKind::site;
            at(document.humanoids, owner[i]).sites.push_back({static_cast<int>(i), -1});
        }
    }

    Reading& reading_;
    std::vector<Definition> definitions_;
    Groups groups_;
    std::vector<int> first_user_;  // per node: the first skin that has it as a joint
    std::vector<mat4> world_;      // at rest
    std::map<const Skin*, int> figure_of_skin_;
    BoneMapper mapper_;
};

}  // namespace

void read_humanoids(Reading& reading) {
    FigureFinder(reading, read_definitions(reading)).find_all();
}

}  // namespace vitruvian::gltf
