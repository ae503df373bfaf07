// Values that nodes get where one more is not just a text more: fieldValue elements of ProtoInstances, and members of
// JSON's objects with the commas between them. It knows nothing of PROTOs.
#pragma once

#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// Whether the node is a ProtoInstance of XML or JSON; VRML97 and classic X3D write instances as other nodes.
[[nodiscard]] bool is_proto_instance(std::string_view text, const SyntaxNode& node, Encoding encoding);

/// Whether a value more of the node is for AddedValues: it is one of JSON, or a ProtoInstance. Others see field_insertion.
[[nodiscard]] bool gets_added_values(std::string_view text, const SyntaxNode& node, Encoding encoding);

class AddedValues {
  public:
    /// `value` as value_text gives it.
    void add(NodeId node, std::string_view field, std::string value) {
        added_[node].emplace_back(field, std::move(value));
    }
    /// False where they cannot all be put into the text.
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
