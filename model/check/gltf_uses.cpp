#include "model/check/gltf_uses.h"

#include "model/core/at.h"

#include <string_view>

namespace vitruvian::check {
namespace {

using gltf::JsonValue;

/// Tracks which elements of a list are used.
class Uses {
  public:
    explicit Uses(std::size_t count) : used_(count) {}
    /// Returns true where it was not used before.
    bool add(int index) {
        if (index < 0 || static_cast<std::size_t>(index) >= used_.size() || at(used_, index) != 0)
            return false;
        at(used_, index) = 1;
        return true;
    }
    [[nodiscard]] std::vector<int> unused() const {
        std::vector<int> out;
        for (int i = 0; i < static_cast<int>(used_.size()); ++i) {
            if (at(used_, i) == 0) out.push_back(i);
        }
        return out;
    }

  private:
    std::vector<char> used_;
};

struct AllUses {
    Uses accessors, nodes, meshes, skins, materials, textures, images;
};

void add_number(const JsonValue& value, Uses& uses) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() < 0x7FFFFFFFU) uses.add(value.get<int>());
}

void add_numbers(const JsonValue& list, Uses& uses) {
    for (const JsonValue& value : list) add_number(value, uses);
    for (const auto& [key, value] : list.items()) add_number(value, uses);
}

/// Adds the nodes that a scene shows, with their descendants.
void add_scenes(const GltfFacts& facts, AllUses& uses) {
    std::vector<int> open = facts.scene_roots;
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        if (!uses.nodes.add(node)) continue;
        const std::vector<int>& children = at(facts.nodes, node).children;
        open.insert(open.end(), children.begin(), children.end());
    }
}

void add_core(const GltfFacts& facts, AllUses& uses) {
    for (const GltfNode& node : facts.nodes) {
        uses.meshes.add(node.mesh);
        uses.skins.add(node.skin);
    }
    for (const GltfSkin& skin : facts.skins) {
        uses.accessors.add(skin.inverse_bind);
        for (const int joint : skin.joints) uses.nodes.add(joint);
        uses.nodes.add(skin.skeleton);
    }
    for (const GltfMesh& mesh : facts.meshes) {
        for (const GltfPrimitive& primitive : mesh.primitives) uses.materials.add(primitive.material);
    }
    for (const GltfAnimation& animation : facts.animations) {
        for (const GltfSampler& sampler : animation.samplers) {
            uses.accessors.add(sampler.input);
            uses.accessors.add(sampler.output);
        }
        for (const GltfChannel& channel : animation.channels) uses.nodes.add(channel.node);
    }
}

/// Handles keys that have the same meaning everywhere.
void add_value(std::string_view key, const JsonValue& value, AllUses& uses) {
    if (key == "thumbnailImage") add_number(value, uses.images);
    if (key == "source") add_number(value, uses.images);
    if (key == "node" || key == "rootNode") add_number(value, uses.nodes);
    if (key == "material" || key == "materialIndex") add_number(value, uses.materials);
    if (key == "texture") add_number(value, uses.textures);
    if (key == "indices") add_number(value, uses.accessors);
    if (key == "targets" && value.is_array()) {
        for (const JsonValue& target : value) add_numbers(target, uses.accessors);
    }
    if (key == "bones" && value.is_array()) add_numbers(value, uses.nodes);
    if (key.ends_with("Texture") && value.is_object()) {
        if (const JsonValue* index = gltf::member(value, "index")) add_number(*index, uses.textures);
    }
    if (key == "attributes") add_numbers(value, uses.accessors);
    if (key == "textureProperties") add_numbers(value, uses.textures);
}

/// The parser limits the depth of JSON, so recursion is safe.
void walk(const JsonValue& value, AllUses& uses) {
    for (const JsonValue& element : value) walk(element, uses);
    for (const auto& [key, child] : value.items()) {
        add_value(key, child, uses);
        walk(child, uses);
    }
}

}  // namespace

GltfUnused find_unused(const JsonValue& root, const GltfFacts& facts) {
    AllUses uses{Uses(facts.accessors.size()), Uses(facts.nodes.size()),     Uses(facts.meshes.size()),
                 Uses(facts.skins.size()),     Uses(facts.materials.size()), Uses(facts.textures.size()),
                 Uses(facts.images.size())};
    add_core(facts, uses);
    add_scenes(facts, uses);
    walk(root, uses);
    return {uses.accessors.unused(), uses.nodes.unused(),    uses.meshes.unused(), uses.skins.unused(),
            uses.materials.unused(), uses.textures.unused(), uses.images.unused()};
}

}  // namespace vitruvian::check
