// The edits in an item's context menu.
#pragma once

#include "app/scene/frame.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// Draws the rows of an open menu: the item's edits, and "copy name" as commands refer to it.
void edit_rows(const PanelContext& c, const OpenFigure& figure, const Item& item);

/// Adds a child joint and selects it.
void add_joint_below(const PanelContext& c, const OpenFigure& figure, const Item& joint);
[[nodiscard]] bool can_have_joint(const OpenFigure& figure, const Item& item);
/// Adds a site to a joint or segment and selects it.
void add_site_on(const PanelContext& c, const OpenFigure& figure, const Item& item);
[[nodiscard]] bool can_have_site(const OpenFigure& figure, const Item& item);
/// Makes a joint or site a child of its grandparent, keeping its world transform.
void reparent_to_grandparent(const PanelContext& c, const OpenFigure& figure, const Item& item);
[[nodiscard]] bool can_reparent_to_grandparent(const OpenFigure& figure, const Item& item);

/// "new_joint", "new_joint_2", ...: the first name that no item of the kind has.
[[nodiscard]] std::string free_name(const Document& document, ItemKind kind, int humanoid,
                                    const std::string& wish);

/// The joint and all joints below it.
[[nodiscard]] std::vector<Item> chain_below(const Document& document, const Item& joint);

/// Sets the weights of all displacers, or of one humanoid's, to 0.
void zero_displacers(const PanelContext& c, std::uint64_t figure, int humanoid = -1);

}  // namespace vitruvian
