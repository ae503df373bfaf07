// Edits of materials, of cameras' names and lenses, and of lights.
#include "model/core/at.h"
#include "model/core/srgb.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/read/light_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian::gltf {
namespace {

OrderedJson rgba(const vec3& color, float alpha) {
    return numbers(std::array{color.x, color.y, color.z, alpha});
}

const char* name_of(AlphaMode mode) {
    return mode == AlphaMode::mask ? "MASK" : mode == AlphaMode::blend ? "BLEND" : "OPAQUE";
}

}  // namespace

void SourceEdits::edit_base_color(std::size_t index, const vec4& color) {
    const Json& json = traced_.root["materials"][index];
    const Json* toon = extension(json, "VRMC_materials_mtoon");
    const Json* vrm = extension(traced_.root, "VRM");
    const Json* list = vrm == nullptr ? nullptr : member(*vrm, "materialProperties");
    const bool is_listed = toon == nullptr && list != nullptr && list->is_array() && index < list->size();
    if (is_listed && text_or_empty((*list)[index], "shader") == "VRM/MToon") {
        const Json* vectors = member((*list)[index], "vectorProperties");
        if (vectors != nullptr && member(*vectors, "_Color") != nullptr) {
            json_.set(fmt::format("/extensions/VRM/materialProperties/{}/vectorProperties/_Color", index),
                      rgba(srgb_from_linear(vec3(color)), color.w));
        }
    }
    const bool is_older = extension(json, "KHR_materials_pbrSpecularGlossiness") != nullptr;
    const char* place = is_older
                            ? "/materials/{}/extensions/KHR_materials_pbrSpecularGlossiness/diffuseFactor"
                            : "/materials/{}/pbrMetallicRoughness/baseColorFactor";
    json_.set(fmt::format(fmt::runtime(place), index), rgba(vec3(color), color.w));
}

void SourceEdits::edit_emissive(std::size_t index, const vec3& color) {
    const std::string pointer = fmt::format("/materials/{}", index);
    const std::string properties = fmt::format("/extensions/VRM/materialProperties/{}", index);
    const Json::json_pointer emission(properties + "/vectorProperties/_EmissionColor");
    const bool is_toon = now_.materials[index].toon &&
                         extension(traced_.root["materials"][index], "VRMC_materials_mtoon") == nullptr;
    if (is_toon && traced_.root.contains(emission)) {
        json_.set(emission.to_string(), rgba(srgb_from_linear(vec3(color)), 1.0F));
        return;
    }
    const float brightest = std::max({color.x, color.y, color.z, 1.0F});
    json_.set(pointer + "/emissiveFactor", numbers(color / brightest));
    const bool has_strength =
        extension(traced_.root["materials"][index], "KHR_materials_emissive_strength") != nullptr;
    if (brightest == 1.0F && !has_strength) return;
    json_.set(pointer + "/extensions/KHR_materials_emissive_strength/emissiveStrength", number(brightest));
    writing_.extensions.insert("KHR_materials_emissive_strength");
}

/// VRM 0 repeats the names of materials, and its blend shapes refer to them: the first one of a name is
/// meant.
void SourceEdits::edit_material_name(std::size_t index, const std::string& name) {
    json_.set(fmt::format("/materials/{}/name", index), name);
    const Json* vrm = extension(traced_.root, "VRM");
    if (vrm == nullptr) return;
    const Json* list = member(*vrm, "materialProperties");
    if (list != nullptr && list->is_array() && index < list->size() && (*list)[index].is_object())
        json_.set(fmt::format("/extensions/VRM/materialProperties/{}/name", index), name);
    const std::string& before = was_.materials[index].name;
    const auto first = std::find_if(was_.materials.begin(), was_.materials.end(),
                                    [&](const Material& other) { return other.name == before; });
    if (before.empty() || first - was_.materials.begin() != static_cast<std::ptrdiff_t>(index)) return;
    const Json* master = member(*vrm, "blendShapeMaster");
    const Json* groups = master == nullptr ? nullptr : member(*master, "blendShapeGroups");
    for (std::size_t g = 0; groups != nullptr && groups->is_array() && g < groups->size(); ++g) {
        const Json* values = (*groups)[g].is_object() ? member((*groups)[g], "materialValues") : nullptr;
        for (std::size_t v = 0; values != nullptr && values->is_array() && v < values->size(); ++v) {
            const Json& value = (*values)[v];
            if (!value.is_object() || text_or_empty(value, "materialName") != before) continue;
            json_.set(fmt::format("/extensions/VRM/blendShapeMaster/blendShapeGroups/{}/materialValues/{}/"
                                  "materialName",
                                  g, v),
                      name);
        }
    }
}

