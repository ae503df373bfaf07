// What a BVH file can store, and which edits of such a file are lost when it is saved.
#pragma once

#include "model/document/document.h"

#include <set>
#include <string>
#include <vector>

namespace vitruvian {

/// Returns a node's name as a BVH file stores it: without blanks, where programs split lines.
[[nodiscard]] std::string bvh_word(const std::string& name);

/// Per node that is a joint: the site on it or on its segment that marks the end of a chain at this joint;
/// -1: none.
[[nodiscard]] std::vector<int> end_sites(const Document& document);

/// Returns the joint names in the BVH file that the document was read from, with their blanks.
[[nodiscard]] std::set<std::string> names_in_bvh(const Document& document);

/// Warns ("left-out") of edits made since `document`'s source was read that a BVH file cannot store: limits,
/// stiffness, segments, info, site names and the like, and a pose where `clip`, the clip that is written (may
/// be null), moves the figure. `written` is the document read back from the saved file.
void note_lost_edits(const Document& document, const Clip* clip, const Document& written, Diagnostics& notes);

}  // namespace vitruvian
