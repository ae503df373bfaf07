// X3D's metadata nodes (ISO/IEC 19775-1, 7.2.4) of a source file, carried to the nodes of the same name in
// the file that is written.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// What a node's `metadata` field holds, and which node that is.
struct NodeMetadata {
    std::string def;        // empty: none
    std::string_view type;  // as X3D has it; outlives the value
    std::string name;       // the `name` field of an H-Anim node
    OutputNode metadata;
};

[[nodiscard]] bool is_metadata(std::string_view type);

/// Of the nodes of a file that are in no PROTO.
[[nodiscard]] std::vector<NodeMetadata> read_metadata(const SyntaxTree& tree);

/// Gives it to the nodes of that name; how many there are not.
[[nodiscard]] std::size_t attach_metadata(std::vector<NodeMetadata> metadata, std::vector<OutputNode>& roots);

/// Gives exact names to nodes by their DEF names (see given_names.h); those that have found no place.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> attach_given_names(
    std::vector<std::pair<std::string, std::string>> names, std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml
