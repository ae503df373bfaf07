#include "model/formats/vrml/read/build_context.h"

#include <fmt/format.h>

namespace vitruvian::vrml {

bool is_first(BuildContext& build, NodeRef node) {
    return build.once.insert(node.key()).second;
}

std::string name_of(World& world, NodeRef node, const WalkPlace& at) {
    const std::string name = read_string(world, node, "name");
    if (!name.empty()) return name;
    if (!at.name.empty()) return std::string(name_without_prefix(at.name));
    const SyntaxNode& syntax = world.syntax(node);
    const std::string def(name_without_prefix(syntax.def));
    // Of several nodes with one DEF the last one has the name; the others get a number appended, as in X_ITE.
    return syntax.redefined == 0 ? def : fmt::format("{}_{}", def, syntax.redefined);
}

}  // namespace vitruvian::vrml
