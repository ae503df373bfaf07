// Nodes of a world that a Document does not hold and that every encoding can say: sensors, Scripts, sound, fog, timers
// and what passes events on (VRML97, 6; ISO/IEC 19775-1, 16, 19, 20, 22, 24, 29, 30). Copied as they are written.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/field_copies.h"
#include "model/formats/vrml/write/output_node.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian::vrml {

/// Whether nodes of a type are copied, and whether they mean the same wherever they stand.
struct CarriedType {
    bool is_carried = false;
    bool anywhere = false;
    bool at_need = false;  // copied where the Document does not hold that node
};
[[nodiscard]] CarriedType carried_type(std::string_view type);

/// What of a node of such a type is copied; nullopt for others, and those that the target has not.
[[nodiscard]] std::optional<CopiedType> carried_fields(std::string_view type, bool vrml97);
/// A type of fields ("SFVec3f") that is copied; null for others, and those that the target has not.
[[nodiscard]] const FieldType* interface_type(std::string_view name, bool vrml97);
/// "inputOutput".
[[nodiscard]] std::string_view access_word(Access access);
/// A Script's address: engines are called "javascript:" in VRML97, "ecmascript:" in X3D.
[[nodiscard]] std::string with_scheme_of(const std::string& url, bool vrml97);

/// The node `id` of a carried type. A USE in it has no type yet (its node may be written as another). nullopt where the
/// target has no way to say it: X3D's own nodes, or fields of a Script, in VRML97.
[[nodiscard]] std::optional<OutputNode> copy_carried(const SyntaxTree& tree, NodeId id, bool vrml97);

}  // namespace vitruvian::vrml
