// Converts checked JSON (formats/gltf/read/schema.h) to lists. Values are read once per accessor, under the
// same budget as the reader's.
#include "model/check/source_gltf.h"

#include "model/check/gltf_uses.h"
#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/file_format.h"
#include "model/formats/gltf/read/data.h"
#include "model/formats/gltf/read/schema.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace vitruvian::check {
namespace {

using gltf::int_or;
using gltf::JsonValue;
using gltf::member;
using gltf::text_or_empty;

/// Visits the elements of a list; null elements are kept, so that indices stay valid.
template <class Step>
void for_each_in(const JsonValue& owner, const char* list, Step step) {
    const JsonValue* found = member(owner, list);
    if (found == nullptr || !found->is_array()) return;
    for (const JsonValue& element : *found) step(element);
}

template <std::size_t Count>
std::optional<std::array<float, Count>> numbers(const JsonValue& object, const char* key) {
    const JsonValue* found = member(object, key);
    if (found == nullptr || !found->is_array() || found->size() != Count) return std::nullopt;
    std::array<float, Count> out{};
    for (std::size_t i = 0; i < Count; ++i) out.at(i) = (*found)[i].get<float>();
    return out;
}

std::vector<int> indices(const JsonValue& object, const char* key) {
    std::vector<int> out;
    for_each_in(object, key, [&out](const JsonValue& index) {
        if (index.is_number_unsigned()) out.push_back(index.get<int>());
    });
    return out;
}

GltfNode to_node(const JsonValue& json) {
    GltfNode out;
    out.name = text_or_empty(json, "name");
    out.matrix = numbers<16>(json, "matrix");
    if (const auto t = numbers<3>(json, "translation")) out.translation = vec3((*t)[0], (*t)[1], (*t)[2]);
    if (const auto r = numbers<4>(json, "rotation")) out.rotation = vec4((*r)[0], (*r)[1], (*r)[2], (*r)[3]);
    if (const auto s = numbers<3>(json, "scale")) out.scale = vec3((*s)[0], (*s)[1], (*s)[2]);
    out.children = indices(json, "children");
    out.mesh = int_or(json, "mesh", -1);
    out.skin = int_or(json, "skin", -1);
    return out;
}

GltfSkin to_skin(const JsonValue& json) {
    GltfSkin out;
    out.is_readable = json.is_object();
    out.name = text_or_empty(json, "name");
    out.joints = indices(json, "joints");
    out.inverse_bind = int_or(json, "inverseBindMatrices", -1);
    out.skeleton = int_or(json, "skeleton", -1);
    return out;
}

GltfPrimitive to_primitive(const JsonValue& json) {
    GltfPrimitive out;
    const JsonValue* attributes = member(json, "attributes");
    if (attributes == nullptr) return out;
    out.positions = int_or(*attributes, "POSITION", -1);
    out.normals = int_or(*attributes, "NORMAL", -1);
    out.indices = int_or(json, "indices", -1);
    out.material = int_or(json, "material", -1);
    out.mode = int_or(json, "mode", 4);
    out.compressed = gltf::extension(json, "KHR_draco_mesh_compression") != nullptr;
    constexpr int max_sets = 64;
    for (int n = 0; n < max_sets; ++n) {
        const GltfInfluences set{n, int_or(*attributes, fmt::format("JOINTS_{}", n).c_str(), -1),
                                 int_or(*attributes, fmt::format("WEIGHTS_{}", n).c_str(), -1)};
        if (set.joints < 0 && set.weights < 0) break;
        out.influences.push_back(set);
    }
    return out;
}

GltfMesh to_mesh(const JsonValue& json) {
    GltfMesh out;
    out.name = text_or_empty(json, "name");
    for_each_in(json, "primitives",
                [&out](const JsonValue& p) { out.primitives.push_back(to_primitive(p)); });
    return out;
}

GltfAnimation to_animation(const JsonValue& json) {
    GltfAnimation out;
    out.name = text_or_empty(json, "name");
    for_each_in(json, "samplers", [&out](const JsonValue& sampler) {
        GltfSampler& added = out.samplers.emplace_back();
        added.input = int_or(sampler, "input", -1);
        added.output = int_or(sampler, "output", -1);
        if (const std::string name = text_or_empty(sampler, "interpolation"); !name.empty())
            added.interpolation = name;
    });
    for_each_in(json, "channels", [&out](const JsonValue& channel) {
        GltfChannel& added = out.channels.emplace_back();
        const int sampler = int_or(channel, "sampler", -1);
        if (sampler >= 0 && static_cast<std::size_t>(sampler) < out.samplers.size()) added.sampler = sampler;
        const JsonValue* target = member(channel, "target");
        if (target == nullptr) return;
        added.node = int_or(*target, "node", -1);
        added.path = text_or_empty(*target, "path");
        if (const JsonValue* humanoid = gltf::extension(*target, "EXT_skeleton_humanoid"))
            added.humanoid_bone = text_or_empty(*humanoid, "humanoidBoneName");
    });
    return out;
}

std::vector<std::string> names(const JsonValue& root, const char* list, const char* otherwise) {
    std::vector<std::string> out;
    for_each_in(root, list, [&](const JsonValue& element) {
        std::string name = text_or_empty(element, "name");
        if (name.empty()) name = text_or_empty(element, otherwise);
        // An image embedded in the file has no meaningful name.
        out.push_back(name.starts_with("data:") ? std::string() : std::move(name));
    });
    return out;
}

void describe_accessors(const JsonValue& root, const gltf::Data& data, GltfFacts& facts) {
    const JsonValue* list = member(root, "accessors");
    facts.accessors.resize(list == nullptr ? 0 : list->size());
    for (int i = 0; i < static_cast<int>(facts.accessors.size()); ++i) {
        const gltf::Accessor* found = data.find(i);
        if (found == nullptr) continue;
        GltfAccessor& out = at(facts.accessors, i);
        out.component_type = found->component_type;
        out.components = found->components;
        out.count = found->count;
        out.normalized = found->normalized;
    }
}

/// Reads values of accessors, each once.
class ValueReader {
  public:
    ValueReader(gltf::Data& data, GltfFacts& facts)
        : data_(data), facts_(facts), is_read_(facts.accessors.size()) {}

