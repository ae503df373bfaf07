// Texture slots of surfaces: the shader unit of each material texture, and the surfaces that use it.
#pragma once

#include "renderer/mesh_cache.h"
#include "renderer/scene.h"
#include "renderer/textures.h"

#include <array>
#include <memory>
#include <span>

namespace vitruvian {

/// The kinds of surfaces that use a texture.
enum class Shading { all, lit, lit_or_toon, layered, toon };

struct Slot {
    const TextureUse& (*use)(const Material&);
    int row;  // of its transform in uv_rows
    Unit unit;
    Encoding encoding;
    const char* define;
    Shading shading;
};
inline constexpr int slot_rows = 15;
/// OpenGL guarantees 16 textures; three are the shadow maps and the picture behind transmitting surfaces.
inline constexpr std::size_t max_textures = 13;

[[nodiscard]] std::span<const Slot> texture_slots();

/// Returns the item's material; if the file gives none, a warm, light, matt clay.
[[nodiscard]] const Material& material_of(const RenderScene& scene, const RenderItem& item);

[[nodiscard]] bool has_layers(const SurfaceLayers& layers);

/// True if a material's surface, lit by the studio or by the file's lights, uses the slot.
[[nodiscard]] bool uses(const Slot& slot, const Material& material);

/// Returns the decoded image of a texture use, or null if there is none (yet) or the mesh has no coordinates
/// for it.
[[nodiscard]] std::shared_ptr<const Image> image_of(const RenderScene& scene, const GpuMesh& mesh,
                                                    const TextureUse& use);

/// Returns two rows of uv' = T(offset) R(rotation) S(scale) uv (KHR_texture_transform).
[[nodiscard]] std::array<vec3, 2> uv_rows(const TextureUse& use);

}  // namespace vitruvian
