// A queue of mouse and keyboard events that hands at most one press of a button or key to each frame, so that
// slow frames lose nothing. Independent of GLFW and ImGui.
#pragma once

#include <deque>
#include <vector>

namespace vitruvian {

struct InputEvent {
    enum class Kind { move, button, wheel, key, character, inside, focus };
    Kind kind = Kind::move;
    double time = 0.0;  // seconds
    double x = 0.0;     // of move: the position; of wheel: the offset
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

    /// Removes and returns the events of the next frame, in order. `holds_keys`: a text field is about to
    /// open; typed keys and all later events wait for it.
    [[nodiscard]] std::vector<InputEvent> take_frame(bool holds_keys);

    /// True if the last frame's button press makes a double click with the one before it. Decided by the
    /// times of the presses, however long the frames took.
    [[nodiscard]] bool is_double_click() const { return is_double_click_; }

  private:
    std::deque<InputEvent> waiting_;
    InputEvent last_press_;
    bool has_press_ = false;
    bool is_double_click_ = false;
};

}  // namespace vitruvian
