// The second walk over a world: what each kind of node becomes is said in the files beside this one, by subject.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <optional>
#include <vector>

namespace vitruvian::vrml {

/// Builds the document of everything below `root`: frames, figures, meshes, cameras and lights, not clips. Nothing where
/// it was cancelled.
[[nodiscard]] std::optional<BuiltNodes> build_world(World& world, const Survey& survey, Document& document,
                                                    const Environment& root);

/// Builds what a node and those below it become. The walk ends where the world is refused or reading is cancelled, and
/// goes round no circle.
void visit(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_all(BuildContext& build, const std::vector<NodeRef>& nodes, const WalkPlace& at);

}  // namespace vitruvian::vrml
