// The command palette: finds every command by a part of its name.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian {

struct PanelContext;

struct Palette {
    bool open = false;
    std::string text;
    int current = 0;
};

/// How well a command's title matches the typed text, ignoring case: 0 the title begins with it, 1 a word
/// does, 2 it contains it, 3 it contains its words in any order, 4 its letters in that order; -1 no match.
[[nodiscard]] int palette_rank(std::string_view title, std::string_view wanted);

void draw_palette(const PanelContext& c);

}  // namespace vitruvian
