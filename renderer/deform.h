// Skins and displaces all items of a scene on the GPU, once per pose: every pass draws the resulting
// vertices.
#pragma once

#include "renderer/mesh_cache.h"
#include "renderer/programs.h"
#include "renderer/scene.h"

#include <vector>

namespace vitruvian {

/// An item whose deformed vertices are in the stream.
struct DrawItem {
    const RenderItem* item = nullptr;
    GpuMesh* mesh = nullptr;
    GLint first_vertex = 0;  // in the stream
    bool mirrored = false;   // its matrices invert the winding
    vec3 middle{0.0F};       // in world space, for sorting
    bool has_shells =
        false;  // opaque and of both sides, with closed parts that none of its matrices mirrors, or all do
};

class Deformer {
  public:
    /// Updates the stream for the scene's items, palettes and weights. Returns true if it changed.
    bool update(const RenderScene& scene, MeshCache& meshes, Programs& programs);

    [[nodiscard]] const std::vector<DrawItem>& items() const { return items_; }
    /// The stream's vertices for passes that need only positions: bind, then draw_positions.
    void bind_positions();
    static void draw_positions(const DrawItem& item);
    /// Binds the item's own vertex array with its vertices of the stream.
    void bind_surface(const DrawItem& item);

  private:
    struct Part {
        std::uint64_t mesh_serial;
        std::uint32_t palette_begin, palette_count, weights_begin;
        bool operator==(const Part&) const = default;
    };
    void collect(const RenderScene& scene, MeshCache& meshes);
    void capture(const RenderScene& scene, Programs& programs);
    void upload_pose(const RenderScene& scene);

    std::vector<DrawItem> items_;
    std::vector<Part> parts_;  // the state from which the stream was made
    std::vector<mat4> palettes_;
    std::vector<float> weights_;
    GLsizei vertex_total_ = 0;
    gl::Buffer stream_, palette_data_, weight_data_;
    gl::Texture palette_texels_, weight_texels_;
    gl::VertexArray positions_;
    gl::Framebuffer nowhere_;
    gl::Renderbuffer nowhere_depth_;
};

}  // namespace vitruvian
