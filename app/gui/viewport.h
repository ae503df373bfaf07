// The viewport: draws the session's figures for each view into offscreen targets, shows these, and turns
// mouse input into intents. The only panel that uses the Renderer.
#pragma once

#include "app/gui/panel.h"
#include "app/gui/viewport_hints.h"
#include "app/scene/skin_pick.h"
#include "renderer/renderer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace vitruvian {

class Viewport {
  public:
    explicit Viewport(Renderer& renderer) : renderer_(renderer) {}

    /// Draws the pictures that have changed; `raster`: pixels per unit of the window's coordinates.
    void draw(const PanelContext& c, const Rect& area, float raster);

    /// Adds fonts for characters in the pictures that the window's font lacks.
    void use_typefaces(std::vector<Typeface> others);

    /// The active view's picture, in full quality.
    [[nodiscard]] const RenderTarget& picture();

    /// Sets the duration of the whole frame that draw was part of (seconds).
    void note_frame_time(double seconds);
    /// Processor time of this thread that the renderer took in the last draw (seconds): for benchmarks.
    [[nodiscard]] double drawing_took() const { return drawing_took_; }
    /// True if the picture has less than full quality and will be drawn again soon.
    [[nodiscard]] bool is_settling() const { return quality_.is_settling(); }

  private:
    /// The scene shared by views of the same figures.
    struct Composed {
        std::uint64_t figure = 0;
        RenderScene scene;
        Picks picks;                   // of the scene
        bool stands_as_placed = true;  // neither a diff overlay nor a range-of-motion picture
    };
    struct Pane {
        RenderTarget target;
        std::uint64_t drawn_view = 0;  // StageView::revision; 0: nothing drawn yet
        std::uint64_t drawn_figure = 0;
        Camera drawn_camera;
        std::vector<PixelBox> covered;  // where it was drawn without labels
        bool is_coarse = false;         // drawn with less than full quality
        std::vector<FigureName> names;  // in this frame
    };

    /// The boxes of a view's picture over which strips and names are drawn, if it has labels.
    [[nodiscard]] std::vector<PixelBox> covered_in(const PanelContext& c, const StageView& view,
                                                   const Rect& rect, const std::vector<FigureName>& names,
                                                   float raster);
    /// The names of the figures in a view's picture, placed.
    [[nodiscard]] std::vector<FigureName> names_in(const PanelContext& c, const StageView& view,
                                                   const Rect& rect);
    void refresh(const PanelContext& c, const std::vector<Rect>& rects, float raster);
    /// The scene of a view, from its camera.
    [[nodiscard]] Composed& scene_of(const PanelContext& c, const StageView& view);
    [[nodiscard]] int follow_focus(const PanelContext& c, const std::vector<Rect>& rects);
    void draw_names(const PanelContext& c, const std::vector<Rect>& rects) const;
    void draw_pane(const PanelContext& c, int index, const Rect& rect, bool has_focus, const Rect& area,
                   float raster);
    void use_tools(const PanelContext& c, int index, const Rect& rect, const Rect& area, float raster);
    void draw_context_menu(const PanelContext& c);
    [[nodiscard]] Seen pick(const PanelContext& c, int index, const Rect& rect, const vec2& at, float raster);

    Renderer& renderer_;
    std::array<Pane, max_views> panes_;
    std::vector<Composed> scenes_;
    std::uint64_t composed_revision_ = 0;
    bool letters_changed_ = false;  // since then
    int active_ = 0;                // the view that was used last
    int under_ = -1;                // the view under the pointer
    QualityControl quality_;
    double drawing_took_ = 0.0;
    bool drew_ = false;  // in this frame
    ToolKind composed_with_ = ToolKind::select;
    std::optional<PointerButton> held_;  // pressed over the picture
    Seen seen_;                          // what is under the pointer
    Seen menu_of_;                       // what the context menu is for
    bool menu_opens_ = false;

    /// The rectangle of the picture, in the window's pixels from its lower left corner.
    struct Place {
        const RenderTarget* picture = nullptr;
        int left = 0;
        int bottom = 0;
    };
    std::array<Place, max_views> places_;
    static void show(const ImDrawList* list, const ImDrawCmd* command);
};

}  // namespace vitruvian
