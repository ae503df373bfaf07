// Compares materials and their textures.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/document/file_format.h"
#include "model/document/members.h"
#include "model/document/shown_opacity.h"
#include "model/io/image.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

namespace {

bool is_in_all_formats(std::string_view field) {
    return field == "base_color_texture";
}

// Images and colour pickers have a resolution of a 255th.
constexpr double coarsest_colour = 40.0;

/// Worlds hold no unused materials.
bool is_worn(const Document& document, std::string_view name) {
    return std::any_of(document.meshes.begin(), document.meshes.end(), [&](const MeshInstance& mesh) {
        return mesh.material >= 0 && at(document.materials, mesh.material).name == name;
    });
}

bool wears_colours(const Document& document, int material) {
    return std::any_of(document.meshes.begin(), document.meshes.end(), [material](const MeshInstance& mesh) {
        return mesh.material == material && !mesh.mesh->colors.empty();
    });
}

/// Returns opacity, metalness and roughness of the first as a format with those of the second stores them:
/// worlds have no metalness, and only the roughness that their highlights can represent.
vec3 shine_as_kept(const vec3& first, const vec3& second) {
    constexpr float sharpest = 0.2F;
    constexpr float dullest = 0.9F;
    const bool loses_metal = first.y == 0.0F || second.y == 0.0F;
    const bool is_metal = first.y != second.y;
    const bool is_same_gloss =
        std::clamp(first.z, sharpest, dullest) == std::clamp(second.z, sharpest, dullest);
    return {first.x, loses_metal ? second.y : first.y,
            (loses_metal && is_metal) || is_same_gloss ? second.z : first.z};
}

/// Also compares across file formats: raw pixels of worlds and WebP become PNG.
bool is_same_picture(const ImageSource& a, const ImageSource& b) {
    if (a.encoded == b.encoded && a.raw_width == b.raw_width) return true;
    Diagnostics ignored;
    const Result<Image> first = decode_image(a, ignored);
    const Result<Image> second = decode_image(b, ignored);
    return first && second && first->width == second->width && first->height == second->height &&
           first->rgba == second->rgba;
}

std::string word_for(AlphaMode mode) {
    return mode == AlphaMode::opaque ? "opaque" : mode == AlphaMode::mask ? "mask" : "blend";
}

/// Whether the alpha of its texture makes the surface transparent.
bool shows_alpha(const Document& document, const Material& m) {
    if (m.alpha_mode == AlphaMode::opaque || !m.base_color_texture.present()) return false;
    Diagnostics ignored;
    const Result<Image> picture = decode_image(*at(document.images, m.base_color_texture.image), ignored);
    for (std::size_t i = 3; picture && i < picture->rgba.size(); i += 4) {
        if (picture->rgba[i] < 255) return true;
    }
    return false;
}

}  // namespace

/// By name, otherwise by the meshes that use them.
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
    const auto from = static_cast<std::ptrdiff_t>(changes_.size());
    const Pairs pairs = paired(RigPart::material, names_of(first_.document.materials),
                               names_of(second_.document.materials), material_pairs_);
    changes_.erase(std::remove_if(changes_.begin() + from, changes_.end(),
                                  [&](const RigChange& change) {
                                      const bool came = change.kind == RigChangeKind::added;
                                      const Document& document = (came ? second_ : first_).document;
                                      return is_made_up_material(document, change.name) ||
                                             (!has_same_axes() && !is_worn(document, change.name));
                                  }),
                   changes_.end());
    for (const auto& [before, after] : pairs) {
        const std::size_t before_pair = changes_.size();
        compare_material(before, after);
        set_items(before_pair, item_of(RigPart::material, before), item_of(RigPart::material, after));
    }
}

