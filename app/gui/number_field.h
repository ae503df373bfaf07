// Number fields: a click edits, a drag changes the value, Tab goes to the next field, arrows step, a right
// click resets.
#pragma once

#include "app/scene/frame.h"

#include <optional>
#include <string>

namespace vitruvian {

struct PanelContext;

/// The state of the field that is being edited or dragged; at most one in the window.
struct FieldState {
    unsigned typing = 0;     // its ImGui id; 0: none
    bool fresh = false;      // it copies the shown value first, and then takes the keyboard
    bool open_next = false;  // the next field that is drawn will be edited
    bool cancelled = false;  // Esc was pressed: the field gets its old value back
    int typing_shown = 0;    // the last frame in which the edited field was drawn
    unsigned before = 0;     // the field drawn before this one
    Selection of;            // the item whose value it is
    std::string text;
    std::string text_was;
    float value_was = 0.0F;
    float dragged_from = 0.0F;  // the pointer's x at the press
    float drag_value = 0.0F;    // the value at the press
    bool dragged = false;
    unsigned problem_of = 0;    // the field whose last input was refused
    std::string problem;        // the reason
    int problem_since = 0;      // ImGui's frame number
    int problem_shown = 0;      // the last frame in which that field was drawn
    float problem_at_x = 0.0F;  // position of the message, in window coordinates
    float problem_at_y = 0.0F;
};

struct NumberFormat {
    const char* format = "%.3f";  // a printf format of one double, followed by the unit
    float low = 0.0F;             // values outside are refused
    float high = 1.0F;
    float speed = 0.01F;           // change per pixel of dragging
    bool filled = false;           // drawn as a slider; a drag sets the value at the pointer
    std::optional<float> reset{};  // the value of "Reset" in its menu
};

/// Draws a field of `width`. True if the value has changed. `id` is also its name in the widget report.
bool edit_number(const PanelContext& c, const std::string& id, float& value, const NumberFormat& number,
                 float width);

/// Draws one field of a row of `count`, with the axis' colour as a mark on its left (axis -1: none).
bool number_field(const PanelContext& c, const std::string& id, float& value, int axis, int count,
                  float speed, float low, float high, const char* format, std::optional<float> reset = {});

/// Draws a slider with a number, as wide as set by ImGui::SetNextItemWidth.
bool slider(const PanelContext& c, const std::string& id, float& value, float low, float high,
            const char* format, std::optional<float> reset = {});

/// Gives Esc to the message of a field, otherwise to the field that is edited: they are within whatever else it
/// would close. Called before anything is drawn. True if there was one.
[[nodiscard]] bool cancel_field(FieldState& state);

/// Draws beside the field why its last input was refused, until the next press or Esc. Called after all panels:
/// what belongs to a field that was not drawn, since its panel was closed, is over.
void draw_field_problem(const PanelContext& c);

}  // namespace vitruvian
