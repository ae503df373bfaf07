// Writes meshes, skins and the nodes that carry them, of a glTF file that is written from scratch.
#include "model/core/at.h"
#include "model/formats/gltf/write/encode_container.h"
#include "model/formats/gltf/write/writing.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// With an H-Anim figure all meshes get nodes of their own, in order: they are folded away when read back.
bool has_hanim_figure(const Document& document) {
    return std::any_of(document.humanoids.begin(), document.humanoids.end(),
                       [](const Humanoid& humanoid) { return humanoid.kind == HumanoidKind::hanim; });
}

/// Consecutive instances that become the primitives of one mesh.
struct Group {
    std::vector<std::size_t> instances;
};

class MeshWriter {
  public:
    explicit MeshWriter(Writing& writing)
        : writing_(writing), only_carriers_(has_hanim_figure(writing.document)) {}

    void write_all() {
        for (const Group& group : find_groups()) write(group);
    }

  private:
    [[nodiscard]] const MeshInstance& instance(std::size_t index) const {
        return writing_.document.meshes[index];
    }

    [[nodiscard]] bool belong_together(const MeshInstance& a, const MeshInstance& b) const {
        return a.name == b.name && a.node == b.node && a.humanoid == b.humanoid && a.segment == b.segment &&
               a.displacers == b.displacers && a.mesh->is_skinned() == b.mesh->is_skinned() &&
               (a.skin == b.skin || *a.skin == *b.skin);
    }

    std::vector<Group> find_groups() {
        std::vector<Group> out;
        for (std::size_t i = 0; i < writing_.document.meshes.size(); ++i) {
            const Mesh& mesh = *instance(i).mesh;
            if (mesh.positions.empty() || mesh.indices.empty()) {
                writing_.note("gltf-mesh-empty", "a mesh without anything to draw is left out");
                continue;
            }
            if (out.empty() || !belong_together(instance(out.back().instances.back()), instance(i))) {
                out.emplace_back();
            }
            out.back().instances.push_back(i);
        }
        return out;
    }

    void write(const Group& group) {
        const MeshInstance& first = instance(group.instances.front());
        NodeOut node;
        node.name = first.name;
        for (const int displacer : first.displacers) {
            node.displacers.push_back(displacer);
            node.weights.push_back(at(writing_.document.displacers, displacer).weight);
        }
        int still = -1;
        if (first.mesh->is_skinned()) {
            std::tie(node.skin, still) = skin_of(group);
            node.mesh = mesh_of(group, still);
            write_skinned(group, std::move(node));
            return;
        }
        node.mesh = mesh_of(group, still);
        node.parent = first.skin->nodes.front();
        node.local = to_transform(first.skin->inverse_bind.front());
        NodeOut& own = at(writing_.nodes, node.parent);
        if (node.local == Transform{} && own.mesh < 0 && !only_carriers_) {
            const int parent = node.parent;
            put_on(own, std::move(node));
            placed(group, parent);
            return;
        }
        if (first.segment >= 0) {
            const Humanoid& humanoid = at(writing_.document.humanoids, first.humanoid);
            node.name = at(humanoid.segments, first.segment).name;
        }
        placed(group, writing_.add_carrier(std::move(node)));
    }

    /// On the node that it was read from, where its transform is none; otherwise on one that gets its name.
    void write_skinned(const Group& group, NodeOut node) {
        const int source = instance(group.instances.front()).node;
        const bool has_own =
            source >= 0 && !only_carriers_ && !is_joint(source) && at(writing_.nodes, source).mesh < 0;
        if (has_own && is_at_origin(source)) {
            put_on(at(writing_.nodes, source), std::move(node));
            placed(group, source);
            return;
        }
        const int carrier = writing_.add_carrier(std::move(node));
        if (has_own && !has_children(source))
            std::swap(at(writing_.nodes, source).name, at(writing_.nodes, carrier).name);
        placed(group, carrier);
    }

    [[nodiscard]] bool is_at_origin(int node) const {
        const mat4 world = world_from_node(writing_, node);
        constexpr float rounding = 1e-6F;
        float worst = 0.0F;
        for (int c = 0; c < 4; ++c) worst = std::max(worst, glm::length(world[c] - mat4(1.0F)[c]));
        return worst <= rounding;
    }

    [[nodiscard]] bool has_children(int node) const {
        const std::vector<Node>& nodes = writing_.document.nodes;
        return std::any_of(nodes.begin(), nodes.end(),
                           [node](const Node& other) { return other.parent == node; });
    }

