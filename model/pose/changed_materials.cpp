#include "model/pose/changed_materials.h"

#include "model/core/at.h"
#include "model/core/check.h"

namespace vitruvian {
namespace {

void move_textures(const Material& given, const MaterialChange& change, float weight, Material& out) {
    std::vector<const TextureUse*> uses;
    for_each_texture(given, [&uses](const TextureUse& use, const char*) { uses.push_back(&use); });
    std::size_t next = 0;
    for_each_texture(out, [&](TextureUse& use, const char*) {
        const TextureUse& own = *uses[next++];
        use.scale += weight * (change.scale - own.scale);
        use.offset += weight * (change.offset - own.offset);
    });
}

void apply(const Material& given, const MaterialChange& change, float weight, Material& out) {
    const auto blend = [&](const vec3& own, vec3& shown) { shown += weight * (vec3(change.color) - own); };
    switch (change.kind) {
        case MaterialChange::Kind::color:
            out.base_color += weight * (change.color - given.base_color);
            return;
        case MaterialChange::Kind::emission:
            return blend(given.emissive, out.emissive);
        case MaterialChange::Kind::texture_transform:
            return move_textures(given, change, weight, out);
        default:
            break;
    }
    if (!given.toon) return;
    switch (change.kind) {
        case MaterialChange::Kind::shade:
            return blend(given.toon->shade_color, out.toon->shade_color);
        case MaterialChange::Kind::matcap:
            return blend(given.toon->matcap_color, out.toon->matcap_color);
        case MaterialChange::Kind::rim:
            return blend(given.toon->rim_color, out.toon->rim_color);
        case MaterialChange::Kind::outline:
            return blend(given.toon->outline_color, out.toon->outline_color);
        default:
            return;
    }
}

}  // namespace

std::vector<Material> changed_materials(const Document& document, std::span<const float> weights) {
    VT_CHECK(weights.size() == document.displacers.size());
    std::vector<Material> out = document.materials;
    for (std::size_t d = 0; d < weights.size(); ++d) {
        if (weights[d] == 0.0F) continue;
        for (const MaterialChange& change : document.displacers[d].changes) {
            if (change.material < 0) continue;
            apply(at(document.materials, change.material), change, weights[d], at(out, change.material));
        }
    }
    return out;
}

}  // namespace vitruvian
