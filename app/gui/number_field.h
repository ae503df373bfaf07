// Fields for numbers: a click types, a drag changes, Tab goes on, arrows step, a right click resets.
#pragma once

#include "app/scene/frame.h"

#include <optional>
#include <string>

namespace vitruvian {

struct PanelContext;

/// The field that is typed into or dragged at; one at a time in the whole window.
struct FieldState {
    unsigned typing = 0;            // ImGui's id of it; 0: none
    bool fresh = false;             // it takes over the value that it shows, and then the keyboard
    int frames_until_keyboard = 0;  // it has asked for the keyboard; what is typed waits until it has it
    bool open_next = false;         // the next field that is drawn is to be typed into
    unsigned before = 0;            // the field drawn before this one
    Selection of;                   // whose value it is
    std::string text;
    std::string text_was;
    float value_was = 0.0F;
    float dragged_from = 0.0F;  // the pointer's x where it was pressed
    float drag_value = 0.0F;    // and the value there
    bool dragged = false;
    unsigned problem_of = 0;    // the field whose last input was refused
    std::string problem;        // and why
    int problem_since = 0;      // ImGui's number of the frame
    float problem_at_x = 0.0F;  // below it, in the window
    float problem_at_y = 0.0F;
};

struct NumberFormat {
    const char* format = "%.3f";  // of printf, for one double, with the unit behind it
    float low = 0.0F;             // what lies outside is refused
    float high = 1.0F;
    float speed = 0.01F;           // a pixel of dragging
    bool filled = false;           // as far as the value is between low and high; a drag goes to the pointer
    std::optional<float> reset{};  // what "Reset" in its menu gives
};

/// One field of `width`. True where the value is another one now. `id` is also its name in the report.
bool edit_number(const PanelContext& c, const std::string& id, float& value, const NumberFormat& number,
                 float width);

/// One number of a row of `count`, with the axis' colour as a mark on its left (axis -1: none).
bool number_field(const PanelContext& c, const std::string& id, float& value, int axis, int count,
                  float speed, float low, float high, const char* format, std::optional<float> reset = {});

/// A field filled up to its value, as wide as ImGui::SetNextItemWidth asks.
bool slider(const PanelContext& c, const std::string& id, float& value, float low, float high,
            const char* format, std::optional<float> reset = {});

/// Says why the last input was refused, beside its field, until something else is pressed or typed.
void draw_field_problem(const PanelContext& c);

}  // namespace vitruvian
