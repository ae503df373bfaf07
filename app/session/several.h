// Commands on several items at once, for a selection of more than one.
#pragma once

#include "model/edit/command.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

struct Document;

/// Returns the command that deletes the joints, sites and displacers among the items; nullopt if there are none.
[[nodiscard]] std::optional<Command> delete_items(const Document& document, std::span<const Item> items);

/// Returns the command that gives the other joints the limits of `joint`, with the frame that they are about.
[[nodiscard]] Command give_limits(const Document& document, const Item& joint, std::span<const Item> others);
/// The same for its stiffness.
[[nodiscard]] Command give_stiffness(const Document& document, const Item& joint,
                                     std::span<const Item> others);
/// Returns the command that gives those of the joints anatomical limits that have any; nullopt if none has.
[[nodiscard]] std::optional<Command> apply_anatomical_limits(const Document& document,
                                                             std::span<const Item> joints);

/// Returns the joints among the items, but not `joint`.
[[nodiscard]] std::vector<Item> other_joints(std::span<const Item> items, const Item& joint);

}  // namespace vitruvian
