// X3D's metadata nodes (ISO/IEC 19775-1, 7.2.4) and the comments before nodes of a source file, copied to the
// nodes of the same name in the file that is written.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// Identifies a node of the source among those that are written.
struct NodeNames {
    std::string def;        // empty: none
    std::string_view type;  // as in X3D; outlives the value
    std::string name;       // the `name` field of an H-Anim node
};

/// The content of a node's `metadata` field, and which node has it.
struct NodeMetadata {
    NodeNames node;
    OutputNode metadata;
};

struct NodeComments {
    NodeNames node;
    std::vector<std::string> comments;
};

[[nodiscard]] bool is_metadata(std::string_view type);

/// Reads the metadata of a file's nodes outside PROTOs.
[[nodiscard]] std::vector<NodeMetadata> read_metadata(const SyntaxTree& tree);

/// Attaches it to the nodes of these names; returns how many were not found.
[[nodiscard]] std::size_t attach_metadata(std::vector<NodeMetadata> metadata, std::vector<OutputNode>& roots);

/// Reads the comments directly before named nodes of a file outside PROTOs, except those at the head of the
/// file.
[[nodiscard]] std::vector<NodeComments> read_comments(const SyntaxTree& tree);

/// Attaches them to the nodes of these names; the others are lost.
void attach_comments(std::vector<NodeComments> comments, std::vector<OutputNode>& roots);

/// Stores the exact names of nodes by their DEF names (see given_names.h); returns those that were not
/// attached.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> attach_given_names(
    std::vector<std::pair<std::string, std::string>> names, std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml
