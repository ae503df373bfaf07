// What a BVH file can store, and which edits of such a file are lost when it is saved.
#pragma once

#include "model/document/document.h"

#include <set>
#include <string>
#include <vector>

namespace vitruvian {

/// A node's name as a BVH file has it, one word: programs split lines at blanks.
[[nodiscard]] std::string bvh_word(const std::string& name);

/// Of each node that is a joint the site on it, or on its segment, where a chain that ends there ends; -1: none.
[[nodiscard]] std::vector<int> end_sites(const Document& document);

/// The names of joints that the BVH file has which the document was read from, blanks and all.
[[nodiscard]] std::set<std::string> names_in_bvh(const Document& document);

/// Warns ("left-out") of the edits made since the BVH file that is `document`'s source was read that no BVH file says:
/// limits, stiffness, segments, info, names of sites and the like, and a pose where `clip`, the one that is
/// written (may be null), moves the figure. `written`: what is read of the file that is saved.
void note_lost_edits(const Document& document, const Clip* clip, const Document& written, Diagnostics& notes);

}  // namespace vitruvian
