// Joints that are added to the text of a BVH file, and taken out of it.
#pragma once

#include "model/formats/bvh/bvh_reader.h"

#include <string>
#include <vector>

namespace vitruvian {

/// Returns the nodes of the document's joints in the order of a BVH file: each before its descendants, siblings in
/// the order of the nodes.
[[nodiscard]] std::vector<int> joints_in_file_order(const Document& document);

/// Returns `text`, the file that `file` was read from, with the joints of `goal`: new ones have no rotation in any
/// frame, and the children of those that are gone are their parents'. Joints that have another parent are taken out
/// and added anew. All other text stays; names, OFFSETs and motion are not changed here. The text is unchanged
/// where the joints are the same. Error: "save-structure" (a root came or went; frames that lack numbers).
[[nodiscard]] Result<std::string> with_joints_of(const Document& goal, std::string_view text,
                                                 const TracedBvh& file);

}  // namespace vitruvian
