// What can be changed of a thing by the menu of a right click.
#pragma once

#include "app/scene/frame.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// Rows of a menu that is open: what can be changed of a thing, and how it is called in commands.
void edit_rows(const PanelContext& c, const OpenFigure& figure, const Item& item);

/// "new_joint", "new_joint_2", ...: a name that nothing of the kind has yet.
[[nodiscard]] std::string free_name(const Document& document, ItemKind kind, int humanoid,
                                    const std::string& wish);

/// The joint and all that hang on it.
[[nodiscard]] std::vector<Item> chain_below(const Document& document, const Item& joint);

/// Weight 0 for every displacer that has another one.
void zero_displacers(const PanelContext& c, std::uint64_t figure);

}  // namespace vitruvian
