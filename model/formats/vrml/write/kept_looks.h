// Instances of PROTOs that are an Appearance, or a Material or texture of one: written as instances, not as what they stand
// for, while nothing of the look was edited.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/world/texture_move.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/output_node.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct OpenedWorld;
class ProtoCopier;

/// What the Appearance of one material has of instances.
struct KeptLook {
    std::string def;                          // the Appearance's name; empty: none
    std::optional<OutputNode> whole;          // it is one itself
    std::optional<TextureMove> texture_move;  // of a whole one: what it does to coordinates
    std::vector<std::pair<std::string_view, OutputNode>> parts;  // by field
};

/// By the document's materials. `source` is what the document was made of; `written` gets the instances. An instance
/// that is an Appearance whose TextureTransform flattens is none of them: the document has its texture coordinates
/// transformed. Nor are Materials of VRML97 with a texture where the target is X3D, which sees them otherwise.
[[nodiscard]] std::map<int, KeptLook> keep_looks(const Document& document, OpenedWorld& source,
                                                 ProtoCopier& copier, DefNames& names, bool vrml97,
                                                 std::set<NodeId>& written);

}  // namespace vitruvian::vrml
