// Matches the elements of a world as read with those of the edited document, where elements were added,
// removed or reparented; and puts the document's lists into the order of the world.
#pragma once

#include "model/document/document.h"
#include "model/document/list_match.h"

#include <optional>
#include <vector>

namespace vitruvian::vrml {

/// Matches by kind and name, then by position, so that a node renamed while others were added or removed is
/// still recognised.
[[nodiscard]] ListMatch match_nodes(const Document& from, const Document& to);
/// Matches displacers of one segment by name, ignoring `nodes`.
[[nodiscard]] ListMatch match_displacers(const Document& from, const Document& to);
/// Matches by name, otherwise by which targets the clips animate.
[[nodiscard]] ListMatch match_clips(const Document& from, const Document& to);

/// Adds the plain groups that the world has to the document as frames, and removes those that it no longer
/// has; their children stay in place.
void adapt_groups(const Document& found, Document& document);

/// Returns `document` with its lists in the order of `found`; nullopt where the numbers of elements differ.
[[nodiscard]] std::optional<Document> in_order_of(const Document& found, const Document& document);

}  // namespace vitruvian::vrml
