#include "model/formats/vrml/world/given_names.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

using Names = std::unordered_map<std::string_view, std::string>;

void add_lines(const SyntaxNode& info, Names& names) {
    const std::string_view before = "name of ";
    const std::string_view between = ": ";
    for (const std::string& line : texts_of(info, "info")) {
        const std::size_t end = line.find(between);
        if (!line.starts_with(before) || end == std::string::npos) continue;
        const std::string_view def = std::string_view(line).substr(before.size(), end - before.size());
        names.try_emplace(def, line.substr(end + between.size()));
    }
}

/// Null where the node has none.
const SyntaxNode* own_metadata_of(const SyntaxTree& tree, const SyntaxNode& node) {
    const std::span<const NodeId> ids = nodes_of(node, "metadata");
    if (ids.empty() || !is_own_metadata(tree.nodes[ids.front()])) return nullptr;
    return &tree.nodes[ids.front()];
}

}  // namespace

bool is_own_metadata(const SyntaxNode& node) {
    return node.type == "MetadataString" && text_of(node, "reference") == own_reference;
}

bool only_holds(const SyntaxTree& tree, const SyntaxNode& node) {
    const SyntaxNode* own = own_metadata_of(tree, node);
    return own != nullptr && text_of(*own, "name") == holder_tag;
}

Names read_given_names(const SyntaxTree& tree) {
    Names out;
    for (const NodeId root : tree.roots) {
        if (tree.nodes[root].type == "WorldInfo") add_lines(tree.nodes[root], out);
    }
    for (const SyntaxNode& node : tree.nodes) {
        if (node.is_use || node.def.empty() || node.scope != none) continue;
        const SyntaxNode* own = own_metadata_of(tree, node);
        if (own != nullptr && text_of(*own, "name") == given_name_tag)
            out.try_emplace(node.def, text_of(*own, "value"));
    }
    return out;
}

}  // namespace vitruvian::vrml
