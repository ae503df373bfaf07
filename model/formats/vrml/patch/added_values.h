// Values added to nodes where the text needs more than the value itself: fieldValue elements of
// ProtoInstances, and members of JSON objects with the commas between them. Knows nothing of PROTOs.
#pragma once

#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// Whether the node is a ProtoInstance of XML or JSON; VRML97 and classic X3D write instances like other
/// nodes.
[[nodiscard]] bool is_proto_instance(std::string_view text, const SyntaxNode& node, Encoding encoding);

/// Whether values are added to the node through AddedValues: it is in JSON, or a ProtoInstance. For other
/// nodes see field_insertion.
[[nodiscard]] bool gets_added_values(std::string_view text, const SyntaxNode& node, Encoding encoding);

class AddedValues {
  public:
    /// `value` is formatted by value_text.
    void add(NodeId node, std::string_view field, std::string value) {
        added_[node].emplace_back(field, std::move(value));
    }
    /// Returns false where some value cannot be added to the text.
    [[nodiscard]] bool write(const SyntaxTree& tree, Encoding encoding, TextEdits& edits) const;

  private:
    using Values = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] static bool write_xml(std::string_view text, const SyntaxNode& node, const Values& values,
                                        TextEdits& edits);
    [[nodiscard]] bool write_json(const SyntaxTree& tree, TextEdits& edits) const;
    [[nodiscard]] static bool write_members(std::string_view text, const SyntaxNode& node,
                                            const Values& values, TextEdits& edits);

    std::map<NodeId, Values> added_;
};

}  // namespace vitruvian::vrml
