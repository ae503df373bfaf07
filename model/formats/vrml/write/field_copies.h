// Copies fields of a source's syntax tree, with known types, as fields of an output node.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// The content of a field; `width` is the number of numbers per value.
enum class Holds : std::uint8_t {
    truth,
    text,
    texts,
    whole,
    wholes,
    number,
    time,
    vector,
    vectors,
    image,  // SFImage
    node,
    nodes
};

struct FieldType {
    std::string_view name;
    Holds holds = Holds::truth;
    unsigned width = 1;
    bool x3d_alone = false;
};

/// A field that is copied for a type of nodes, by its names in the source (`other`: an alternative name
/// there; empty: none) and in the target.
struct CopiedField {
    FieldType type;
    std::string_view other;
    std::string_view written;
};

/// A type of nodes that the target also has. `name` is a literal.
struct CopiedType {
    std::string_view name;
    std::vector<CopiedField> fields;
};

/// Returns a field of that type without a name yet; nullopt where the value has another type. Holds no nodes.
[[nodiscard]] std::optional<OutputField> copied_value(const FieldType& type, const Value& value);

}  // namespace vitruvian::vrml
