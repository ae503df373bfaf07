// The interface of tools: pointer and key input and the session (read-only) in, intents and marks out.
// Independent of ImGui and OpenGL.
#pragma once

#include "app/scene/skin_pick.h"
#include "app/session/session.h"
#include "app/tools/tool_marks.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// A typed key: an upper-case character of the US layout, or one of these constants.
struct ToolKey {
    static constexpr int enter = '\r';
    static constexpr int escape = 27;
    static constexpr int backspace = '\b';
    int key = 0;
    bool shift = false;
};

enum class PointerButton { left, middle, right };

/// The item visible at a point, and what a click there selects, most likely first (see pick_targets).
struct Seen {
    Selection what;
    std::vector<PickTarget> targets;
};

/// The pointer input of one frame.
struct ToolInput {
    ToolView view;
    vec2 at{0.0F};
    std::uint64_t only = 0;                // the only figure in the picture; 0: all shown figures
    bool turns = true;                     // the camera may orbit; false: orbiting pans instead
    bool over = false;                     // the pointer is over the picture and nothing covers it
    bool handles = true;                   // handles are active; false: something else uses the pointer
    std::optional<PointerButton> pressed;  // over the picture, in this frame
    std::optional<PointerButton> released;
    std::optional<PointerButton> held;  // since it was pressed over the picture
    float wheel = 0.0F;                 // notches, positive away from the user
    bool ctrl = false;
    bool shift = false;
    bool alt = false;
    std::function<Seen(const vec2&)> pick;
};

struct ToolOutput {
    Intents intents;
    ToolMarks marks;
    bool asks_menu = false;  // requests a context menu for the item under the pointer
};

/// A drag in progress, until it is released, confirmed or cancelled. Its command applies to the document as
/// it was at the start of the drag: the steps of one gesture.
class Drag {
  public:
    Drag() = default;
    virtual ~Drag() = default;
    Drag(const Drag&) = delete;
    Drag& operator=(const Drag&) = delete;

    /// Updates the drag to the pointer position `input.at`.
    virtual void follow(const ToolInput& input) = 0;
    /// Handles a key; true if the drag used it.
    virtual bool type(const ToolKey& key) = 0;
    /// True if the drag, when released without a move, waits for a typed number.
    [[nodiscard]] virtual bool waits_for_number() const { return false; }
    /// Returns the edit; nullopt while nothing is changed.
    [[nodiscard]] virtual std::optional<Command> command() const = 0;
    virtual void draw(MarkPen& pen) const = 0;
    /// Returns the value with its unit, for display.
    [[nodiscard]] virtual std::string readout() const = 0;
};

}  // namespace vitruvian
