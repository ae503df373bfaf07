// Nodes of a world that a Document does not hold and that every encoding can say: sensors, Scripts, sound, fog, timers
// and what passes events on (VRML97, 6; ISO/IEC 19775-1, 16, 19, 20, 22, 24, 29, 30). Copied as they are written.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <optional>
#include <string_view>

namespace vitruvian::vrml {

/// Whether nodes of a type are copied, and whether they mean the same wherever they stand.
struct CarriedType {
    bool is_carried = false;
    bool anywhere = false;
    bool at_need = false;  // copied where the Document does not hold that node
};
[[nodiscard]] CarriedType carried_type(std::string_view type);

/// The node `id` of a carried type. A USE in it has no type yet (its node may be written as another). nullopt where the
/// target has no way to say it: X3D's own nodes, or fields of a Script, in VRML97.
[[nodiscard]] std::optional<OutputNode> copy_carried(const SyntaxTree& tree, NodeId id, bool vrml97);

}  // namespace vitruvian::vrml
