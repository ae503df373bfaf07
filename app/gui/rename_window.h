// The preview of renaming joints by a naming scheme: old and new names.
#pragma once

#include "model/standard/naming_scheme.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

struct Action;
struct PanelContext;

struct RenameWindow {
    bool open = false;
    std::uint64_t figure = 0;
    int humanoid = 0;
    NamingScheme scheme = NamingScheme::hanim_2_0;
};

void draw_rename_window(const PanelContext& c);

/// What mends a rig as a whole, for the Rig menu and the palette.
void add_repair_actions(std::vector<Action>& list);

}  // namespace vitruvian
