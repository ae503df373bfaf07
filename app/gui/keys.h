// Key presses, independent of the windowing library.
#pragma once

#include <string>

namespace vitruvian {

/// Printable keys are their upper-case ASCII character, as on a US layout.
enum class Key : int {
    none = 0,
    space = ' ',
    equal = '=',
    minus = '-',
    left = 256,
    right,
    up,
    down,
    home,
    end,
    enter,
    escape,
    backspace,
    tab,
    page_up,
    page_down,
    del,
    f1,
    f2,
    f5,
    f8,
    f10,
    f12,
    alt  // pressed and released by itself
};

struct KeyPress {
    int key = 0;  // a Key, or a character
    bool ctrl = false;
    bool shift = false;
    bool alt = false;
    bool repeat = false;

    [[nodiscard]] bool is(Key wanted) const { return key == static_cast<int>(wanted) && !ctrl && !alt; }
};

/// A key with its modifiers, for matching and for menus.
struct Shortcut {
    int key = 0;
    bool ctrl = false;
    bool shift = false;
    bool alt = false;

    [[nodiscard]] bool matches(const KeyPress& press) const {
        return key != 0 && press.key == key && press.ctrl == ctrl && press.shift == shift && press.alt == alt;
    }
    /// "Ctrl+Shift+Z".
    [[nodiscard]] std::string text() const;
};

constexpr Shortcut plain(Key key) {
    return {static_cast<int>(key)};
}
constexpr Shortcut plain(char key) {
    return {key};
}
constexpr Shortcut ctrl(char key) {
    return {key, true, false};
}
constexpr Shortcut shift(char key) {
    return {key, false, true};
}
constexpr Shortcut alt(char key) {
    return {key, false, false, true};
}
constexpr Shortcut ctrl_shift(char key) {
    return {key, true, true};
}

}  // namespace vitruvian
