// Instances of PROTOs that are an Appearance, or a Material or texture of one: written as instances, not
// expanded, unless the material was edited.
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

/// The instances that one material's Appearance uses.
struct KeptLook {
    std::string def;                                             // the Appearance's name; empty: none
    std::optional<OutputNode> whole;                             // the whole Appearance is an instance
    std::optional<TextureMove> texture_move;                     // of a whole instance: its texture transform
    std::vector<std::pair<std::string_view, OutputNode>> parts;  // by field
};

/// By index of the document's materials. `source` is what the document was made from; `written` receives the
/// instances. Excluded are instances of an Appearance whose TextureTransform has a scale of zero, since the
/// document's texture coordinates are transformed, and Materials of VRML97 with a texture where the target is
/// X3D, which shades them differently.
[[nodiscard]] std::map<int, KeptLook> keep_looks(const Document& document, OpenedWorld& source,
                                                 ProtoCopier& copier, DefNames& names, bool vrml97,
                                                 std::set<NodeId>& written);

}  // namespace vitruvian::vrml
