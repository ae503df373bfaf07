// The keys of the playing clip in the timeline's place: a sheet of rows, or the curves of one of them.
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

/// Of the keys that are seen and worked on.
struct KeyPanelState {
    std::shared_ptr<const Clip> clip;  // what `rows` were made of
    std::uint64_t figure = 0;
    std::vector<KeyRow> rows;
    std::vector<float> times;  // of all rows
    double frame_rate = 30.0;
    KeySelection selection;
    std::map<std::uint64_t, KeySelection>
        chosen_at;  // at each step of undo, so that it comes back with the keys

    // What is seen: all of the clip where `to` is not after `from`.
    double from = 0.0;
    double to = 0.0;
    float scroll = 0.0F;
    bool only_selected = false;
    std::optional<Item> scrolled_to;  // the selection that was last brought into view

    // What the pointer does.
    enum class Hand { idle, box, drag, move, scale, scrub, pan };
    Hand hand = Hand::idle;  // move and scale go on without a button, until they are confirmed or dropped
    ImVec2 pressed{0.0F, 0.0F};
    double held = 0.0;   // seconds: the key that is dragged, or where the pointer was
    KeySelection base;   // chosen when it began
    TimeChange applied;  // since then
    bool moved = false;
    NumberEntry number;  // typed meanwhile

    std::vector<KeyValues> clipboard;
    std::uint64_t clipboard_figure = 0;

    // Curves
    KeyChoice curve_of;
    std::optional<CurveKey> curve_key;  // chosen
    std::optional<CurveGrip> grip;      // dragged
    bool grips_turn = false;            // degrees, not the file's units
    double low = 0.0;                   // what is seen of the values while something is dragged
    double high = 0.0;
    std::array<bool, 16> hidden{};

    /// Keys are being moved without a button held: the gesture is not over.
    [[nodiscard]] bool grabs() const { return hand == Hand::move || hand == Hand::scale; }
};

/// What the timeline shows: the time alone, the sheet, or curves.
enum class TimelineTab { time, keys, curves };

/// The strip that chooses among them, as high as what is left of the panel.
void draw_timeline_tabs(const PanelContext& c);

/// Both fill what is left of the panel.
void draw_key_sheet(const PanelContext& c, const OpenFigure& figure, const Clip& clip);
void draw_curves(const PanelContext& c, const OpenFigure& figure, const Clip& clip);

// ---- what both share, and the menu's actions

/// Where times are on the screen.
struct TimeScale {
    float left = 0.0F;
    float width = 1.0F;
    double from = 0.0;
    double to = 1.0;
    [[nodiscard]] float x(double seconds) const;
    [[nodiscard]] double at(float x) const;
};
[[nodiscard]] TimeScale time_scale(const PanelContext& c, const Clip& clip, float left, float width);
/// Brings rows and selection up to date with the clip; what was chosen at a step of undo is so again when that step is.
void refresh_keys(const PanelContext& c, const OpenFigure& figure);
/// What is chosen now is what was chosen at this step of undo.
void remember_chosen_keys(KeyPanelState& state, const OpenFigure& figure);
/// Buttons above the names: insert a key, automatic keys, onion skin, trail, more.
void draw_key_tools(const PanelContext& c, const OpenFigure& figure, float width);
/// The ruler: marks of time, problems of the clip, and the playhead; dragging scrubs.
void draw_key_ruler(const PanelContext& c, const Clip& clip, const TimeScale& scale, ImVec2 from,
                    float height, float bottom);
/// Wheel and middle button over what shows time.
void move_time_view(const PanelContext& c, const Clip& clip, const TimeScale& scale);

/// Whether its keys can be edited: it is the figure's own.
[[nodiscard]] bool has_own_clip(const PanelContext& c);
[[nodiscard]] bool has_chosen_keys(const PanelContext& c);
void delete_chosen_keys(const PanelContext& c);
void copy_chosen_keys(const PanelContext& c);
void paste_keys(const PanelContext& c);
/// To the next key of the chosen rows, or of all.
void jump_to_key(const PanelContext& c, int direction);
void show_tab(const PanelContext& c, TimelineTab tab);

}  // namespace vitruvian
