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

/// A joint that hangs on this one, selected, to be named and placed next.
void add_joint_below(const PanelContext& c, const OpenFigure& figure, const Item& joint);
[[nodiscard]] bool can_have_joint(const OpenFigure& figure, const Item& item);
/// A site on a joint or segment, selected likewise.
void add_site_on(const PanelContext& c, const OpenFigure& figure, const Item& item);
[[nodiscard]] bool can_have_site(const OpenFigure& figure, const Item& item);
/// A joint or site goes to the joint above the one that it hangs on, and stays where it is.
void hang_higher(const PanelContext& c, const OpenFigure& figure, const Item& item);
[[nodiscard]] bool can_hang_higher(const OpenFigure& figure, const Item& item);

/// "new_joint", "new_joint_2", ...: a name that nothing of the kind has yet.
[[nodiscard]] std::string free_name(const Document& document, ItemKind kind, int humanoid,
                                    const std::string& wish);

/// The joint and all that hang on it.
[[nodiscard]] std::vector<Item> chain_below(const Document& document, const Item& joint);

/// Weight 0 for every displacer that has another one.
void zero_displacers(const PanelContext& c, std::uint64_t figure);

}  // namespace vitruvian
