#include "model/formats/vrml/write/world_can_store.h"

#include "model/core/at.h"
#include "model/document/left_out.h"
#include "model/figure/bone_map.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace vitruvian::vrml {
namespace {

using NamedField = std::pair<Part, std::string_view>;

constexpr std::array unsaid{
    NamedField{Part::material, "layers"},
    NamedField{Part::material, "toon"},
    NamedField{Part::document, "variants"},
    NamedField{Part::mesh, "variant_materials"},
    NamedField{Part::material, "base_color_texture.uv_set"},
    NamedField{Part::material, "base_color_texture.nearest"},
    NamedField{Part::viewpoint, "humanoid"},
    NamedField{Part::mesh, "geometry.name"},
    NamedField{Part::mesh, "skin.name"},
    NamedField{Part::mesh, "tangents"},
    NamedField{Part::mesh, "uv1"},
    NamedField{Part::clip, "reference_pose"},
};

/// Stored by X3D 4's materials, which VRML97 lacks.
constexpr std::array of_x3d_materials{
    NamedField{Part::material, "metallic"}, NamedField{Part::material, "alpha_cutoff"},
    NamedField{Part::material, "normal_scale"}, NamedField{Part::material, "occlusion_strength"}};
constexpr std::array<std::string_view, 4> textures_of_x3d_materials{
    "metallic_roughness_texture.", "normal_texture.", "occlusion_texture.", "emissive_texture."};

bool is_in(std::span<const NamedField> list, Part part, std::string_view field) {
    return std::find(list.begin(), list.end(), NamedField{part, field}) != list.end();
}

/// Fields checked in a document that is written from scratch. Bones are compared with those inferred from
/// names.
bool is_doubtful(Part part, std::string_view field) {
    if (part == Part::humanoid) return field == "declared_loa" || field == "skeletal_configuration";
    if (part == Part::expression) return field == "name";
    // A figure's viewpoints are in it; materials are reported by their writer.
    if (part == Part::viewpoint || field == "metallic") return false;
    const bool is_unit = part == Part::document && field == "metres_per_unit";
    return is_unit || is_in(unsaid, part, field) || is_in(of_x3d_materials, part, field);
}

/// Skeletal configuration BASIC and the level of articulation of the joints are the defaults.
bool is_implied(const Difference& d, const Document& document) {
    if (d.part != Part::humanoid) return false;
    const Humanoid& humanoid = at(document.humanoids, d.index);
    if (d.field == "skeletal_configuration") return humanoid.skeletal_configuration == "BASIC";
    return d.field == "declared_loa" && humanoid.declared_loa == level_of_articulation(document, humanoid);
}

/// Returns bones of H-Anim figures that differ from those inferred from joint names. Figures of other kinds
/// get H-Anim's names for their bones.
std::vector<Difference> bones_without_names(const Document& document) {
    Document by_name = document;
    BoneMapper mapper(document);
    for (Humanoid& humanoid : by_name.humanoids) {
        if (humanoid.kind == HumanoidKind::hanim) mapper.map_hanim(humanoid);
    }
    std::vector<Difference> out = differences(by_name, document);
    std::erase_if(out, [](const Difference& d) { return d.part != Part::bone; });
    return out;
}

}  // namespace

void note_what_worlds_lack(const Document& document, FileFormat format, Diagnostics& notes) {
    std::vector<Difference> lost = given(document, is_doubtful);
    std::erase_if(lost, [&](const Difference& d) {
        return world_can_store(d.part, d.field, format) || is_implied(d, document);
    });
    // An expression is left out entirely.
    for (Difference& d : lost) {
        if (d.part == Part::expression) d.field = {};
    }
    for (const std::vector<Difference>& more : {bones_without_names(document), centres_off_frames(document)})
        lost.insert(lost.end(), more.begin(), more.end());
    note_left_out(lost, document, format, notes);
}

bool world_can_store(Part part, std::string_view field, FileFormat format) {
    if (part == Part::bone || part == Part::expression) return false;
    if (part == Part::material) {
        const bool x3d = format != FileFormat::vrml97;
        for (const std::string_view texture : textures_of_x3d_materials) {
            if (!field.starts_with(texture)) continue;
            field.remove_prefix(texture.size());
            return x3d && (field == "image" || field.starts_with("wrap"));
        }
        if (is_in(of_x3d_materials, part, field)) return x3d;
    }
    if (part == Part::humanoid && format == FileFormat::vrml97)
        return field != "declared_loa" && field != "skeletal_configuration";
    if (part == Part::document && field == "metres_per_unit") return format != FileFormat::vrml97;
    return !is_in(unsaid, part, field);
}

}  // namespace vitruvian::vrml
