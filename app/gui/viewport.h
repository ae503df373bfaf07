// The picture in the middle: draws the session's figures into an offscreen target, shows it, and turns the
// mouse on it into intents. The one panel that knows the Renderer.
#pragma once

#include "app/gui/panel.h"
#include "app/scene/skin_pick.h"
#include "renderer/renderer.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

class Viewport {
  public:
    explicit Viewport(Renderer& renderer) : renderer_(renderer) {}

    /// Draws the picture where it has changed; `raster`: pixels per unit of the window's coordinates.
    void draw(const PanelContext& c, const Rect& area, float raster);

    /// The picture as last drawn.
    [[nodiscard]] const RenderTarget& picture() const { return target_; }

  private:
    void refresh(const PanelContext& c, int width, int height);
    void follow_mouse(const PanelContext& c, const Rect& area, float raster);
    void drag(const PanelContext& c, const Rect& area);
    void click(const PanelContext& c, const Rect& area, float raster);
    /// What is under the pointer, and what a click there selects: see pick_targets.
    void draw_context_menu(const PanelContext& c);
    [[nodiscard]] Selection pick(const PanelContext& c, const Rect& area, float raster);

    Renderer& renderer_;
    RenderTarget target_;
    RenderScene scene_;
    Picks picks_;  // of scene_
    std::uint64_t drawn_revision_ = 0;
    ImVec2 last_mouse_{-1.0F, -1.0F};
    ImVec2 press_{0.0F, 0.0F};
    ImVec2 last_click_{-1.0F, -1.0F};
    std::vector<PickTarget> under_;  // the pointer, as last looked at
    Selection menu_picked_;          // what the menu of the right button is of
    std::vector<PickTarget> menu_targets_;
    bool menu_opens_ = false;
    bool dragged_ = false;
};

}  // namespace vitruvian
