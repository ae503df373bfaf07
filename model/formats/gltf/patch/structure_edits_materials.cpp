// Materials that were merged or removed: removes them from the file's list, and renumbers all references.
#include "model/core/at.h"
#include "model/formats/gltf/patch/node_references.h"
#include "model/formats/gltf/patch/structure_edits.h"
#include "model/formats/gltf/read/alike_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr std::array<std::string_view, 4> material_numbers{
    "/meshes/*/primitives/*/material",
    "/meshes/*/primitives/*/extensions/KHR_materials_variants/mappings/*/material",
    "/extensions/VRMC_vrm/expressions/*/*/materialColorBinds/*/material",
    "/extensions/VRMC_vrm/expressions/*/*/textureTransformBinds/*/material",
};

bool uses_extension(const Json& root, std::string_view name) {
    const Json* used = member(root, "extensionsUsed");
    return used != nullptr && used->is_array() && std::find(used->begin(), used->end(), name) != used->end();
}

/// Per material before: the material that meshes use instead of it now; -1: no mesh uses it. nullopt where
/// meshes disagree.
std::optional<std::vector<int>> became(const Document& was, const Document& now) {
    std::vector<int> out(was.materials.size(), -1);
    bool agree = true;
    const auto note = [&](int before, int after) {
        if (before < 0 && after < 0) return;
        agree = agree && before >= 0 && after >= 0 && (at(out, before) < 0 || at(out, before) == after);
        if (agree) at(out, before) = after;
    };
    for (std::size_t m = 0; m < now.meshes.size(); ++m) {
        const MeshInstance& a = was.meshes[m];
        const MeshInstance& b = now.meshes[m];
        note(a.material, b.material);
        agree = agree && a.variant_materials.size() == b.variant_materials.size();
        for (std::size_t v = 0; agree && v < a.variant_materials.size(); ++v)
            note(a.variant_materials[v], b.variant_materials[v]);
    }
    return agree ? std::optional(out) : std::nullopt;
}

/// Per material now: the index of the same material before, in ascending order; empty where that is
/// ambiguous.
std::vector<int> survivors(const Document& was, const Document& now, const std::vector<int>& to) {
    std::vector<int> out;
    int last = -1;
    for (std::size_t j = 0; j < now.materials.size(); ++j) {
        int best = -1;
        int best_marks = -1;
        for (int w = last + 1; w < static_cast<int>(to.size()); ++w) {
            const bool is_its = at(to, w) == static_cast<int>(j);
            const Material& before = at(was.materials, w);
            if ((!is_its && at(to, w) >= 0) || !is_same_but_for_name(before, now.materials[j])) continue;
            const int marks = (is_its ? 2 : 0) + (before.name == now.materials[j].name ? 1 : 0);
            if (marks > best_marks) {
                best = w;
                best_marks = marks;
            }
        }
        if (best < 0) return {};
        out.push_back(best);
        last = best;
    }
    return out;
}

}  // namespace

Result<void> StructureEdits::edit_materials() {
    if (was_.materials.size() == now_.materials.size()) return {};
    const std::string unknown = extension_with_unknown_nodes(traced_.root);
    if (!unknown.empty() || uses_extension(traced_.root, "MSFT_lod"))
        return refuse("materials get other numbers, which an extension may have");
    const std::vector<int> words = alike_materials(traced_.root);
    const std::optional<std::vector<int>> to = became(was_, now_);
    const std::vector<int> kept = to ? survivors(was_, now_, *to) : std::vector<int>();
    if (kept.empty() || words.size() != was_.materials.size())
        return refuse("the deleted materials cannot be identified");
    std::vector<int> number(was_.materials.size(), -1);
    for (std::size_t j = 0; j < kept.size(); ++j) at(number, kept[j]) = static_cast<int>(j);
    for (std::size_t w = 0; w < number.size(); ++w) {
        if (number[w] >= 0) continue;
        // A material that no mesh of the document uses may still be used by a mesh that is not shown.
        const auto successor = std::find_if(kept.begin(), kept.end(), [&](int k) {
            const bool is_its = (*to)[w] < 0 || (*to)[w] == at(number, k);
            return is_its && words[w] >= 0 && at(words, k) == words[w];
        });
        if (successor == kept.end()) return refuse("a deleted material has more data in the file");
        number[w] = static_cast<int>(successor - kept.begin());
    }
    renumber_materials(number, kept);
    return {};
}

void StructureEdits::renumber_materials(const std::vector<int>& number, const std::vector<int>& kept) {
    const auto changed = [&](const Json& value) {
        const bool is_one = value.is_number_unsigned() && value.get<std::size_t>() < number.size();
        return is_one && at(number, value.get<int>()) != value.get<int>();
    };
    for (const std::string_view path : material_numbers) {
        // Its keys can be named: they are glTF's own, or those of expressions, which other edits have named
        // before.
        (void)for_each_at(traced_.root, path, [&](const Json& value, const std::vector<std::string>& steps) {
            if (!changed(value)) return;
            json_.set(pointer_of(steps), at(number, value.get<int>()));
        });
    }
    constexpr std::string_view beginning = "/materials/";
    (void)for_each_at(
        traced_.root, "/animations/*/channels/*/target/extensions/KHR_animation_pointer/pointer",
        [&](const Json& value, const std::vector<std::string>& steps) {
            const std::string text = value.is_string() ? value.get<std::string>() : std::string();
            const auto material = element_of(beginning, text);
            if (!material || static_cast<std::size_t>(material->first) >= number.size()) return;
            const int now = at(number, material->first);
            if (now != material->first)
                json_.set(pointer_of(steps), fmt::format("{}{}{}", beginning, now, material->second));
        });
    const Json* vrm = extension(traced_.root, "VRM");
    const Json* properties = vrm == nullptr ? nullptr : member(*vrm, "materialProperties");
    for (std::size_t w = 0; w < number.size(); ++w) {
        if (std::find(kept.begin(), kept.end(), static_cast<int>(w)) != kept.end()) continue;
        json_.remove(fmt::format("/materials/{}", w));
        if (properties != nullptr && properties->is_array() && w < properties->size())
            json_.remove(fmt::format("/extensions/VRM/materialProperties/{}", w));
    }
}

}  // namespace vitruvian::gltf
