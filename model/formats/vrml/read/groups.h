// Grouping nodes: Transforms, groups, Switches, LODs, Inlines and instances of PROTOs (VRML97 6.6, 6.26,
// 6.46, 6.52, 6.21, 4.8.3). A Transform becomes a node of the document where something in it moves or is part
// of a figure; otherwise it is baked into its contents.
#pragma once

#include "model/formats/vrml/read/build_context.h"

namespace vitruvian::vrml {

/// A Group and similar nodes whose `children` are all shown.
void visit_group(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_transform(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_switch(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_lod(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_inline(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_instance(BuildContext& build, NodeRef node, const WalkPlace& at);

}  // namespace vitruvian::vrml
