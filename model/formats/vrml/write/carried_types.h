// Nodes of a world that a Document does not hold and that every encoding can store: sensors, Scripts, sound,
// fog, timers and event utilities (VRML97, 6; ISO/IEC 19775-1, 16, 19, 20, 22, 24, 29, 30). They are copied
// as written.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/field_copies.h"
#include "model/formats/vrml/write/output_node.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian::vrml {

/// Whether nodes of a type are copied, and whether they mean the same wherever they are placed.
struct CarriedType {
    bool is_carried = false;
    bool anywhere = false;
    bool at_need = false;  // copied where the Document does not hold that node
};
[[nodiscard]] CarriedType carried_type(std::string_view type);

/// Returns which fields of a node of such a type are copied; nullopt for other types, and those that the
/// target lacks.
[[nodiscard]] std::optional<CopiedType> carried_fields(std::string_view type, bool vrml97);
/// Returns a field type ("SFVec3f") that is copied; null for other types, and those that the target lacks.
[[nodiscard]] const FieldType* interface_type(std::string_view name, bool vrml97);
/// "inputOutput".
[[nodiscard]] std::string_view access_word(Access access);
/// Returns a Script's URL for the target: the scheme is "javascript:" in VRML97, "ecmascript:" in X3D.
[[nodiscard]] std::string with_scheme_of(const std::string& url, bool vrml97);

/// Copies the node `id` of a carried type. A USE in it has no type yet (its node may be written as another
/// type). nullopt where the target cannot store it: X3D's own nodes, or fields of a Script, in VRML97.
[[nodiscard]] std::optional<OutputNode> copy_carried(const SyntaxTree& tree, NodeId id, bool vrml97);

}  // namespace vitruvian::vrml
