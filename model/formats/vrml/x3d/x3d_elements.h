// A common representation of X3D's XML and JSON encodings: elements with attributes and children, as in XML.
// In JSON, "@x" is an attribute x, "-x" holds children with the containerField x, everything else is an
// element. Knows nothing of nodes.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/io/load_options.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace vitruvian::vrml {

/// An attribute as written (XML, and strings in JSON), or with its JSON type (numbers, booleans and lists).
struct ElementAttribute {
    std::string_view name;
    std::variant<std::string_view, Value> value;
    SourceRange range;  // XML: name, = and value with its quotes; JSON: the value
};

struct Element {
    std::string_view name;
    std::string_view container;  // from JSON's "-name"; empty in XML, where it is an attribute
    std::vector<ElementAttribute> attributes;
    std::vector<Element> children;
    SourceRange range;  // XML: from < to the name's end; JSON: the object with its braces

    [[nodiscard]] const ElementAttribute* find(std::string_view attribute) const;
    /// Returns an attribute's text, empty where there is none or it is not a string.
    [[nodiscard]] std::string_view text(std::string_view attribute) const;
};

/// A key that an object of JSON has twice, at its second place.
struct RepeatedName {
    std::string_view name;
    std::uint32_t offset = 0;
};

/// A whole file. Names and texts are views into `storage`.
struct ElementFile {
    Element root;  // X3D
    std::shared_ptr<const void> storage;
    std::optional<Error> damage;         // the file is broken there; `root` holds what precedes
    std::vector<RepeatedName> repeated;  // up to 10,000; the last attribute is used, and all elements are
};

/// Both observe the options' limits on depth and number of nodes; entities and other files are never
/// followed. Returns an Error with its location where there is no X3D element.
[[nodiscard]] Result<ElementFile> read_xml_elements(std::string_view text, const std::string& file,
                                                    const LoadOptions& options);
[[nodiscard]] Result<ElementFile> read_json_elements(std::string_view text, const std::string& file,
                                                     const LoadOptions& options);

}  // namespace vitruvian::vrml
