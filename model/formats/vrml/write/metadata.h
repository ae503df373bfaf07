// X3D's metadata nodes (ISO/IEC 19775-1, 7.2.4) and the comments before nodes of a source file, carried to the nodes of
// the same name in the file that is written.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// By what a node of the source is found among those that are written.
struct NodeNames {
    std::string def;        // empty: none
    std::string_view type;  // as X3D has it; outlives the value
    std::string name;       // the `name` field of an H-Anim node
};

/// What a node's `metadata` field holds, and which node that is.
struct NodeMetadata {
    NodeNames node;
    OutputNode metadata;
};

struct NodeComments {
    NodeNames node;
    std::vector<std::string> comments;
};

[[nodiscard]] bool is_metadata(std::string_view type);

/// Of the nodes of a file that are in no PROTO.
[[nodiscard]] std::vector<NodeMetadata> read_metadata(const SyntaxTree& tree);

/// Gives it to the nodes of that name; how many there are not.
[[nodiscard]] std::size_t attach_metadata(std::vector<NodeMetadata> metadata, std::vector<OutputNode>& roots);

/// The comments right before the nodes of a file that have a name and are in no PROTO, without those at its head.
[[nodiscard]] std::vector<NodeComments> read_comments(const SyntaxTree& tree);

/// Gives them to the nodes of those names; the others are lost.
void attach_comments(std::vector<NodeComments> comments, std::vector<OutputNode>& roots);

/// Gives exact names to nodes by their DEF names (see given_names.h); those that have found no place.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> attach_given_names(
    std::vector<std::pair<std::string, std::string>> names, std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml
