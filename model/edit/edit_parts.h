// What several commands need: looking things up, names that are free, and keeping a change only where it is sound.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <string_view>

namespace vitruvian {

/// "edit-no-such-joint" for an item of that kind that the document does not have.
[[nodiscard]] tl::unexpected<Error> no_such_thing(const Item& item, ItemKind wanted);
/// Whether the item is of the kind and is there.
[[nodiscard]] bool is_there(const Document& document, const Item& item, ItemKind kind);

/// Null where there is no such joint.
[[nodiscard]] Joint* find_joint(Document& document, const Item& item);

/// Whether the figure's joints rest as H-Anim's do, unturned, and its poses and placings are transforms from that. An
/// H-Anim figure in a glTF file may have bones with axes of their own.
[[nodiscard]] bool rests_unturned(const Document& document, int humanoid);

/// A site's place as files and SetSite say it, where its node is at `local` in its parent: H-Anim's transforms turn
/// about their centre, and are in the humanoid's frame at rest.
[[nodiscard]] vec3 said_translation(const Document& document, const Item& site, const vec3& local);

/// UTF-8 without control characters.
[[nodiscard]] bool is_text(std::string_view text);

/// Whether `name` is one, and free among the things of that kind (of that humanoid), `own` aside. Errors:
/// "edit-bad-name", "edit-name-taken".
[[nodiscard]] Result<void> expect_free_name(const Document& document, ItemKind kind, int humanoid,
                                            std::string_view name, const Item& own = {});

/// Whether they say a rotation: "edit-not-a-rotation".
[[nodiscard]] Result<void> expect_rotation(const vec3& axis, float angle);

/// Whether a node's numbers are sound: "edit-out-of-range". For commands that change those of few nodes alone.
[[nodiscard]] Result<void> expect_sound(const Node& node);
/// Makes `changed` the document, whose meshes' numbers are proved where no vertex was changed, unless a number in it is
/// no longer finite or the like: "edit-out-of-range".
[[nodiscard]] Result<void> keep_if_valid(Document changed, Document& document,
                                         MeshNumbers numbers = MeshNumbers::proved);

}  // namespace vitruvian
