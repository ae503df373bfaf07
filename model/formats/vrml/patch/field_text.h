// Formats fields as text in each of the four encodings, and finds where in a file's text a field's value is
// or a new one is inserted. Knows nothing of PROTOs, figures or documents.
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

/// A value to write, of a field type used by H-Anim nodes, lights, cameras or materials.
struct FieldValue {
    std::string_view type;       // "SFVec3f", "SFRotation", "SFFloat", "MFFloat", "SFString", "MFString", ...
    std::vector<float> numbers;  // of all types but strings; of an SFBool 0 or 1
    std::string text;            // of an SFString
    std::vector<std::string> texts = {};  // of an MFString
    [[nodiscard]] bool is_text() const { return type == "SFString"; }
    bool operator==(const FieldValue&) const = default;
};

/// The shortest decimal that reads back as the same float32, whole numbers without an exponent, -0 as 0.
[[nodiscard]] std::string number_text(float value);

/// Formats the value for `encoding`: `[ 1 2 3 ]`, `"a \"b\""`; in XML the text between the quotes.
[[nodiscard]] std::string value_text(const FieldValue& value, Encoding encoding);

/// Returns the range of the value of `field` (in XML between the quotes).
[[nodiscard]] SourceRange value_range(std::string_view text, const Field& field, Encoding encoding);

/// Returns the numbers in `range`; nullopt where it contains anything but numbers, white space, brackets and
/// comments.
struct NumberToken {
    SourceRange range;
    float value = 0.0F;
};
[[nodiscard]] std::optional<std::vector<NumberToken>> number_tokens(std::string_view text, SourceRange range,
                                                                    Encoding encoding);

/// The text to insert at `at` to add a field to a node.
struct Insertion {
    std::uint32_t at = 0;
    std::string text;
};
/// `value` is formatted by value_text; for nodes in JSON and for ProtoInstances see added_values.h. nullopt
/// where the node's text is not as expected.
[[nodiscard]] std::optional<Insertion> field_insertion(std::string_view text, const SyntaxNode& node,
                                                       std::string_view field, const std::string& value,
                                                       Encoding encoding);
/// Inserts a line into the interface of a PROTO of VRML97 or classic X3D; nullopt where there is no "[".
[[nodiscard]] std::optional<Insertion> interface_insertion(std::string_view text, const Proto& proto,
                                                           const std::string& declaration);

/// Returns the separator between the text at `at` and what precedes it: a line break with indentation, or a
/// blank.
[[nodiscard]] std::string separator_before(std::string_view text, std::uint32_t at);

/// In XML, returns the offset of the ">" that ends the start tag at `begin`, skipping attribute values; the
/// text's size if there is none.
[[nodiscard]] std::size_t tag_end(std::string_view text, std::size_t begin);
/// The kind of quotes that the element already uses.
[[nodiscard]] char quote_of_tag(std::string_view text, const SyntaxNode& node);

/// Returns the range to delete so that `field` is removed: with its white space, and with its line where that
/// becomes empty; in JSON with a comma. nullopt where it cannot simply be deleted (fieldValue).
[[nodiscard]] std::optional<SourceRange> field_removal(std::string_view text, const Field& field,
                                                       Encoding encoding);

}  // namespace vitruvian::vrml
