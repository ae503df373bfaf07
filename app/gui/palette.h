// The command palette: every command by typing a part of its name.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian {

struct PanelContext;

struct Palette {
    bool open = false;
    bool just_opened = false;
    std::string text;
    int current = 0;
};

/// How well a command's title fits what was typed, whatever the case of letters: 0 it begins so, 1 a word of it does, 2 it
/// holds it, 3 it has its letters in that order; -1: not at all.
[[nodiscard]] int palette_rank(std::string_view title, std::string_view wanted);

void draw_palette(const PanelContext& c);

}  // namespace vitruvian
