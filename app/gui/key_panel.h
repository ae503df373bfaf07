// The keys of the playing clip in the timeline: a dope sheet, or the curves of one of its rows.
#pragma once

#include "app/session/key_curves.h"
#include "app/session/key_sheet.h"
#include "app/tools/number_entry.h"

#include <imgui.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// The state of dope sheet and curves.
struct KeyPanelState {
    std::shared_ptr<const Clip> clip;  // the clip that `rows` were built from
    std::uint64_t figure = 0;
    std::vector<KeyRow> rows;
    std::vector<float> times;  // of all rows
    double frame_rate = 30.0;
    KeySelection selection;
    std::map<std::uint64_t, KeySelection> chosen_at;  // the selection at each step of undo, which restores it

    // The visible range of time; the whole clip if `to` is not after `from`.
    double from = 0.0;
    double to = 0.0;
    float scroll = 0.0F;
    bool only_selected = false;
    std::optional<Item> scrolled_to;  // the selection that was last brought into view

    // The gesture of the pointer.
    enum class Hand { idle, box, drag, move, scale, scrub, pan };
    Hand hand = Hand::idle;  // move and scale continue without a button until confirmed or cancelled
    ImVec2 pressed{0.0F, 0.0F};
    double held = 0.0;   // seconds: of the dragged key, or of the pointer at the start
    KeySelection base;   // selected at its start
    TimeChange applied;  // since its start
    bool moved = false;
    NumberEntry number;  // typed during it

    std::vector<KeyValues> clipboard;
    std::uint64_t clipboard_figure = 0;

    // Curves
    KeyChoice curve_of;
    std::optional<CurveKey> curve_key;  // chosen
    std::optional<CurveGrip> grip;      // dragged
    bool grips_turn = false;            // values are degrees, not the file's units
    double low = 0.0;                   // visible range of values during a drag
    double high = 0.0;
    std::array<bool, 16> hidden{};

    /// True while keys are moved without a button held, until the gesture is confirmed or cancelled.
    [[nodiscard]] bool grabs() const { return hand == Hand::move || hand == Hand::scale; }
};

/// The tabs of the timeline: time only, dope sheet, curves.
enum class TimelineTab { time, keys, curves };

/// Draws the strip of tabs, as high as the rest of the panel.
void draw_timeline_tabs(const PanelContext& c);

/// Both fill the rest of the panel.
void draw_key_sheet(const PanelContext& c, const OpenFigure& figure, const Clip& clip);
void draw_curves(const PanelContext& c, const OpenFigure& figure, const Clip& clip);

// ---- shared by both, and the menu's actions

/// Maps times to positions on the screen.
struct TimeScale {
    float left = 0.0F;
    float width = 1.0F;
    double from = 0.0;
    double to = 1.0;
    [[nodiscard]] float x(double seconds) const;
    [[nodiscard]] double at(float x) const;
};
[[nodiscard]] TimeScale time_scale(const PanelContext& c, const Clip& clip, float left, float width);
/// Updates rows and selection for the clip; undo and redo restore the selection of their step.
void refresh_keys(const PanelContext& c, const OpenFigure& figure);
/// Remembers the present selection as that of this step of undo.
void remember_chosen_keys(KeyPanelState& state, const OpenFigure& figure);
/// Draws the buttons above the names: insert key, auto key, onion skin, motion trail, more.
void draw_key_tools(const PanelContext& c, const OpenFigure& figure, float width);
/// Draws the ruler with time marks, problems of the clip and the playhead; dragging scrubs.
void draw_key_ruler(const PanelContext& c, const Clip& clip, const TimeScale& scale, ImVec2 from,
                    float height, float bottom);
/// Zooms by the wheel and pans by the middle button over the time axis.
void move_time_view(const PanelContext& c, const Clip& clip, const TimeScale& scale);

/// True if its keys can be edited, that is if the clip is the figure's own.
[[nodiscard]] bool has_own_clip(const PanelContext& c);
[[nodiscard]] bool has_chosen_keys(const PanelContext& c);
void delete_chosen_keys(const PanelContext& c);
void copy_chosen_keys(const PanelContext& c);
void paste_keys(const PanelContext& c);
/// Jumps to the next key of the selected rows, or of all rows.
void jump_to_key(const PanelContext& c, int direction);
void show_tab(const PanelContext& c, TimelineTab tab);

}  // namespace vitruvian
