// Skin weights in the window: a vertex probe (a click shows the influences of a vertex) and a brush for the
// selected joint. The brush itself is model/edit/skin_brush.h; this turns mouse input into strokes, one undo
// step each.
#pragma once

#include "app/scene/frame.h"
#include "model/edit/skin_brush.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace vitruvian {

struct PanelContext;
struct Rect;
struct StageView;

/// The vertex that was clicked.
struct ProbedVertex {
    std::uint64_t figure = 0;
    int mesh = -1;
    std::uint32_t vertex = 0;
};

/// A stroke while the button is held, on the meshes as they were at its start.
struct BrushStroke {
    struct Part {
        int mesh = -1;
        int entry = -1;  // of the joint in the mesh's skin
        std::shared_ptr<const Mesh> before;
        std::vector<vec3> places;  // posed, in the scene
        std::vector<float> amounts;
    };
    std::uint64_t figure = 0;
    Item joint;
    BrushMode mode = BrushMode::add;
    std::vector<Part> parts;
    bool has_painted = false;
};

struct WeightsState {
    bool brush = false;
    BrushMode mode = BrushMode::add;
    float radius = 0.05F;  // of the figure's height
    float strength = 0.4F;
    std::optional<ProbedVertex> probed;
    std::optional<BrushStroke> stroke;
};

/// Draws the panel into the current ImGui window.
void draw_weights_panel(const PanelContext& c);

/// True if the pointer is the brush; handles of other tools are disabled then.
[[nodiscard]] bool has_brush(const PanelContext& c);

/// Handles the mouse on the picture `area` of a view while this panel is in front; call it after the
/// picture's own button. True if it uses the mouse: the view then neither orbits nor selects.
[[nodiscard]] bool follow_brush(const PanelContext& c, const Rect& area, const StageView& view);

/// Marks the probed vertex in the picture `area` of a view while this panel is in front.
void draw_probed_vertex(const PanelContext& c, const Rect& area, const StageView& view);

}  // namespace vitruvian
