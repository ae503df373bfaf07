// Comments at the head of a file, before its first node: author and licence.
#pragma once

#include "model/formats/vrml/x3d/x3d_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// Returns them in order, without comment markers; consecutive comment lines of VRML are one.
[[nodiscard]] std::vector<std::string> head_comments(std::string_view text, Encoding encoding);

/// Returns the comments directly before the node at `offset`: lines of their own in the classic encodings,
/// elements in XML, items of the list in JSON.
[[nodiscard]] std::vector<std::string> comments_before(std::string_view text, std::size_t offset,
                                                       Encoding encoding);

}  // namespace vitruvian::vrml