void Comparison::compare_material(int i, int j) {
    const Material& a = at(first_.document.materials, i);
    const Material& b = at(second_.document.materials, j);
    // Formats that require a name generate one.
    if (!a.name.empty() && !b.name.empty()) renamed(RigPart::material, a.name, b.name);
    // A texture or vertex colours replace a world's colour, with the colour they are multiplied by.
    const bool is_painted = wears_colours(first_.document, i) || wears_colours(second_.document, j);
    const bool is_covered = a.base_color_texture.present() || b.base_color_texture.present() || is_painted;
    const bool has_colour = is_one_family() || !is_covered;
    if (has_colour)
        numbers(RigPart::material, b.name, "base_color", vec3(a.base_color), vec3(b.base_color), "",
                coarsest_colour);
    // An unlit material only has a colour, and that is all that worlds store of it.
    const bool is_in_world = is_world(first_.document.format) || is_world(second_.document.format);
    const bool is_lit = (!a.unlit || !b.unlit) && !(is_in_world && a.unlit != b.unlit);
    if (is_lit) numbers(RigPart::material, b.name, "emissive", a.emissive, b.emissive, "", coarsest_colour);
    const auto opacity = [this](const Material& m) {
        return is_one_family() ? m.base_color.a : shown_opacity(m);
    };
    vec3 shine(opacity(a), a.metallic, a.roughness);
    const vec3 new_shine(opacity(b), b.metallic, b.roughness);
    if (!is_lit) {
        shine = vec3(shine.x, new_shine.y, new_shine.z);
    } else if (!is_one_family()) {
        shine = shine_as_kept(shine, new_shine);
    }
    numbers(RigPart::material, b.name, "alpha_metallic_roughness", shine, new_shine, "", coarsest_colour);
    compare_pictures(a, b);
    if (is_one_family()) return compare_surface(a, b);
    compare_wrapping(a, b);
    const auto tell = [&](const char* field, bool before, bool after) {
        if (before == after) return;
        RigChange& change = add(RigPart::material, b.name, RigChangeKind::changed, field);
        change.before = before;
        change.after = after;
    };
    tell("double_sided", a.double_sided, b.double_sided);
    // Worlds do not store how a texture's alpha is used, only that it is.
    const bool is_one_opaque = (a.alpha_mode == AlphaMode::opaque) != (b.alpha_mode == AlphaMode::opaque);
    if (is_one_opaque && shows_alpha(first_.document, a) != shows_alpha(second_.document, b))
        words(RigPart::material, b.name, "alpha_mode", word_for(a.alpha_mode), word_for(b.alpha_mode));
    // In worlds materials with vertex colours are lit, and toon materials are written as lit.
    if (!is_painted && !a.toon && !b.toon) tell("unlit", a.unlit, b.unlit);
}

/// Formats of one family have the textures of all layers, others only the base colour texture.
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
        if (!is_one_family() && !is_in_all_formats(field)) continue;
        const auto old = picture(first_.document, pair.first);
        const auto now = picture(second_.document, pair.second);
        if (old == now || (old && now && is_same_picture(*old, *now))) continue;
        RigChange& change = add(RigPart::material, after.name, RigChangeKind::changed, std::string(field));
        if (old) change.before = old->name;
        if (now) change.after = now->name;
    }
}

/// Compares whether the base colour's texture repeats; VRML97 cannot mirror it.
void Comparison::compare_wrapping(const Material& before, const Material& after) {
    const TextureUse& a = before.base_color_texture;
    const TextureUse& b = after.base_color_texture;
    if (!a.present() || !b.present()) return;
    const auto compare = [&](const char* field, Wrap old, Wrap now) {
        if ((old == Wrap::clamp) == (now == Wrap::clamp)) return;
        RigChange& change = add(RigPart::material, after.name, RigChangeKind::changed, field);
        change.before = old != Wrap::clamp;
        change.after = now != Wrap::clamp;
    };
    compare("base_color_texture.repeats_u", a.wrap_u, b.wrap_u);
    compare("base_color_texture.repeats_v", a.wrap_v, b.wrap_v);
}

/// Compares properties of a material other than its colours, name and textures.
void Comparison::compare_surface(const Material& before, const Material& after) {
    // The textures themselves are compared elsewhere; of one that only one material has, its use is no change.
    std::set<std::string_view> both;
    for_each_texture(before, [&](const TextureUse& use, std::string_view field) {
        if (use.present()) both.insert(field);
    });
    for_each_texture(after, [&](const TextureUse& use, std::string_view field) {
        if (!use.present()) both.erase(field);
    });
    const auto alone = [&both](Material material) {
        for_each_texture(material, [&both](TextureUse& use, std::string_view field) {
            if (both.contains(field)) {
                use.image = -1;
            } else {
                use = {};
            }
        });
        Document out;
        out.materials.push_back(std::move(material));
        return out;
    };
    constexpr std::array<std::string_view, 5> told{"name", "base_color", "metallic", "roughness", "emissive"};
    constexpr float finest = 1e-4F;
    for (const Difference& d : differences(alone(before), alone(after), finest)) {
        if (d.part != Part::material || std::find(told.begin(), told.end(), d.field) != told.end()) continue;
        if (d.field == "alpha_mode") {
            words(RigPart::material, after.name, d.field, word_for(before.alpha_mode),
                  word_for(after.alpha_mode));
            continue;
        }
        RigChange& change = add(RigPart::material, after.name, RigChangeKind::changed, std::string(d.field));
        change.before = d.before;
        change.after = d.after;
        change.magnitude = d.magnitude;
        change.unit = to_string(d.unit);
    }
}

}  // namespace vitruvian::rig_diff
