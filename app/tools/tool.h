// What tools are given and what they give: a pointer over a picture, keys, and the session, read only, become intents and
// marks. Knows nothing of ImGui or OpenGL.
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

/// A key that was typed: an upper-case character, as on a US layout, or one of these.
struct ToolKey {
    static constexpr int enter = '\r';
    static constexpr int escape = 27;
    static constexpr int backspace = '\b';
    int key = 0;
    bool shift = false;
};

enum class PointerButton { left, middle, right };

/// What of the scene is seen at a place, and what a click there selects, the likeliest first (see pick_targets).
struct Seen {
    Selection what;
    std::vector<PickTarget> targets;
};

/// One frame of a pointer.
struct ToolInput {
    ToolView view;
    vec2 at{0.0F};
    std::uint64_t only = 0;  // the one figure that is seen in the picture; 0: every one that is shown
    bool turns = true;       // the camera; false: it moves where it would turn
    bool over = false;       // the picture, and nothing lies before it
    bool handles = true;     // are drawn and can be seized; false: something else has the pointer
    std::optional<PointerButton> pressed;  // over the picture, in this frame
    std::optional<PointerButton> released;
    std::optional<PointerButton> held;  // since it was pressed over the picture
    float wheel = 0.0F;                 // notches, away from the person positive
    bool ctrl = false;
    bool shift = false;
    bool alt = false;
    std::function<Seen(const vec2&)> pick;
};

struct ToolOutput {
    Intents intents;
    ToolMarks marks;
    bool asks_menu = false;  // of what is under the pointer
};

/// Something that the pointer has seized, until it is released, confirmed or cancelled. Its command is of the document as it
/// was when it was seized: the steps of one gesture.
class Drag {
  public:
    Drag() = default;
    virtual ~Drag() = default;
    Drag(const Drag&) = delete;
    Drag& operator=(const Drag&) = delete;

    /// The pointer is at `input.at` now.
    virtual void follow(const ToolInput& input) = 0;
    /// True where the key meant something to it.
    virtual bool type(const ToolKey& key) = 0;
    /// Let go where it was seized, it waits for a number that is typed.
    [[nodiscard]] virtual bool waits_for_number() const { return false; }
    /// nullopt while nothing is changed.
    [[nodiscard]] virtual std::optional<Command> command() const = 0;
    virtual void draw(MarkPen& pen) const = 0;
    /// The value with its unit.
    [[nodiscard]] virtual std::string readout() const = 0;
};

}  // namespace vitruvian
