// Reads what VRM's expressions do to materials.
#include "model/core/at.h"
#include "model/core/srgb.h"
#include "model/formats/gltf/read/definitions.h"
#include "model/formats/gltf/read/vrm_colors.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

using Kind = MaterialChange::Kind;

/// Returns `N` finite numbers; nullopt where it is something else.
template <class Vector>
std::optional<Vector> vector_of(const JsonValue* json) {
    if (json == nullptr || json->size() != static_cast<std::size_t>(Vector::length()) || !json->is_array())
        return std::nullopt;
    Vector out(0.0F);
    for (int i = 0; i < Vector::length(); ++i) {
        const JsonValue& number = (*json)[static_cast<std::size_t>(i)];
        if (!fits_float(number)) return std::nullopt;
        out[i] = number.get<float>();
    }
    return out;
}

class ChangeReader {
  public:
    ChangeReader(Reading& reading, std::set<std::string>& lost) : reading_(reading), lost_(lost) {}

    void add_vrm1(const JsonValue& expression, std::vector<MaterialChange>& out) {
        for (const JsonValue& bind : binds(expression, "materialColorBinds")) {
            const std::string type = text_or_empty(bind, "type");
            const auto* name =
                std::ranges::find(vrm_color_names, std::string_view(type), &VrmColorName::vrm1);
            const std::optional<vec4> color = vector_of<vec4>(member(bind, "targetValue"));
            const int material = int_or(bind, "material", -1);
            if (name == vrm_color_names.end() || !color || !is_material(material)) {
                lose(type);
            } else {
                out.push_back(changed_color(material, name->kind, *color));
            }
        }
        for (const JsonValue& bind : binds(expression, "textureTransformBinds")) {
            MaterialChange change;
            change.material = int_or(bind, "material", -1);
            change.kind = Kind::texture_transform;
            change.scale = vector_of<vec2>(member(bind, "scale")).value_or(vec2(1.0F));
            change.offset = vector_of<vec2>(member(bind, "offset")).value_or(vec2(0.0F));
            if (is_material(change.material)) {
                out.push_back(change);
            } else {
                lose("a texture transform");
            }
        }
    }

    /// VRM 0.x: [{materialName, propertyName, targetValue}], in Unity's terms.
    void add_vrm0(const JsonValue& group, std::vector<MaterialChange>& out) {
        for (const JsonValue& value : binds(group, "materialValues")) {
            const std::string property = text_or_empty(value, "propertyName");
            const int material = material_named(text_or_empty(value, "materialName"));
            const std::optional<vec4> target = vector_of<vec4>(member(value, "targetValue"));
            const std::optional<MaterialChange> change =
                material < 0 || !target ? std::nullopt : vrm0_change(material, property, *target);
            if (change) {
                out.push_back(*change);
            } else {
                lose(material < 0 ? text_or_empty(value, "materialName") : property);
            }
        }
    }

  private:
    static std::span<const JsonValue> binds(const JsonValue& owner, const char* key) {
        const JsonValue* list = member(owner, key);
        return list == nullptr ? std::span<const JsonValue>() : list->elements();
    }

    [[nodiscard]] bool is_material(int index) const {
        return index >= 0 && static_cast<std::size_t>(index) < reading_.document.materials.size();
    }

    /// Returns the first material of that name, or -1.
    [[nodiscard]] int material_named(const std::string& name) const {
        const std::vector<Material>& all = reading_.document.materials;
        const auto found = std::ranges::find(all, name, &Material::name);
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    }

    [[nodiscard]] MaterialChange changed_color(int material, Kind kind, vec4 color) const {
        if (kind == Kind::emission) {
            const JsonValue& json = reading_.element("materials", static_cast<std::size_t>(material));
            color = vec4(with_strength(json, vec3(color)), color.w);
        }
        return {material, kind, color, vec2(1.0F), vec2(0.0F)};
    }

    /// Colours are sRGB, texture coordinates begin at the lower left.
    [[nodiscard]] std::optional<MaterialChange> vrm0_change(int material, std::string_view property,
                                                            const vec4& value) const {
        const auto* name = std::ranges::find(vrm_color_names, property, &VrmColorName::vrm0);
        if (name != vrm_color_names.end() && !property.empty())
            return MaterialChange{material, name->kind,
                                  vec4(linear_from_srgb(glm::max(vec3(value), vec3(0.0F))), value.w),
                                  vec2(1.0F), vec2(0.0F)};
        const bool both = property == "_MainTex_ST";
        const bool has_u = both || property == "_MainTex_ST_S";
        const bool has_v = both || property == "_MainTex_ST_T";
        if (!has_u && !has_v) return std::nullopt;
        // What is not set stays as it is.
        const TextureUse& own = at(reading_.document.materials, material).base_color_texture;
        MaterialChange out{material, Kind::texture_transform, vec4(1.0F), own.scale, own.offset};
        if (has_u) {
            out.scale.x = value.x;
            out.offset.x = value.z;
        }
        if (has_v) {
            out.scale.y = value.y;
            out.offset.y = 1.0F - value.w - value.y;
        }
        return out;
    }

    void lose(const std::string& what) {
        constexpr std::size_t most = 8;
        if (lost_.size() < most) lost_.insert(what.empty() ? "a value without a name" : what);
    }

    Reading& reading_;
    std::set<std::string>& lost_;
};

}  // namespace

void add_material_changes(Reading& reading, const JsonValue& json, bool is_vrm0, Expression& expression,
                          std::set<std::string>& lost) {
    Displacer displacer;
    ChangeReader reader(reading, lost);
    if (is_vrm0) {
        reader.add_vrm0(json, displacer.changes);
    } else {
        reader.add_vrm1(json, displacer.changes);
    }
    const std::size_t bytes = sizeof(Displacer) + displacer.changes.size() * sizeof(MaterialChange);
    if (displacer.changes.empty() || !reading.data.spend(bytes)) return;
    displacer.name = expression.name;
    expression.binds.emplace_back(static_cast<int>(reading.document.displacers.size()), 1.0F);
    reading.document.displacers.push_back(std::move(displacer));
}

}  // namespace vitruvian::gltf
