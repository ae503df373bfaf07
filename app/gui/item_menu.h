// What can be done with a thing: the menu of a right click, the same in the tree and in the view.
#pragma once

#include "app/scene/frame.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

struct ItemMenu {
    Selection what;
    bool opens = false;  // in this frame
};

/// Opens it where the mouse is; of what is a file, and of nothing, it does not.
void open_item_menu(const PanelContext& c, const Selection& what);
/// After all panels.
void draw_item_menu(const PanelContext& c);

/// "new_joint", "new_joint_2", ...: a name that nothing of the kind has yet.
[[nodiscard]] std::string free_name(const Document& document, ItemKind kind, int humanoid,
                                    const std::string& wish);

/// The joint and all that hang on it.
[[nodiscard]] std::vector<Item> chain_below(const Document& document, const Item& joint);

/// Weight 0 for every displacer that has another one.
void zero_displacers(const PanelContext& c, std::uint64_t figure);

}  // namespace vitruvian
