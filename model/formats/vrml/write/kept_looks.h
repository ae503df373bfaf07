// What a material was made from in its world, written as it was unless the material was edited: instances of
// PROTOs that are an Appearance, or a Material or texture of one, and how a Material reflects lights.
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

/// What a Material node says of its highlights and of ambient light; a document's material has a roughness.
struct KeptGloss {
    vec3 specular{0.0F};
    float shininess = 0.2F;
    float ambient_intensity = 0.2F;
};

/// What one material's Appearance has.
struct KeptLook {
    std::string def;                                             // the Appearance's name; empty: none
    std::optional<OutputNode> whole;                             // the whole Appearance is an instance
    std::optional<TextureMove> texture_move;                     // of a whole instance: its texture transform
    std::vector<std::pair<std::string_view, OutputNode>> parts;  // by field
    std::optional<KeptGloss> gloss;                              // of a Material that is no instance
};

/// By index of the document's materials. `source` is what the document was made from; `written` receives the
/// instances. Excluded are instances of an Appearance whose TextureTransform has a scale of zero, since the
/// document's texture coordinates are transformed, and Materials of VRML97 with a texture where the target is
/// X3D, which shades them differently.
[[nodiscard]] std::map<int, KeptLook> keep_looks(const Document& document, OpenedWorld& source,
                                                 ProtoCopier& copier, DefNames& names, bool vrml97,
                                                 std::set<NodeId>& written);

}  // namespace vitruvian::vrml
