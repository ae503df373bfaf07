// Recognises a tap of Alt: pressed and released with nothing in between. Independent of GLFW and ImGui.
#pragma once

#include "app/gui/input_queue.h"

namespace vitruvian {

class AltTap {
  public:
    /// `is_alt`: the event's code is that of Alt. Give it all events, in order.
    [[nodiscard]] bool is_completed_by(const InputEvent& event, bool is_alt) {
        using Kind = InputEvent::Kind;
        if (event.kind == Kind::move) return false;  // a hand on the mouse trembles
        const bool of_alt = event.kind == Kind::key && is_alt;
        const bool completed = of_alt && !event.down && may_be_tap_;
        // Releases of other keys that were pressed before Alt do no harm.
        const bool harmless = event.kind == Kind::key && !event.down && !of_alt;
        if (!harmless) may_be_tap_ = of_alt && event.down && (may_be_tap_ || !event.repeat);
        return completed;
    }

  private:
    bool may_be_tap_ = false;
};

}  // namespace vitruvian
