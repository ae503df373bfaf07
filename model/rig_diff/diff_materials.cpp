// Materials and their pictures.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/document/members.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

namespace {

bool is_of_surface(std::string_view field) {
    constexpr std::array<std::string_view, 5> fields{"base_color_texture", "metallic_roughness_texture",
                                                     "normal_texture", "occlusion_texture",
                                                     "emissive_texture"};
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

}  // namespace

/// By name, else by the meshes that wear them.
Pairs Comparison::match_materials() const {
    std::map<std::pair<int, int>, float> both;
    std::map<int, float> uses_before;
    std::map<int, float> uses_after;
    for (const auto& [i, j] : mesh_pairs_) {
        const int before = at(first_.document.meshes, i).material;
        const int after = at(second_.document.meshes, j).material;
        uses_before[before] += 1.0F;
        uses_after[after] += 1.0F;
        both[{before, after}] += 1.0F;
    }
    const Likeness likeness = [&](int i, int j) {
        const auto found = both.find({i, j});
        return found == both.end() ? 0.0F : found->second / std::min(uses_before.at(i), uses_after.at(j));
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
    compare_pictures(a, b);
    if (is_one_family()) compare_surface(a, b);
}

/// Formats of one family have the textures of all layers, others the five of the surface itself.
void Comparison::compare_pictures(const Material& before, const Material& after) {
    std::map<std::string_view, std::pair<int, int>> images;
    for_each_texture(before, [&](const TextureUse& use, std::string_view field) {
        images.try_emplace(field, -1, -1).first->second.first = use.image;
    });
    for_each_texture(after, [&](const TextureUse& use, std::string_view field) {
        images.try_emplace(field, -1, -1).first->second.second = use.image;
    });
    const auto picture = [](const Document& document, int image) {
        return image < 0 ? nullptr : at(document.images, image);
    };
    for (const auto& [field, pair] : images) {
        if (!is_one_family() && !is_of_surface(field)) continue;
        const auto old = picture(first_.document, pair.first);
        const auto now = picture(second_.document, pair.second);
        if (old == now || (old && now && old->encoded == now->encoded)) continue;
        RigChange& change = add(RigPart::material, after.name, RigChangeKind::changed, std::string(field));
        if (old) change.before = old->name;
        if (now) change.after = now->name;
    }
}

/// All that the format says of a surface beside its colours, name and pictures.
void Comparison::compare_surface(const Material& before, const Material& after) {
    const auto alone = [](Material material) {
        // Which pictures they are is told elsewhere.
        for_each_texture(material, [](TextureUse& use, std::string_view) { use.image = -1; });
        Document out;
        out.materials.push_back(std::move(material));
        return out;
    };
    constexpr std::array<std::string_view, 5> told{"name", "base_color", "metallic", "roughness", "emissive"};
    constexpr float finest = 1e-4F;
    for (const Difference& d : differences(alone(before), alone(after), finest)) {
        if (d.part != Part::material || std::find(told.begin(), told.end(), d.field) != told.end()) continue;
        RigChange& change = add(RigPart::material, after.name, RigChangeKind::changed, std::string(d.field));
        change.before = d.before;
        change.after = d.after;
        change.magnitude = d.magnitude;
        change.unit = to_string(d.unit);
    }
}

}  // namespace vitruvian::rig_diff
