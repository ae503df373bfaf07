// Finds instances of PROTOs with several instances that are edited differently, and gives an instance a PROTO
// of its own in the file's text. Knows nothing of the edits themselves.
#pragma once

#include "model/document/difference.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::vrml {

/// How a change inside a PROTO with several instances is made.
enum class SharedText {
    apart,  // for one instance: an Error where the PROTO's fields cannot give them different values
    as_one  // once, with the first one's value; the caller checks that all get the same change
};

/// Returns the instances of such PROTOs in the world's own file that contain an element of `changes`, outer
/// instances first. `changes` are those from the world to `document`.
[[nodiscard]] std::vector<const Environment*> edited_instances(const OpenedWorld& opened,
                                                               const Document& document,
                                                               std::span<const Difference> changes);

/// A copy of an instance's PROTO, inserted beside it under another name, which the instance then uses.
struct OwnProto {
    TextEdits edits;
    std::string name;
};
/// nullopt where the instance is itself inside a PROTO with several instances.
[[nodiscard]] std::optional<OwnProto> own_proto(const OpenedWorld& opened, const Environment& instance,
                                                Encoding encoding);

}  // namespace vitruvian::vrml
