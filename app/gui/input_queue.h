// What the mouse and the keyboard did, in order, handed out so that a slow frame loses nothing: at most one press of a
// button or key goes into one frame. Knows nothing of GLFW or ImGui.
#pragma once

#include <deque>
#include <vector>

namespace vitruvian {

struct InputEvent {
    enum class Kind { move, button, wheel, key, character, inside, focus };
    Kind kind = Kind::move;
    double time = 0.0;  // seconds
    double x = 0.0;     // of move: the place; of wheel: how far
    double y = 0.0;
    int code = 0;              // button, key or character; of inside and focus: 1 or 0
    int scancode = 0;          // of a key
    int modifiers = 0;         // of button and key
    bool down = false;         // of button and key
    bool repeat = false;       // of a key
    bool is_modifier = false;  // of a key: Shift, Ctrl, Alt, Super
};

class InputQueue {
  public:
    void push(const InputEvent& event) { waiting_.push_back(event); }
    [[nodiscard]] bool empty() const { return waiting_.empty(); }

    /// What the next frame is given, in order. `holds_keys`: a text field opens; what is typed waits for it, with all
    /// that came after.
    [[nodiscard]] std::vector<InputEvent> take_frame(bool holds_keys);

    /// True where a press of a button, given out with the last frame, makes a double click with the one before it. By
    /// the times when the presses came, however long their frames took.
    [[nodiscard]] bool is_double_click() const { return is_double_click_; }

  private:
    std::deque<InputEvent> waiting_;
    InputEvent last_press_;
    bool has_press_ = false;
    bool is_double_click_ = false;
};

}  // namespace vitruvian