    void read(int index) {
        const GltfAccessor* accessor = facts_.accessor(index);
        if (accessor == nullptr || data_.is_spent() || at(is_read_, index) != 0) return;
        at(is_read_, index) = 1;
        GltfAccessor& out = at(facts_.accessors, index);
        if (out.is_float()) {
            if (auto values = data_.raw_floats(index, out.components, {})) out.values = std::move(*values);
            return;
        }
        const std::size_t total = out.count * out.components;
        if (!data_.spend(total * (sizeof(float) + sizeof(std::uint32_t)))) return;
        std::vector<std::uint32_t> whole(total);
        if (!data_.read_integers(index, out.components, whole.data(), {})) return;
        const bool is_signed = out.component_type == 5120 || out.component_type == 5122;
        out.values.resize(total);
        std::transform(whole.begin(), whole.end(), out.values.begin(), [is_signed](std::uint32_t value) {
            return is_signed ? static_cast<float>(static_cast<std::int32_t>(value))
                             : static_cast<float>(value);
        });
    }

  private:
    gltf::Data& data_;
    GltfFacts& facts_;
    std::vector<char> is_read_;
};

void read_values(gltf::Data& data, GltfFacts& facts) {
    ValueReader reader(data, facts);
    for (const GltfSkin& skin : facts.skins) reader.read(skin.inverse_bind);
    for (const GltfMesh& mesh : facts.meshes) {
        for (const GltfPrimitive& primitive : mesh.primitives) {
            for (const GltfInfluences& set : primitive.influences) {
                if (primitive.compressed) continue;
                reader.read(set.joints);
                reader.read(set.weights);
            }
        }
    }
    for (const GltfAnimation& animation : facts.animations) {
        for (const GltfSampler& sampler : animation.samplers) {
            reader.read(sampler.input);
            reader.read(sampler.output);
        }
    }
}

void describe(const JsonValue& root, GltfFacts& facts) {
    for_each_in(root, "nodes", [&](const JsonValue& json) { facts.nodes.push_back(to_node(json)); });
    for_each_in(root, "skins", [&](const JsonValue& json) { facts.skins.push_back(to_skin(json)); });
    for_each_in(root, "meshes", [&](const JsonValue& json) { facts.meshes.push_back(to_mesh(json)); });
    for_each_in(root, "animations",
                [&](const JsonValue& json) { facts.animations.push_back(to_animation(json)); });
    for_each_in(root, "scenes", [&](const JsonValue& scene) {
        const std::vector<int> roots = indices(scene, "nodes");
        facts.scene_roots.insert(facts.scene_roots.end(), roots.begin(), roots.end());
    });
    facts.materials = names(root, "materials", "name");
    facts.images = names(root, "images", "uri");
    facts.textures = names(root, "textures", "name");
}

/// Whether what the facts of the file describe is still as it was read.
bool stands_as_read(const Document& now, const Document& was) {
    const auto same_node = [](const Node& a, const Node& b) {
        return a.name == b.name && a.parent == b.parent && a.rest == b.rest && a.delta == b.delta;
    };
    const auto same_mesh = [](const MeshInstance& a, const MeshInstance& b) {
        return a.mesh == b.mesh && a.skin == b.skin && a.node == b.node;
    };
    return std::equal(now.nodes.begin(), now.nodes.end(), was.nodes.begin(), was.nodes.end(), same_node) &&
           std::equal(now.meshes.begin(), now.meshes.end(), was.meshes.begin(), was.meshes.end(),
                      same_mesh) &&
           now.clips == was.clips;
}

/// Finds the nodes, meshes and animations of the file in the document.
void find_in_document(const Document& document, GltfFacts& facts) {
    for (int n = 0; n < static_cast<int>(document.nodes.size()); ++n) {
        const int index = at(document.nodes, n).source_index;
        if (index >= 0 && static_cast<std::size_t>(index) < facts.nodes.size())
            at(facts.nodes, index).document_node = n;
    }
    std::vector<int> first_mesh(document.nodes.size(), -1);
    for (int m = static_cast<int>(document.meshes.size()) - 1; m >= 0; --m) {
        const int node = at(document.meshes, m).node;
        if (node >= 0) at(first_mesh, node) = m;
    }
    for (int n = static_cast<int>(facts.nodes.size()) - 1; n >= 0; --n) {
        const GltfNode& node = at(facts.nodes, n);
        if (node.mesh < 0) continue;
        at(facts.meshes, node.mesh).node = n;
        const int shown = node.document_node >= 0 ? at(first_mesh, node.document_node) : -1;
        if (shown >= 0) at(facts.meshes, node.mesh).document_mesh = shown;
    }
    std::unordered_map<std::string, int> clips;
    for (int c = 0; c < static_cast<int>(document.clips.size()); ++c)
        clips.try_emplace(at(document.clips, c)->name, c);
    for (int a = 0; a < static_cast<int>(facts.animations.size()); ++a) {
        GltfAnimation& animation = at(facts.animations, a);
        const auto found =
            clips.find(animation.name.empty() ? fmt::format("animation {}", a) : animation.name);
        if (found != clips.end()) animation.document_clip = found->second;
    }
}

}  // namespace

