#include "model/formats/gltf/read/alike_materials.h"

#include "model/core/at.h"
#include "model/formats/gltf/read/source_json.h"

#include <map>
#include <set>
#include <string>

namespace vitruvian::gltf {
namespace {

/// Returns an element of a list, without its name, instead of its index; the index where there is no such
/// element.
Json without_name(const Json& list, const Json& number) {
    if (!number.is_number_unsigned() || number.get<std::size_t>() >= list.size()) return number;
    Json out = list[number.get<std::size_t>()];
    if (out.is_object()) out.erase("name");
    return out;
}

/// Exporters give each material textures of its own even if they are equal.
Json texture_words(const Json& root, const Json& number) {
    Json out = without_name(list_of(root, "textures"), number);
    if (out.is_object() && out.contains("sampler"))
        out["sampler"] = without_name(list_of(root, "samplers"), out["sampler"]);
    return out;
}

void write_out_textures(const Json& root, Json& json) {
    for (auto& [key, value] : json.items()) {
        if (value.is_structured()) {
            write_out_textures(root, value);
        } else if (json.is_object() && key == "index") {
            value = texture_words(root, value);
        }
    }
}

std::string words_of(const Json& root, const Json& material, const Json* properties) {
    Json out = {material, properties == nullptr ? Json() : *properties};
    for (Json& part : out) {
        if (part.is_object()) part.erase("name");
    }
    write_out_textures(root, out[0]);
    if (out[1].is_object() && out[1].contains("textureProperties") &&
        out[1]["textureProperties"].is_object()) {
        for (auto& [key, value] : out[1]["textureProperties"].items()) value = texture_words(root, value);
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Indices and names of materials that expressions bind, and indices that animations refer to.
struct Bound {
    std::set<int> numbers;
    std::set<std::string> names;
};

void add_bound(const Json& expressions, Bound& out) {
    for (const char* kind : {"preset", "custom"}) {
        const Json* all = expressions.is_object() ? member(expressions, kind) : nullptr;
        if (all == nullptr || !all->is_object()) continue;
        for (const Json& expression : *all) {
            for (const char* key : {"materialColorBinds", "textureTransformBinds"}) {
                for (const Json& bind : list_of(expression, key)) {
                    if (bind.is_object()) out.numbers.insert(int_or(bind, "material", -1));
                }
            }
        }
    }
}

Bound bound_materials(const Json& root) {
    Bound out;
    if (const Json* vrm = extension(root, "VRMC_vrm")) {
        if (const Json* expressions = member(*vrm, "expressions")) add_bound(*expressions, out);
    }
    if (const Json* vrm = extension(root, "VRM")) {
        const Json* master = member(*vrm, "blendShapeMaster");
        const Json none;
        for (const Json& group : list_of(master == nullptr ? none : *master, "blendShapeGroups")) {
            for (const Json& value : list_of(group, "materialValues")) {
                if (value.is_object()) out.names.insert(text_or_empty(value, "materialName"));
            }
        }
    }
    for (const Json& animation : list_of(root, "animations")) {
        for (const Json& channel : list_of(animation, "channels")) {
            const Json* target = channel.is_object() ? member(channel, "target") : nullptr;
            const Json* json = target == nullptr ? nullptr : extension(*target, "KHR_animation_pointer");
            const std::string text = json == nullptr ? std::string() : text_or_empty(*json, "pointer");
            if (const auto material = element_of("/materials/", text)) out.numbers.insert(material->first);
        }
    }
    return out;
}

}  // namespace

std::vector<int> alike_materials(const Json& root) {
    const Json& materials = list_of(root, "materials");
    const Bound bound = bound_materials(root);
    const Json* vrm = extension(root, "VRM");
    const Json none;
    const Json& properties = list_of(vrm == nullptr ? none : *vrm, "materialProperties");
    std::map<std::string, int> first;
    std::vector<int> out;
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const auto number = static_cast<int>(i);
        const std::string name = materials[i].is_object() ? text_or_empty(materials[i], "name") : "";
        if (bound.numbers.contains(number) || (!name.empty() && bound.names.contains(name))) {
            out.push_back(-1);
            continue;
        }
        const Json* own = i < properties.size() ? &properties[i] : nullptr;
        out.push_back(first.try_emplace(words_of(root, materials[i], own), number).first->second);
    }
    return out;
}

}  // namespace vitruvian::gltf

namespace vitruvian {

std::vector<int> alike_gltf_materials(const DocumentSource& source) {
    std::vector<int> apart(source.as_read.materials.size(), -1);
    const std::optional<gltf::Json> root = gltf::source_json(source);
    if (!root) return apart;
    std::vector<int> out = gltf::alike_materials(*root);
    return out.size() == apart.size() ? out : apart;
}

}  // namespace vitruvian
