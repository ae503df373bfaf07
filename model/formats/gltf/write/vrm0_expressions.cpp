// Converts what VRM 0.x expressions do besides moving morph targets to VRM 1.0: materialColorBinds and
// textureTransformBinds of VRMC_vrm's expressions.
#include "model/core/at.h"
#include "model/core/srgb.h"
#include "model/formats/gltf/write/vrm_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// A colour of VRM 0.x's shaders and its name in VRM 1.0. Neither MToon 0.x nor the unlit shaders have a
/// colour for VRM 1.0's matcapColor.
constexpr std::array<std::pair<std::string_view, const char*>, 5> colors{{{"_Color", "color"},
                                                                          {"_EmissionColor", "emissionColor"},
                                                                          {"_ShadeColor", "shadeColor"},
                                                                          {"_RimColor", "rimColor"},
                                                                          {"_OutlineColor", "outlineColor"}}};

/// Reads targetValue: four finite numbers, or nullopt.
std::optional<vec4> value_of(const Json& json) {
    const Json& list = list_of(json, "targetValue");
    if (list.size() != 4) return std::nullopt;
    vec4 out(0.0F);
    for (int i = 0; i < 4; ++i) {
        const Json& element = at(list, i);
        if (!element.is_number()) return std::nullopt;
        out[i] = element.get<float>();
        if (!std::isfinite(out[i])) return std::nullopt;
    }
    return out;
}

class LookCarrier {
  public:
    explicit LookCarrier(Writing& writing) : writing_(writing) {
        const std::vector<Material>& materials = writing.document.materials;
        for (std::size_t i = 0; i < materials.size(); ++i)
            materials_.emplace(materials[i].name, static_cast<int>(i));
    }

    /// Converts the binds of one group for the expression of that name.
    void carry(const Json& values, const std::string& name, OrderedJson& vrm) {
        for (const Json& json : values) {
            const std::string property = text_or_empty(json, "propertyName");
            const auto material = materials_.find(text_or_empty(json, "materialName"));
            const std::optional<vec4> value = value_of(json);
            auto [list, bind] =
                material == materials_.end() || !value
                    ? Bind{}
                    : bind_of(property, at(writing_.document.materials, material->second), *value);
            if (list == nullptr) {
                lose(material == materials_.end() && value ? text_or_empty(json, "materialName") : property);
                continue;
            }
            OrderedJson placed = {{"material", material->second}};
            placed.update(bind);
            vrm["expressions"][expression_group(name)][name][list].push_back(std::move(placed));
        }
    }

    void say_what_is_lost() const {
        if (lost_.empty()) return;
        writing_.note(
            "vrm0-not-carried",
            fmt::format("something that expressions do to materials has no place in VRM 1.0 and is left "
                        "out: {}{}",
                        fmt::join(lost_, ", "), lost_.size() == max_listed ? ", ..." : ""));
    }

  private:
    using Bind = std::pair<const char*, OrderedJson>;  // the list that it belongs to, or null
    static constexpr std::size_t max_listed = 8;

    static Bind bind_of(std::string_view property, const Material& material, const vec4& value) {
        const auto* color = std::find_if(colors.begin(), colors.end(),
                                         [&](const auto& known) { return known.first == property; });
        if (color != colors.end()) {
            const vec3 linear = linear_from_srgb(glm::max(vec3(value), vec3(0.0F)));
            return {"materialColorBinds",
                    {{"type", color->second},
                     {"targetValue", numbers(std::array{linear.x, linear.y, linear.z, value.w})}}};
        }
        const bool both = property == "_MainTex_ST";
        const bool has_u = both || property == "_MainTex_ST_S";
        const bool has_v = both || property == "_MainTex_ST_T";
        if (!has_u && !has_v) return {};
        // Components that a bind does not set keep the material's value; a material's binds are cumulative.
        vec2 scale = material.base_color_texture.scale;
        vec2 offset = material.base_color_texture.offset;
        if (has_u) {
            scale.x = value.x;
            offset.x = value.z;
        }
        if (has_v) {
            scale.y = value.y;
            offset.y = 1.0F - value.w - value.y;
        }
        return {"textureTransformBinds",
                {{"scale", numbers(std::array{scale.x, scale.y})},
                 {"offset", numbers(std::array{offset.x, offset.y})}}};
    }

    void lose(const std::string& what) {
        if (lost_.size() < max_listed) lost_.insert(what.empty() ? "a value without a name" : what);
    }

    Writing& writing_;
    std::map<std::string, int> materials_;  // the first of each name
    std::set<std::string> lost_;            // properties, and names of missing materials
};

}  // namespace

void carry_expressions(Writing& writing, const VrmSource& source, const Humanoid& humanoid,
                       OrderedJson& vrm) {
    const Json& master = VrmSource::object(source.vrm, "blendShapeMaster");
    LookCarrier looks(writing);
    // Expressions are in the order of the groups that they were read from (ExpressionReader::read_vrm0).
    std::size_t next = 0;
    for (const Json& group : list_of(master, "blendShapeGroups")) {
        if (text_or_empty(group, "name").empty() && text_or_empty(group, "presetName").empty()) continue;
        const std::size_t index = next++;
        if (index >= humanoid.expressions.size()) break;
        const std::string& name = humanoid.expressions[index].name;
        if (name.empty()) continue;
        looks.carry(list_of(group, "materialValues"), name, vrm);
    }
    looks.say_what_is_lost();
}

}  // namespace vitruvian::gltf
