// The whole interface, drawn once a frame with ImGui: lays out the panels, collects their intents and has the
// session execute them. Independent of GLFW: the same code draws into a window and into a picture.
#pragma once

#include "app/gui/panel.h"
#include "app/gui/viewport.h"

#include <array>
#include <optional>
#include <vector>

namespace vitruvian {

/// The rectangles of the panels; a hidden panel has an empty one.
struct Layout {
    Rect menu, toolbar, tree, viewport, inspector, problems, timeline, messages, status;
};
/// The viewport keeps at least half of the width and a third of the height.
[[nodiscard]] Layout lay_out(const Settings& settings, float width, float height, float scale,
                             bool has_messages = false);

class Gui {
  public:
    Gui(Renderer& renderer, Settings settings);

    /// Sets theme and fonts for this scale; needs ImGui's OpenGL backend. `raster`: pixels per unit of the
    /// window's coordinates.
    void set_scale(float content_scale, float raster);

    /// Draws one frame, from ImGui::NewFrame to ImGui::Render. The session must have been updated.
    void frame(Session& session, const std::vector<KeyPress>& keys);

    /// Renders that frame over the whole bound framebuffer; needs ImGui's OpenGL backend.
    void paint() const;

    /// True if a text field was opened and does not have the keyboard yet: typed keys must wait.
    [[nodiscard]] bool opens_text_field() const;
    /// True if another frame is needed although nothing happens.
    [[nodiscard]] bool goes_on() const {
        return opens_text_field() || state_.tree.scrolls || script_fonts_.has_news();
    }

    [[nodiscard]] float scale() const { return theme_.scale; }
    [[nodiscard]] GuiState& state() { return state_; }
    [[nodiscard]] Report& report() { return report_; }
    [[nodiscard]] Viewport& viewport() { return viewport_; }
    /// The background that the theme gives the viewport.
    [[nodiscard]] Background background() const;

  private:
    /// The part of a picture that its strips leave free for framing.
    void leave_air(Session& session, const Rect& viewport) const;
    void arrange_views(Session& session, const Rect& viewport) const;
    void draw_splitters(const PanelContext& c, const Layout& layout);
    void draw_panels(const PanelContext& c, const Layout& layout);

    Viewport viewport_;
    GuiState state_;
    Report report_;
    Theme theme_;
    ScriptFonts script_fonts_;
    void remember_files(const std::vector<Event>& events, const Session& session);
    static void put_props_back(const std::vector<Event>& events, const std::vector<KeptProp>& props,
                               Session& session);

    float grabbed_at_ = 0.0F;  // offset of the pointer from the splitter's edge
    float raster_ = 1.0F;
    std::array<float, 2> fonts_for_{0.0F, 0.0F};  // scale and raster
    std::optional<bool> light_for_;
};

}  // namespace vitruvian
