// Which things of a world as it was read are which of the document that it is to become, where things came,
// went or hang elsewhere; and the document's lists in the order in which the world has them.
#pragma once

#include "model/document/document.h"
#include "model/document/list_match.h"

#include <optional>
#include <vector>

namespace vitruvian::vrml {

/// By kind and name, then by place, so that a thing that was renamed while others came and went is still the same.
[[nodiscard]] ListMatch match_nodes(const Document& from, const Document& to);
/// Displacers of one segment by name; `nodes` is not asked.
[[nodiscard]] ListMatch match_displacers(const Document& from, const Document& to);
/// By name, else by what moves how.
[[nodiscard]] ListMatch match_clips(const Document& from, const Document& to);

/// Gives the document the plain groups that the world has as frames, and takes those that it no longer has; what hangs
/// on them stays where it is.
void adapt_groups(const Document& found, Document& document);

/// `document` with its lists in the order of `found`, which has as many of everything; nullopt where it has not.
[[nodiscard]] std::optional<Document> in_order_of(const Document& found, const Document& document);

}  // namespace vitruvian::vrml
