// PROTOs with several instances, of which not all are edited alike: which they are, and how an instance gets a PROTO of
// its own in the file's text. It knows nothing of what is edited then.
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

/// How a change of what stands in a PROTO with several instances is made.
enum class SharedText {
    apart,  // for the one instance: where the PROTO cannot tell them apart it is an Error
    as_one  // once, for all: as the first instance has it; whether all were to have it is for the caller to see
};

/// The instances of such PROTOs of the world's own file in which something of `changes` stands, outer ones first.
/// `changes` lead from the world to `document`.
[[nodiscard]] std::vector<const Environment*> edited_instances(const OpenedWorld& opened,
                                                               const Document& document,
                                                               std::span<const Difference> changes);

/// A copy of an instance's PROTO beside it under another name, which the instance then has.
struct OwnProto {
    TextEdits edits;
    std::string name;
};
/// nullopt where the instance itself is one of several.
[[nodiscard]] std::optional<OwnProto> own_proto(const OpenedWorld& opened, const Environment& instance,
                                                Encoding encoding);

}  // namespace vitruvian::vrml
