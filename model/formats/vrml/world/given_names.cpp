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

}  // namespace

bool is_given_name(const SyntaxNode& node) {
    return node.type == "MetadataString" && text_of(node, "name") == given_name_tag &&
           text_of(node, "reference") == given_name_source;
}

Names read_given_names(const SyntaxTree& tree) {
    Names out;
    for (const NodeId root : tree.roots) {
        if (tree.nodes[root].type == "WorldInfo") add_lines(tree.nodes[root], out);
    }
    for (const SyntaxNode& node : tree.nodes) {
        if (node.is_use || node.def.empty() || node.scope != none) continue;
        const std::span<const NodeId> ids = nodes_of(node, "metadata");
        if (ids.empty()) continue;
        const SyntaxNode& metadata = tree.nodes[ids.front()];
        if (is_given_name(metadata)) out.try_emplace(node.def, text_of(metadata, "value"));
    }
    return out;
}

}  // namespace vitruvian::vrml
