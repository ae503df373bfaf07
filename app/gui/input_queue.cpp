#include "app/gui/input_queue.h"

#include <algorithm>

namespace vitruvian {
namespace {

constexpr double double_click_seconds = 0.3;

/// The events delivered to a frame so far.
struct Given {
    bool button = false;     // a button changed
    bool key_press = false;  // a non-modifier key was pressed
    bool character = false;
};

/// Whether this event may be delivered to a frame that has already received `given`.
bool fits(const InputEvent& event, const Given& given) {
    using Kind = InputEvent::Kind;
    switch (event.kind) {
        case Kind::move:
        case Kind::wheel:
        case Kind::inside:
            // A press belongs to its pointer position.
            return !given.button;
        case Kind::button:
            return !given.button && !given.key_press && !given.character;
        case Kind::key:
            if (given.button) return false;
            // Ctrl released after Ctrl+A still applies to the A.
            if (event.is_modifier || event.down) return !given.key_press && !given.character;
            return !given.key_press;
        case Kind::character:
            return !given.button;
        case Kind::focus:
            return true;
    }
    return true;
}

/// True if that key already changed in this frame: ImGui sees only its last state.
bool changed_before(const InputEvent& event, const std::vector<InputEvent>& frame) {
    return event.kind == InputEvent::Kind::key &&
           std::any_of(frame.begin(), frame.end(), [&event](const InputEvent& earlier) {
               return earlier.kind == event.kind && earlier.code == event.code;
           });
}

}  // namespace

std::vector<InputEvent> InputQueue::take_frame(bool holds_keys) {
    using Kind = InputEvent::Kind;
    std::vector<InputEvent> out;
    Given given;
    is_double_click_ = false;
    while (!waiting_.empty()) {
        const InputEvent event = waiting_.front();
        const bool typed = event.kind == Kind::key || event.kind == Kind::character;
        if ((typed && holds_keys) || !fits(event, given) || changed_before(event, out)) break;
        given.button = given.button || event.kind == Kind::button;
        given.key_press = given.key_press || (event.kind == Kind::key && event.down && !event.is_modifier);
        given.character = given.character || event.kind == Kind::character;
        if (event.kind == Kind::button && event.down) {
            is_double_click_ = has_press_ && last_press_.code == event.code &&
                               event.time - last_press_.time < double_click_seconds;
            last_press_ = event;
            has_press_ = true;
        }
        out.push_back(event);
        waiting_.pop_front();
    }
    return out;
}

}  // namespace vitruvian
