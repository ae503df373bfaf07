// Insertion, removal and moving within the lists of a document: whatever points into a list is renumbered
// with it (see references.h), and parents stay before children. Shared meshes, skins and clips are copied
// where they change and only there. Numbers alone: frames, inverse binds and weights are the caller's to
// repair.
#pragma once

#include "model/document/item.h"
#include "model/document/references.h"

#include <span>

namespace vitruvian {

/// For each joint of a humanoid the nearest one above it, nodes between passed over: by index; -1 where there is none.
[[nodiscard]] std::vector<int> parents_of_joints(const Document& document, int humanoid);

// Each puts a thing at `at` (0 to the list's length) and moves what stands there and after it up by one. What
// the new thing refers to is numbered as it was before.
void insert_node(Document& document, int at, Node node);  // at > node.parent
void insert_joint(Document& document, int humanoid, int at, Joint joint);
void insert_segment(Document& document, int humanoid, int at, Segment segment);
void insert_site(Document& document, int humanoid, int at, Site site);
void insert_displacer(Document& document, int at, Displacer displacer);
void insert_clip(Document& document, int at, std::shared_ptr<const Clip> clip);

/// Removes a node, joint, segment, site, displacer or clip.
/// Of a node, the parent takes its children, its meshes, cameras, lights and entries in skins; joints and
/// sites that it is, and channels that move it, go with it, and bones and expressions lose it. Of a joint,
/// the joint above takes its segments, or they go with it; its node stays, as a site's does, as a plain
/// group. Of a displacer, its morph targets, channels and binds go with it. What belonged to a segment
/// belongs to none. Errors, which leave the document as it was: "no-such-item" (also for other kinds),
/// "node-carries-skin": a root that a skin moves with.
[[nodiscard]] Result<void> remove_item(Document& document, const Item& item);

/// Moves a node, joint, segment, site, displacer or clip to `to` in its list.
/// Errors, which leave the document as it was: "no-such-item" (also for other kinds and places),
/// "child-first": it, or one of its children, would come before its parent.
[[nodiscard]] Result<void> move_item(Document& document, const Item& item, int to);

/// Hangs a node on another (-1: the world), and moves nodes and joints as little as needed for parents to
/// come before children; their numbers may change. Its frame in its parent stays, so it moves in the world.
/// Errors, which leave the document as it was: "no-such-item", "parent-below": the new parent hangs on the
/// node.
[[nodiscard]] Result<void> set_parent(Document& document, int node, int parent);

}  // namespace vitruvian
