// Fields as text in each of the four encodings, and where in a file's text a field's value stands or a new
// one goes. It knows nothing of PROTOs, figures or documents.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// A value to be written, of a type that H-Anim's fields have, or those of lights, cameras and materials.
struct FieldValue {
    std::string_view type;       // "SFVec3f", "SFRotation", "SFFloat", "MFFloat", "SFString", "MFString", ...
    std::vector<float> numbers;  // of all but strings; of an SFBool 0 or 1
    std::string text;            // of an SFString
    std::vector<std::string> texts = {};  // of an MFString
    [[nodiscard]] bool is_text() const { return type == "SFString"; }
    bool operator==(const FieldValue&) const = default;
};

/// The shortest decimal that reads back as the same float32, whole numbers without an exponent.
[[nodiscard]] std::string number_text(float value);

/// As it stands in a file of `encoding`: `[ 1 2 3 ]`, `"a \"b\""`; in XML what is between the quotes.
[[nodiscard]] std::string value_text(const FieldValue& value, Encoding encoding);

/// Where the value of `field` stands (in XML between the quotes).
[[nodiscard]] SourceRange value_range(std::string_view text, const Field& field, Encoding encoding);

/// The numbers in `range`, or nullopt where it holds anything but numbers, white space, brackets and
/// comments.
struct NumberToken {
    SourceRange range;
    float value = 0.0F;
};
[[nodiscard]] std::optional<std::vector<NumberToken>> number_tokens(std::string_view text, SourceRange range,
                                                                    Encoding encoding);

/// What is to be put at `at` so that `node` has one field more.
struct Insertion {
    std::uint32_t at = 0;
    std::string text;
};
/// `value` as value_text gives it; of nodes in JSON and of ProtoInstances see added_values.h. nullopt where the node's
/// text is not as expected.
[[nodiscard]] std::optional<Insertion> field_insertion(std::string_view text, const SyntaxNode& node,
                                                       std::string_view field, const std::string& value,
                                                       Encoding encoding);
/// A line more in the interface of a PROTO of VRML97 or classic X3D; nullopt where there is no "[".
[[nodiscard]] std::optional<Insertion> interface_insertion(std::string_view text, const Proto& proto,
                                                           const std::string& declaration);

/// What separates what stands at `at` from what comes before it: a line's end and indentation, or a blank.
[[nodiscard]] std::string separator_before(std::string_view text, std::uint32_t at);

/// In XML the ">" that ends the start tag at `begin`, past attributes' values; the text's size where there is none.
[[nodiscard]] std::size_t tag_end(std::string_view text, std::size_t begin);
/// The quotes that the element uses already.
[[nodiscard]] char quote_of_tag(std::string_view text, const SyntaxNode& node);

/// What to cut out so that `field` is gone: with its white space, and with its line where that is then empty.
/// JSON's members go with a comma.
/// nullopt where it cannot simply be cut (fieldValue).
[[nodiscard]] std::optional<SourceRange> field_removal(std::string_view text, const Field& field,
                                                       Encoding encoding);

}  // namespace vitruvian::vrml
