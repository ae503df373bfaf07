// The command palette: every command by typing a part of its name.
#pragma once

#include <string>

namespace vitruvian {

struct PanelContext;

struct Palette {
    bool open = false;
    bool just_opened = false;
    std::string text;
    int current = 0;
};

void draw_palette(const PanelContext& c);

}  // namespace vitruvian
