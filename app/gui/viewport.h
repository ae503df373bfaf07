// The picture in the middle: draws the session's figures into an offscreen target, shows it, and turns the
// mouse on it into intents. The one panel that knows the Renderer.
#pragma once

#include "app/gui/panel.h"
#include "app/scene/skin_pick.h"
#include "renderer/renderer.h"

#include <cstdint>
#include <optional>

namespace vitruvian {

/// What the strips over the picture's edges leave for what is framed in it.
[[nodiscard]] Air air_between_strips(const Rect& area, float scale);

class Viewport {
  public:
    explicit Viewport(Renderer& renderer) : renderer_(renderer) {}

    /// Draws the picture where it has changed; `raster`: pixels per unit of the window's coordinates.
    void draw(const PanelContext& c, const Rect& area, float raster);

    /// The picture as last drawn, in full quality.
    [[nodiscard]] const RenderTarget& picture();

    /// How long the frame took, all told, which draw was part of (seconds).
    void frame_took(double seconds);
    /// The picture has less than full quality, and is drawn again soon.
    [[nodiscard]] bool is_settling() const { return quality_.is_settling(); }

  private:
    void refresh(const PanelContext& c, int width, int height);
    void use_tools(const PanelContext& c, const Rect& area, float raster);
    void draw_context_menu(const PanelContext& c);
    [[nodiscard]] Seen pick(const PanelContext& c, const Rect& area, const vec2& at, float raster);

    Renderer& renderer_;
    RenderTarget target_;
    RenderScene scene_;
    Picks picks_;  // of scene_
    std::uint64_t drawn_revision_ = 0;
    QualityControl quality_;
    bool drew_ = false;  // in this frame
    ToolKind drawn_with_ = ToolKind::select;
    std::optional<PointerButton> held_;  // since it was pressed over the picture
    Seen seen_;                          // under the pointer, as last looked at
    Seen menu_of_;                       // what the menu of the right button is of
    bool menu_opens_ = false;
};

}  // namespace vitruvian