float GltfAccessor::number(std::size_t i) const {
    const float value = values[i];
    if (!normalized || is_float()) return value;
    switch (component_type) {
        case 5120:
            return std::max(value / 127.0F, -1.0F);
        case 5121:
            return value / 255.0F;
        case 5122:
            return std::max(value / 32767.0F, -1.0F);
        case 5123:
            return value / 65535.0F;
        default:
            return value / 4294967295.0F;
    }
}

const GltfAccessor* GltfFacts::accessor(int index) const {
    if (index < 0 || static_cast<std::size_t>(index) >= accessors.size()) return nullptr;
    const GltfAccessor& found = at(accessors, index);
    return found.components == 0 ? nullptr : &found;
}

const GltfAccessor* GltfFacts::with_values(int index) const {
    const GltfAccessor* found = accessor(index);
    return found == nullptr || found->values.empty() ? nullptr : found;
}

std::optional<GltfFacts> read_gltf_facts(const Document& document) {
    if (!document.source || !is_gltf(document.format)) return std::nullopt;
    const DocumentSource& source = *document.source;
    if (!source.bytes.intact() || !stands_as_read(document, source.as_read)) return std::nullopt;
    Diagnostics ignored;
    const Result<gltf::Container> container =
        gltf::open_container(without_bom(source.bytes.span()), document.file, ignored);
    if (!container) return std::nullopt;
    Result<gltf::JsonTree> json = gltf::parse_tree(container->json, document.file, ignored);
    if (!json || !gltf::check_json(json->root, document.file, ignored)) return std::nullopt;
    const JsonValue& root = json->root;
    Result<gltf::Data> data =
        gltf::Data::open(root, *container, document.file, source.folder, LoadOptions{}, ignored);
    if (!data) return std::nullopt;
    GltfFacts facts;
    describe(root, facts);
    describe_accessors(root, *data, facts);
    read_values(*data, facts);
    facts.unused = find_unused(root, facts);
    find_in_document(document, facts);
    return facts;
}

}  // namespace vitruvian::check
