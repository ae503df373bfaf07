// GPU copies of meshes, kept for the lifetime of the mesh. Independent of poses and materials.
#pragma once

#include "model/document/mesh.h"
#include "renderer/closed_parts.h"
#include "renderer/covered.h"
#include "renderer/gl.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vitruvian {

/// Output of deform.vert, input of later passes.
struct WorldVertex {
    vec3 position;
    vec3 normal;
    vec4 tangent;
};

/// Buffers of one mesh. `rest_array` feeds deform.vert; `draw_array` holds the indices and the static
/// attributes.
struct GpuMesh {
    gl::VertexArray rest_array;
    gl::VertexArray draw_array;
    gl::Texture influences;  // buffer textures; name 0 if empty
    gl::Texture morphs;
    GLenum mode = GL_TRIANGLES;
    GLsizei vertex_count = 0;
    GLsizei index_count = 0;
    bool skinned = false;
    bool has_normals = false;
    bool has_tangents = false;
    bool has_colors = false;
    bool has_alpha = false;  // some vertex colour is translucent
    bool has_uv = false;
    Bounds bounds;    // at rest
    MeshReach reach;  // the same, by what moves it
    std::optional<std::vector<TriangleRun>>
        runs;                  // see closed_parts, once they are asked for; empty: all may show backs
    std::uint64_t serial = 0;  // of the upload: tells a mesh from another that lived at its address

    gl::Buffer rest, rows, influence_data, morph_data, uv0, uv1, colors, indices;
};

class MeshCache {
  public:
    /// Uploads the mesh on the first call; if it differs only in weights from the last uploaded mesh, which
    /// this picture does not use (during a brush stroke), only the changed weights. Valid during this
    /// picture.
    [[nodiscard]] GpuMesh& get(const std::shared_ptr<const Mesh>& mesh);
    /// Call before each picture: frees the copies of destroyed meshes.
    void sweep();

  private:
    struct Entry {
        std::weak_ptr<const Mesh> mesh;
        GpuMesh gpu;
        std::uint64_t picture = 0;  // that it was last asked for
    };
    /// Returns the copy of the last upload if only its weights differ; null: its shape differs, or this
    /// picture uses it.
    [[nodiscard]] std::optional<GpuMesh> recycle(const std::shared_ptr<const Mesh>& mesh);

    std::unordered_map<const Mesh*, Entry> entries_;
    std::shared_ptr<const Mesh> newest_;  // uploaded last, kept until the next picture at least
    int unused_ = 0;                      // number of pictures for which it had no other owner
    std::uint64_t picture_ = 0;
    std::uint64_t uploads_ = 0;
};

/// Attribute locations, as in the shaders.
enum class Attribute : GLuint { position, normal, tangent, rows, uv0, uv1, color };

}  // namespace vitruvian