/// Returns false where only rewriting the file can store it.
bool SourceEdits::edit_material(const Difference& d) {
    const auto index = static_cast<std::size_t>(d.index);
    const Material& material = now_.materials[index];
    const Json& json = traced_.root["materials"][index];
    const std::string pointer = fmt::format("/materials/{}", index);
    const std::string surface = pointer + "/pbrMetallicRoughness";
    const bool is_older = extension(json, "KHR_materials_pbrSpecularGlossiness") != nullptr;
    if (is_older && (d.field == "metallic" || d.field == "roughness")) return false;
    if (d.field == "name") {
        edit_material_name(index, material.name);
    } else if (d.field == "base_color") {
        edit_base_color(index, material.base_color);
    } else if (d.field == "metallic") {
        json_.set(surface + "/metallicFactor", number(material.metallic));
    } else if (d.field == "roughness") {
        json_.set(surface + "/roughnessFactor", number(material.roughness));
    } else if (d.field == "emissive") {
        edit_emissive(index, material.emissive);
    } else if (d.field == "normal_scale" && member(json, "normalTexture") != nullptr) {
        json_.set(pointer + "/normalTexture/scale", number(material.normal_scale));
    } else if (d.field == "occlusion_strength" && member(json, "occlusionTexture") != nullptr) {
        json_.set(pointer + "/occlusionTexture/strength", number(material.occlusion_strength));
    } else if (d.field == "alpha_mode") {
        json_.set(pointer + "/alphaMode", name_of(material.alpha_mode));
    } else if (d.field == "alpha_cutoff") {
        json_.set(pointer + "/alphaCutoff", number(material.alpha_cutoff));
    } else if (d.field == "double_sided") {
        json_.set(pointer + "/doubleSided", material.double_sided);
    } else if (d.field == "unlit" && material.unlit) {
        json_.set(pointer + "/extensions/KHR_materials_unlit", OrderedJson::object());
        writing_.extensions.insert("KHR_materials_unlit");
    } else if (d.field == "unlit" && extension(json, "KHR_materials_unlit") != nullptr) {
        json_.remove(pointer + "/extensions/KHR_materials_unlit");
    } else {
        return false;
    }
    return true;
}

/// Edits name and lens; the camera's position is edited with its node.
bool SourceEdits::edit_viewpoint(const Difference& d) {
    if (d.field == "position" || d.field == "orientation") return true;
    const Viewpoint& view = at(now_.viewpoints, d.index);
    const int node = at(traced_.places.camera_node, d.index);
    const int camera = int_or(file_node(node), "camera", -1);
    if (camera < 0) return false;
    if (d.field == "name") {
        json_.set(fmt::format("/cameras/{}/name", camera), view.name);
        return true;
    }
    const Json& json = at(traced_.root["cameras"], camera);
    if (d.field != "field_of_view" || member(json, "perspective") == nullptr) return false;
    json_.set(fmt::format("/cameras/{}/perspective/yfov", camera), number(view.field_of_view));
    return true;
}

/// Edits a light's name, brightness and range; its position is edited with its node.
bool SourceEdits::edit_light(const Difference& d) {
    if (d.field == "position" || d.field == "orientation") return true;
    const Light& light = at(now_.lights, d.index);
    const Json* use = extension(file_node(at(traced_.places.light_node, d.index)), "KHR_lights_punctual");
    const std::string pointer =
        fmt::format("/extensions/KHR_lights_punctual/lights/{}", int_or(*use, "light", -1));
    if (d.field == "name") {
        json_.set(pointer + "/name", light.name);
    } else if (d.field == "intensity") {
        json_.set(pointer + (light.on ? "/intensity" : "/extras/VITRUVIAN/intensity"),
                  number(light.intensity * candela_of_white));
    } else if (d.field == "radius" && light.radius) {
        json_.set(pointer + "/range", number(*light.radius));
    } else if (d.field == "attenuation") {
        json_.set(pointer + "/extras/VITRUVIAN/attenuation", numbers(light.attenuation));
    } else {
        return false;
    }
    return true;
}

}  // namespace vitruvian::gltf
