// Functions shared by commands: lookups, unique names, and validation of changes.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <string_view>

namespace vitruvian {

/// "edit-no-such-joint" (or other kind): the document has no such item.
[[nodiscard]] tl::unexpected<Error> no_such_thing(const Item& item, ItemKind wanted);
/// True if the item is of the kind and exists.
[[nodiscard]] bool is_there(const Document& document, const Item& item, ItemKind kind);

/// Null if the joint does not exist.
[[nodiscard]] Joint* find_joint(Document& document, const Item& item);

/// True if the figure's joints have no rest rotation, as in H-Anim, and its poses and placements are
/// transforms relative to that. An H-Anim figure in a glTF file may have bones with axes of their own.
[[nodiscard]] bool rests_unturned(const Document& document, int humanoid);

/// Returns the first segment of a joint, as an index in the humanoid; -1: none.
[[nodiscard]] int segment_of_joint(const Humanoid& humanoid, int joint);

/// Returns the node in whose frame AddSite places a site on a segment: a node of the segment's own below its
/// joint's, where its meshes or sites are, or the joint's.
[[nodiscard]] int frame_node_of(const Document& document, const Item& segment);

/// Returns a site's translation as in files and in SetSite, for the local transform `local` of its node:
/// H-Anim's transforms rotate about their centre, and are in the humanoid's frame at rest.
[[nodiscard]] vec3 said_translation(const Document& document, const Item& site, const vec3& local);

/// Returns the site's translation as its file has it.
[[nodiscard]] vec3 said_translation(const Document& document, const Item& site);

/// True for UTF-8 without control characters.
[[nodiscard]] bool is_text(std::string_view text);

/// Checks that `name` is valid and not used by another object of that kind (of that humanoid) than `own`.
/// Errors: "edit-bad-name", "edit-name-taken".
[[nodiscard]] Result<void> expect_free_name(const Document& document, ItemKind kind, int humanoid,
                                            std::string_view name, const Item& own = {});

/// Checks that they define a rotation. Error: "edit-not-a-rotation".
[[nodiscard]] Result<void> expect_rotation(const vec3& axis, float angle);

/// Checks a node's numbers. Error: "edit-out-of-range". For commands that change only the numbers of few
/// nodes.
[[nodiscard]] Result<void> expect_sound(const Node& node);
/// Replaces the document by `changed` if all its numbers are valid (finite etc.); otherwise returns
/// "edit-out-of-range". MeshNumbers::proved skips those of meshes, for changes that touch no vertex or weight.
[[nodiscard]] Result<void> keep_if_valid(Document changed, Document& document,
                                         MeshNumbers numbers = MeshNumbers::proved);

}  // namespace vitruvian
