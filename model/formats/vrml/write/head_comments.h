// Comments at the head of a file, before its first node: whose it is and how it may be used.
#pragma once

#include "model/formats/vrml/x3d/x3d_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// In their order, without what marks them as comments; lines of VRML's that follow each other are one.
[[nodiscard]] std::vector<std::string> head_comments(std::string_view text, Encoding encoding);

/// The comments that stand right before the place `offset`, where a node begins: lines of their own in the classic
/// encodings, elements in XML, items of the list in JSON.
[[nodiscard]] std::vector<std::string> comments_before(std::string_view text, std::size_t offset,
                                                       Encoding encoding);

}  // namespace vitruvian::vrml
