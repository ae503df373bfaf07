// The table of budget checks: counts and sizes.
#include "model/check/budget.h"
#include "model/check/findings.h"
#include "model/check/registry.h"
#include "model/check/subject.h"

#include <array>

namespace vitruvian::check {
namespace {

constexpr std::string_view vrchat = "VRChat avatar performance ranks";

constexpr std::array<CheckInfo, 13> budget_table{{
    {"BU01", "Triangles", "triangles of all meshes", "", 70'000.0, "", Level::warning, AppliesTo::both, false,
     "VRChat avatar performance ranks; Roblox avatar specifications", check_triangle_count},
    {"BU02", "Bones", "distinct joints of all skins", "", 400.0, "", Level::warning, AppliesTo::both, false,
     vrchat, check_bone_count},
    {"BU03", "Skinned meshes", "nodes with a skinned mesh", "", 16.0, "", Level::warning, AppliesTo::gltf,
     false, vrchat, check_skinned_mesh_count},
    {"BU04", "Material slots", "primitives of all meshes", "", 32.0, "", Level::warning, AppliesTo::gltf,
     false, vrchat, check_material_slots},
    {"BU05", "Texture memory", "distinct pictures in memory, with their smaller copies", "MB", 150.0, "",
     Level::warning, AppliesTo::gltf, false, vrchat, check_texture_memory},
    {"BU06", "Bounds", "box around all meshes at rest", "m", 5.0, "5 x 6 x 5 m", Level::warning,
     AppliesTo::gltf, false, vrchat, check_bounds},
    {"BU07", "Texture size", "sides of each picture", "", 2048.0,
     "over 4096 error, over 2048 warning, else no power of "
     "two reported as a note",
     Level::warning, AppliesTo::gltf, false, "glTF-Validator IMAGE_NPOT_DIMENSIONS; Overte",
     check_texture_sizes},
    {"BU08", "Texture missing or not found", "pictures that are named and not there", "", 0.0,
     "none; in a world with another address on the web: warning", Level::error, AppliesTo::both, false,
     "Overte AvatarDoctor", check_missing_textures},
    {"BU09", "Degenerate triangles", "triangles with a repeated corner or hardly any area", "m2", 1e-12, "",
     Level::info, AppliesTo::both, false, "glTF-Validator ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
     check_degenerate_triangles},
    {"BU10", "Normals", "lengths of normals, and their sides against the winding", "", 0.00674,
     "length within 0.00674 of 1; 1 percent of triangles against their winding", Level::error,
     AppliesTo::both, false, "glTF-Validator ACCESSOR_VECTOR3_NON_UNIT", check_normals},
    {"BU11", "Open mesh", "edges of one triangle alone, equal positions welded", "", 0.0, "", Level::info,
     AppliesTo::both, false, "Roblox avatar specifications", check_open_meshes},
    {"BU12", "Unused objects", "accessors, nodes, skins, materials and pictures that nothing uses", "", 0.0,
     "", Level::info, AppliesTo::gltf, false, "glTF-Validator UNUSED_OBJECT", check_unused_objects},
    {"BU13", "Mesh fills its cage", "share of a part's box that its mesh takes", "", 0.5, "", Level::info,
     AppliesTo::gltf, false, "Roblox avatar specifications", check_cages},
}};

}  // namespace

std::span<const CheckInfo> budget_checks() {
    return budget_table;
}

}  // namespace vitruvian::check
