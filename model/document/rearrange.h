// Insertion, removal and reordering in the lists of a document. References into a list are renumbered (see
// references.h), and parents stay before children. Shared meshes, skins and clips are copied only if they
// change. Only indices are updated: frames, inverse binds and weights are left to the caller.
#pragma once

#include "model/document/item.h"
#include "model/document/references.h"

#include <span>

namespace vitruvian {

/// Returns for each joint of a humanoid the index of its nearest ancestor joint, skipping other nodes; -1 if
/// there is none.
[[nodiscard]] std::vector<int> parents_of_joints(const Document& document, int humanoid);

// Each function inserts an object at `at` (0 to the list's length) and shifts the following ones up by one.
// References in the new object use the numbering before the insertion.
void insert_node(Document& document, int at, Node node);  // at > node.parent
void insert_joint(Document& document, int humanoid, int at, Joint joint);
void insert_segment(Document& document, int humanoid, int at, Segment segment);
void insert_site(Document& document, int humanoid, int at, Site site);
void insert_displacer(Document& document, int at, Displacer displacer);
void insert_clip(Document& document, int at, std::shared_ptr<const Clip> clip);

/// Removes a node, joint, segment, site, displacer or clip. Node: its parent takes over its children, meshes,
/// cameras, lights and skin entries; its joint and site and the channels that target it are removed, and
/// references from bones and expressions are cleared. Joint: the parent joint takes over its segments, or
/// they are removed; its node stays as a plain group, as does a site's. Displacer: its morph targets,
/// channels and binds are removed. Objects of a removed segment belong to no segment. Errors, which leave the
/// document unchanged: "no-such-item" (also for other kinds), "node-carries-skin" (a root node that a skin
/// refers to).
[[nodiscard]] Result<void> remove_item(Document& document, const Item& item);

/// Moves a node, joint, segment, site, displacer or clip to index `to` of its list. Errors, which leave the
/// document unchanged: "no-such-item" (also for other kinds and indices), "child-first" (it, or one of its
/// children, would come before its parent).
[[nodiscard]] Result<void> move_item(Document& document, const Item& item, int to);

/// Sets the parent of a node (-1: the world), and moves nodes and joints in their lists as little as needed
/// for parents to come before children; their indices may change. Its local frame is kept, so it moves in the
/// world. Errors, which leave the document unchanged: "no-such-item", "parent-below" (the new parent is a
/// descendant of the node).
[[nodiscard]] Result<void> set_parent(Document& document, int node, int parent);

}  // namespace vitruvian
