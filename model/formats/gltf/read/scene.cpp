#include "model/formats/gltf/read/scene.h"

#include <string>
#include <vector>

namespace vitruvian::gltf {
namespace {

std::vector<double> numbers(const JsonValue& owner, std::string_view key) {
    const std::span<const JsonValue> list = owner[key].elements();
    std::vector<double> out(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) out[i] = list[i].get<double>();
    return out;
}

std::vector<int> indices(const JsonValue& owner, std::string_view key) {
    const std::span<const JsonValue> list = owner[key].elements();
    std::vector<int> out(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) out[i] = list[i].get<int>();
    return out;
}

double number_or(const JsonValue& owner, std::string_view key, double otherwise) {
    const JsonValue& found = owner[key];
    return found.is_number() ? found.get<double>() : otherwise;
}

tiny::Node to_node(const JsonValue& json) {
    tiny::Node out;
    out.name = text_or_empty(json, "name");
    out.children = indices(json, "children");
    out.skin = int_or(json, "skin", -1);
    out.mesh = int_or(json, "mesh", -1);
    out.camera = int_or(json, "camera", -1);
    out.matrix = numbers(json, "matrix");
    out.translation = numbers(json, "translation");
    out.rotation = numbers(json, "rotation");
    out.scale = numbers(json, "scale");
    out.weights = numbers(json, "weights");
    return out;
}

tiny::Scene to_scene(const JsonValue& json) {
    tiny::Scene out;
    out.nodes = indices(json, "nodes");
    return out;
}

tiny::Skin to_skin(const JsonValue& json) {
    tiny::Skin out;
    out.name = text_or_empty(json, "name");
    out.skeleton = int_or(json, "skeleton", -1);
    out.joints = indices(json, "joints");
    return out;
}

tiny::Texture to_texture(const JsonValue& json) {
    tiny::Texture out;
    out.source = int_or(json, "source", -1);
    out.sampler = int_or(json, "sampler", -1);
    return out;
}

tiny::Sampler to_sampler(const JsonValue& json) {
    tiny::Sampler out;
    out.magFilter = int_or(json, "magFilter", -1);
    out.wrapS = int_or(json, "wrapS", TINYGLTF_TEXTURE_WRAP_REPEAT);
    out.wrapT = int_or(json, "wrapT", TINYGLTF_TEXTURE_WRAP_REPEAT);
    return out;
}

template <class Info>
Info to_texture_info(const JsonValue& json) {
    Info out;
    out.index = int_or(json, "index", -1);
    out.texCoord = int_or(json, "texCoord", 0);
    return out;
}

tiny::Material to_material(const JsonValue& json) {
    tiny::Material out;
    out.name = text_or_empty(json, "name");
    const JsonValue& surface = json["pbrMetallicRoughness"];
    tiny::PbrMetallicRoughness& pbr = out.pbrMetallicRoughness;
    pbr.baseColorFactor = numbers(surface, "baseColorFactor");
    if (pbr.baseColorFactor.empty()) pbr.baseColorFactor.assign(4, 1.0);
    pbr.metallicFactor = number_or(surface, "metallicFactor", 1.0);
    pbr.roughnessFactor = number_or(surface, "roughnessFactor", 1.0);
    pbr.baseColorTexture = to_texture_info<tiny::TextureInfo>(surface["baseColorTexture"]);
    pbr.metallicRoughnessTexture = to_texture_info<tiny::TextureInfo>(surface["metallicRoughnessTexture"]);
    out.normalTexture = to_texture_info<tiny::NormalTextureInfo>(json["normalTexture"]);
    out.normalTexture.scale = number_or(json["normalTexture"], "scale", 1.0);
    out.occlusionTexture = to_texture_info<tiny::OcclusionTextureInfo>(json["occlusionTexture"]);
    out.occlusionTexture.strength = number_or(json["occlusionTexture"], "strength", 1.0);
    out.emissiveTexture = to_texture_info<tiny::TextureInfo>(json["emissiveTexture"]);
    out.emissiveFactor = numbers(json, "emissiveFactor");
    if (out.emissiveFactor.empty()) out.emissiveFactor.assign(3, 0.0);
    if (const JsonValue* mode = member(json, "alphaMode")) out.alphaMode = mode->get<std::string>();
    out.alphaCutoff = number_or(json, "alphaCutoff", 0.5);
    out.doubleSided = json["doubleSided"].get<bool>();
    return out;
}

/// A camera without lens data has an angle of 0, which readers treat as missing.
tiny::Camera to_camera(const JsonValue& json) {
    tiny::Camera out;
    out.name = text_or_empty(json, "name");
    out.type = text_or_empty(json, "type");
    out.perspective.yfov = number_or(json["perspective"], "yfov", 0.0);
    return out;
}

template <class Element>
void fill(std::vector<Element>& out, const JsonValue& root, std::string_view name,
          Element (*convert)(const JsonValue&)) {
    const std::span<const JsonValue> list = root[name].elements();
    out.reserve(list.size());
    for (const JsonValue& element : list) out.push_back(convert(element));
}

}  // namespace

tiny::Model scene_of(const JsonValue& root) {
    tiny::Model out;
    fill(out.nodes, root, "nodes", to_node);
    fill(out.scenes, root, "scenes", to_scene);
    fill(out.skins, root, "skins", to_skin);
    fill(out.materials, root, "materials", to_material);
    fill(out.textures, root, "textures", to_texture);
    fill(out.samplers, root, "samplers", to_sampler);
    fill(out.cameras, root, "cameras", to_camera);
    out.defaultScene = int_or(root, "scene", -1);
    return out;
}

}  // namespace vitruvian::gltf
