// Reads lights on nodes (KHR_lights_punctual).
#include "model/core/at.h"
#include "model/formats/gltf/read/light_units.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace vitruvian::gltf {
namespace {

constexpr const char* extension_name = "KHR_lights_punctual";

/// Returns a finite, non-negative number, or `otherwise`.
float amount_or(const JsonValue& json, std::string_view key, float otherwise) {
    const float found = float_or(json, key, otherwise);
    return std::isfinite(found) && found >= 0.0F ? found : otherwise;
}

void read_cone(const JsonValue& json, Light& out) {
    const JsonValue* spot = member(json, "spot");
    if (spot == nullptr || !spot->is_object()) return;
    out.outer_cone = std::min(amount_or(*spot, "outerConeAngle", out.outer_cone), glm::half_pi<float>());
    out.inner_cone = std::min(amount_or(*spot, "innerConeAngle", 0.0F), out.outer_cone);
}

/// Reads VRML light properties that glTF lacks (see light_json).
void read_world_words(const JsonValue& json, Light& out) {
    const JsonValue* extras = member(json, "extras");
    const JsonValue* words = extras == nullptr ? nullptr : member(*extras, "VITRUVIAN");
    if (words == nullptr || !words->is_object()) return;
    out.ambient_intensity = amount_or(*words, "ambientIntensity", 0.0F);
    out.attenuation = glm::max(vector_or(member(*words, "attenuation"), out.attenuation), vec3(0.0F));
    if (flag_or(*words, "on", true)) return;
    out.on = false;
    out.intensity = amount_or(*words, "intensity", 1.0F) / candela_of_white;
}

std::optional<Light> to_light(const JsonValue& json) {
    Light out;
    const std::string type = text_or_empty(json, "type");
    if (type == "directional") {
        out.kind = Light::Kind::directional;
    } else if (type == "point") {
        out.kind = Light::Kind::point;
    } else if (type == "spot") {
        out.kind = Light::Kind::spot;
    } else {
        return std::nullopt;
    }
    out.name = text_or_empty(json, "name");
    out.color = glm::max(vector_or(member(json, "color"), vec3(1.0F)), vec3(0.0F));
    out.intensity = amount_or(json, "intensity", 1.0F) / candela_of_white;
    if (out.kind != Light::Kind::directional) {
        out.attenuation = vec3(0.0F, 0.0F, 1.0F);
        if (const float range = amount_or(json, "range", 0.0F); range > 0.0F) out.radius = range;
    }
    if (out.kind == Light::Kind::spot) read_cone(json, out);
    read_world_words(json, out);
    return out;
}

}  // namespace

void read_lights(Reading& reading) {
    const JsonValue* listed = extension(reading.root, extension_name);
    const JsonValue* lights = listed == nullptr || !listed->is_object() ? nullptr : member(*listed, "lights");
    for (std::size_t i = 0; i < reading.scene.nodes.size(); ++i) {
        const JsonValue* use = extension(reading.element("nodes", i), extension_name);
        if (use == nullptr) continue;
        const std::string pointer = fmt::format("/nodes/{}/extensions/{}/light", i, extension_name);
        if (!reading.is_shown[i]) {
            reading.diagnostics.note(
                "gltf-not-in-scene",
                "lights of nodes that are hidden or outside the file's scene are left out",
                {reading.file, 0, 0, pointer});
            continue;
        }
        const int index = use->is_object() ? int_or(*use, "light", -1) : -1;
        const bool is_listed = lights != nullptr && lights->is_array() && index >= 0 &&
                               static_cast<std::size_t>(index) < lights->size();
        std::optional<Light> light;
        if (is_listed && at(*lights, index).is_object()) light = to_light(at(*lights, index));
        if (!light) {
            reading.warn("gltf-light", "the node's light is not in the file, or of no known type", pointer);
            continue;
        }
        light->node = reading.document_node[i];
        if (light->name.empty()) light->name = reading.scene.nodes[i].name;
        reading.document.lights.push_back(std::move(*light));
    }
}

}  // namespace vitruvian::gltf
