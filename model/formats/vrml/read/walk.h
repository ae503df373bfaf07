// The second walk over a world; the other files of this folder describe what each kind of node becomes.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <optional>
#include <vector>

namespace vitruvian::vrml {

/// Builds the document of everything below `root`: frames, figures, meshes, cameras and lights, not clips.
/// nullopt where it was cancelled.
[[nodiscard]] std::optional<BuiltNodes> build_world(World& world, const Survey& survey, Document& document,
                                                    const Environment& root);

/// Builds what a node and its descendants become. The walk ends where the world is rejected or reading is
/// cancelled, and does not follow cycles.
void visit(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_all(BuildContext& build, const std::vector<NodeRef>& nodes, const WalkPlace& at);

}  // namespace vitruvian::vrml