    static void put_on(NodeOut& own, NodeOut node) {
        own.mesh = node.mesh;
        own.skin = node.skin;
        own.weights = std::move(node.weights);
        own.displacers = std::move(node.displacers);
    }

    [[nodiscard]] bool is_joint(int node) const {
        const std::vector<Humanoid>& all = writing_.document.humanoids;
        return std::any_of(all.begin(), all.end(), [node](const Humanoid& humanoid) {
            return std::any_of(humanoid.joints.begin(), humanoid.joints.end(),
                               [node](const Joint& joint) { return joint.node == node; });
        });
    }

    void placed(const Group& group, int node) {
        for (const std::size_t index : group.instances) writing_.primitives.push_back({node, index});
    }

    /// Returns the skin of a group, and its joint for vertices without influences (-1: there are none).
    std::pair<int, int> skin_of(const Group& group) {
        const MeshInstance& first = instance(group.instances.front());
        std::vector<int> joints = first.skin->nodes;
        std::vector<mat4> inverse_bind = first.skin->inverse_bind;
        const bool some_stand_still =
            std::any_of(group.instances.begin(), group.instances.end(), [this](std::size_t index) {
                const std::vector<std::uint32_t>& begin = instance(index).mesh->influence_begin;
                return std::adjacent_find(begin.begin(), begin.end()) != begin.end();
            });
        int still = -1;
        if (some_stand_still) {
            still = static_cast<int>(joints.size());
            joints.push_back(first.node >= 0 ? first.node : world_node());
            inverse_bind.emplace_back(1.0F);
        }
        return {write_skin(writing_, first.skin->name, joints, inverse_bind), still};
    }

    /// Returns a node that never moves, for vertices without weights.
    int world_node() {
        if (world_node_ < 0) {
            NodeOut node;
            node.name = "world";
            world_node_ = writing_.add_node(std::move(node));
        }
        return world_node_;
    }

    int mesh_of(const Group& group, int still) {
        OrderedJson primitives = OrderedJson::array();
        for (const std::size_t index : group.instances) primitives.push_back(primitive_of(index, still));
        const MeshInstance& first = instance(group.instances.front());
        OrderedJson json = OrderedJson::object();
        if (!first.name.empty()) json["name"] = first.name;
        json["primitives"] = std::move(primitives);
        for (const int displacer : first.displacers) {
            json["extras"]["targetNames"].push_back(at(writing_.document.displacers, displacer).name);
        }
        const auto [entry, is_new] = meshes_.try_emplace(to_text(json), 0);
        if (is_new) entry->second = writing_.add("meshes", std::move(json));
        return entry->second;
    }

    /// Shared geometry is written once.
    const OrderedJson& primitive_of(std::size_t index, int still) {
        const MeshInstance& shown = instance(index);
        const auto key = std::tuple(shown.mesh.get(), shown.material, shown.variant_materials, still);
        const auto [entry, is_new] = primitives_.try_emplace(key);
        if (is_new) {
            entry->second = write_primitive(writing_, shown, still);
            if (shown.material >= 0) entry->second["material"] = shown.material;
            add_variant_materials(writing_, shown, entry->second);
        }
        return entry->second;
    }

    Writing& writing_;
    bool only_carriers_;
    std::map<std::tuple<const Mesh*, int, std::vector<int>, int>, OrderedJson> primitives_;
    std::map<std::string, int> meshes_;
    int world_node_ = -1;
};

}  // namespace

int write_skin(Writing& writing, const std::string& name, const std::vector<int>& joints,
               const std::vector<mat4>& inverse_bind) {
    for (std::size_t i = 0; i < writing.skins.size(); ++i) {
        const SkinOut& other = writing.skins[i];
        if (other.asked == joints && other.inverse_bind == inverse_bind) return static_cast<int>(i);
    }
    SkinOut skin{joints, joints, inverse_bind};
    std::set<int> seen;
    for (int& joint : skin.joints) {
        if (seen.insert(joint).second) continue;
        // A glTF node can only be listed once: a second entry gets a node of its own in the same place.
        NodeOut twin;
        twin.name = at(writing.nodes, joint).name;
        twin.parent = joint;
        joint = writing.add_carrier(std::move(twin));
    }
    OrderedJson json = OrderedJson::object();
    if (!name.empty()) json["name"] = name;
    json["inverseBindMatrices"] = writing.bin.add_floats(as_floats(inverse_bind), 16, ViewTarget::none);
    json["joints"] = skin.joints;
    writing.skins.push_back(std::move(skin));
    return writing.add("skins", std::move(json));
}

void write_meshes(Writing& writing) {
    MeshWriter(writing).write_all();
}

}  // namespace vitruvian::gltf
