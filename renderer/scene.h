// The scene to draw: plain data, rebuilt each frame from a document, a pose and a view. All positions are in
// world space, relative to RenderScene::origin; lengths in scene units.
#pragma once

#include "model/document/document.h"
#include "model/io/image.h"
#include "renderer/camera.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// One mesh to draw. GPU buffers are cached by the mesh's address (it is immutable).
struct RenderItem {
    std::shared_ptr<const Mesh> mesh;
    int material = -1;                // index into RenderScene::materials; -1: a neutral clay
    std::uint32_t palette_begin = 0;  // into RenderScene::palettes: world-from-mesh, one per Skin entry
    std::uint32_t palette_count = 0;
    std::uint32_t weights_begin = 0;  // into RenderScene::weights: one per Mesh::targets
    std::uint32_t pick_id = 0;        // result of pick(); 0: cannot be picked
    bool highlighted = false;         // drawn with the selection's tint and outline
    bool casts = true;                // false: casts no shadow
    bool is_floor = false;            // a floor that is part of the file
};

/// A bone from a joint's centre to the next, drawn as a slim octahedron above everything.
struct OverlayBone {
    vec3 head{0.0F};
    vec3 tail{0.0F};
    float half_width = 0.01F;  // scene units, where it is widest
    vec4 color{1.0F};          // sRGB, straight alpha, like all overlay colours
    std::uint32_t pick_id = 0;
};

/// A joint's centre, drawn as a ball of fixed size on the screen.
struct OverlayJoint {
    vec3 position{0.0F};
    float radius_px = 4.0F;
    vec4 color{1.0F};
    std::uint32_t pick_id = 0;
};

/// A line of the overlay; `width_px` on the screen. `on_top` false: hidden by surfaces in front of it.
struct OverlayLine {
    vec3 a{0.0F};
    vec3 b{0.0F};
    vec4 color{1.0F};
    float width_px = 1.5F;
    bool on_top = true;
};

/// A short text next to a point, of fixed size on the screen; omitted if nearer ones leave no room.
struct OverlayLabel {
    vec3 position{0.0F};
    std::string text;
    vec4 color{1.0F};
    float scale = 1.0F;      // 1: capitals about 9 px high
    bool important = false;  // placed before all others
};

/// A box on the screen, in pixels from the picture's top left.
struct PixelBox {
    vec2 low{0.0F};
    vec2 high{0.0F};
    bool operator==(const PixelBox&) const = default;
};

/// A translucent triangle of the overlay (joint limit fans), blended without depth.
struct OverlayTriangle {
    vec3 a{0.0F}, b{0.0F}, c{0.0F};
    vec4 color{1.0F};
};

/// The ground: a plane through `origin`, normal `up`, with the shadow and the grid.
struct Floor {
    vec3 origin{0.0F};  // a crossing of lines
    vec2 middle{0.0F};  // around which it fades out, from the origin: along left (up x front) and front
    vec3 up{0.0F, 1.0F, 0.0F};
    vec3 front{0.0F, 0.0F, 1.0F};  // the grid's second axis
    float unit = 1.0F;             // scene units in one metre
    float radius = 4.0F;           // scene units at which floor and grid have faded out
    bool grid = true;              // lines every 10 cm and 1 m
    bool shadow = true;            // contact shadow under the figures
};

struct Background {
    bool transparent = false;
    bool plain = false;  // false: the studio's soft gradient
    vec3 color{0.2F};    // sRGB, if plain
};

/// A light of the file, in the scene.
struct SceneLight {
    Light::Kind kind = Light::Kind::directional;
    vec3 position{0.0F};
    vec3 direction{0.0F, 0.0F, -1.0F};  // direction of the light, unit
    vec3 color{1.0F};                   // linear, times intensity
    float ambient = 0.0F;               // ambient part, as a fraction of its colour
    float radius = 0.0F;                // range; 0: infinite
    vec3 attenuation{1.0F, 0.0F, 0.0F};
    float inner_cosine = 1.0F;  // for spot lights
    float outer_cosine = 0.0F;
};
inline constexpr std::size_t max_scene_lights = 8;

enum class SurfaceStyle { shaded, wireframe, normals, unlit };

struct RenderScene {
    std::vector<RenderItem> items;
    std::vector<mat4> palettes;
    std::vector<float> weights;
    std::vector<Material> materials;
    std::vector<std::shared_ptr<const Image>> images;  // like Document::images; null: not decoded (yet)
    std::vector<OverlayBone> bones;
    std::vector<OverlayJoint> joints;
    std::vector<OverlayLine> lines;
    std::vector<OverlayTriangle> triangles;
    bool overlay_behind = false;  // the overlay is hidden by surfaces in front of it, else visible through
                                  // them
    std::vector<OverlayLabel> labels;
    std::vector<PixelBox> covered;  // by what the window draws over the picture; labels keep clear of it
    vec3 origin{0.0F};          // in the world; non-zero far from the world's origin, where floats are coarse
    std::vector<Bounds> walls;  // boxes of objects that may stand between the eye and the figures
    Bounds figures;             // of the figures that these may hide
    Bounds bounds;              // of the items in this pose, for the depth range
    Bounds casters;             // of those that cast shadows; empty: the same as `bounds`
    Floor floor;
    Background background;
    std::optional<Sky> sky;          // replaces the studio's backdrop; its pictures are in `images`
    std::vector<SceneLight> lights;  // replace the studio's lights; empty: the studio's are used
    SurfaceStyle style = SurfaceStyle::shaded;
    Camera camera;
};

}  // namespace vitruvian
