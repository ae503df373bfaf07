// Shadows of the figures: a depth map from the key light, one from straight above (the sky), and a blurred
// picture of the shadows on the floor. Redrawn only when the figures have moved.
#pragma once

#include "renderer/casters.h"
#include "renderer/deform.h"
#include "renderer/quality.h"
#include "renderer/studio.h"
#include "renderer/surfaces.h"

#include <vector>

namespace vitruvian {

class Shadows {
  public:
    /// Redraws the maps if `moved` or if the floor changed, binds them to their units and fills in `frame`.
    void update(const RenderScene& scene, bool moved, Deformer& deformer, Surfaces& surfaces,
                Programs& programs, const Quality& quality, FrameBlock& frame, gl::Buffer& frame_buffer);
    /// Binds the shadows on the floor to Unit::source.
    void bind_floor_map();

  private:
    struct DepthMap {
        gl::Texture texture;
        gl::Framebuffer framebuffer;
        int size = 0;
    };
    static void prepare(DepthMap& map, int size);
    static void draw_depth(const Casters& casters, DepthMap& map, const mat4& clip_from_world);
    void draw_floor_map(const Casters& casters);
    void prepare_floor_map(int size);
    void clear_floor_map();

    DepthMap key_, sky_;
    gl::Texture floor_[2];
    gl::Framebuffer floor_target_[2];
    int floor_size_ = 0;
    gl::VertexArray nothing_;
    bool drawn_ = false;
    Floor floor_of_maps_;
    Bounds bounds_of_maps_;
    enum class Caster : unsigned char { none, whole, cut_out };
    std::vector<Caster> casters_of_maps_;  // by item: textures may load after the figure
};

}  // namespace vitruvian
