// Materials and their pictures.
#include "model/core/at.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

/// By name, else by the meshes that wear them.
Pairs Comparison::match_materials() const {
    std::map<std::pair<int, int>, float> both;
    std::map<int, float> worn_before;
    std::map<int, float> worn_after;
    for (const auto& [i, j] : mesh_pairs_) {
        const int before = at(first_.document.meshes, i).material;
        const int after = at(second_.document.meshes, j).material;
        worn_before[before] += 1.0F;
        worn_after[after] += 1.0F;
        both[{before, after}] += 1.0F;
    }
    const Likeness likeness = [&](int i, int j) {
        const auto found = both.find({i, j});
        return found == both.end() ? 0.0F : found->second / std::min(worn_before.at(i), worn_after.at(j));
    };
    return pair_up(names_of(first_.document.materials), names_of(second_.document.materials), likeness);
}

void Comparison::compare_materials() {
    figure_ = 0;
    for (const auto& [before, after] : paired(RigPart::material, names_of(first_.document.materials),
                                              names_of(second_.document.materials), material_pairs_))
        compare_material(before, after);
}

void Comparison::compare_material(int i, int j) {
    const Material& a = at(first_.document.materials, i);
    const Material& b = at(second_.document.materials, j);
    // Formats that need a name make one up.
    if (!a.name.empty() && !b.name.empty()) renamed(RigPart::material, a.name, b.name);
    // A 255th is as finely as pictures and pickers tell colours.
    constexpr double colour = 40.0;
    numbers(RigPart::material, b.name, "base_color", vec3(a.base_color), vec3(b.base_color), "", colour);
    numbers(RigPart::material, b.name, "emissive", a.emissive, b.emissive, "", colour);
    numbers(RigPart::material, b.name, "alpha_metallic_roughness",
            vec3(a.base_color.a, a.metallic, a.roughness), vec3(b.base_color.a, b.metallic, b.roughness), "",
            colour);
    const auto picture = [](const Document& document, const TextureUse& use) {
        return use.present() ? at(document.images, use.image) : nullptr;
    };
    const auto compare_picture = [&](std::string_view field, const TextureUse& before,
                                     const TextureUse& after) {
        const auto old = picture(first_.document, before);
        const auto now = picture(second_.document, after);
        if (old == now || (old && now && old->encoded == now->encoded)) return;
        RigChange& change = add(RigPart::material, b.name, RigChangeKind::changed, std::string(field));
        if (old) change.before = old->name;
        if (now) change.after = now->name;
    };
    compare_picture("base_color_texture", a.base_color_texture, b.base_color_texture);
    compare_picture("normal_texture", a.normal_texture, b.normal_texture);
    compare_picture("metallic_roughness_texture", a.metallic_roughness_texture, b.metallic_roughness_texture);
    compare_picture("occlusion_texture", a.occlusion_texture, b.occlusion_texture);
    compare_picture("emissive_texture", a.emissive_texture, b.emissive_texture);
}

}  // namespace vitruvian::rig_diff
