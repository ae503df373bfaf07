// Fields of a source's syntax, with types known, as fields of an output node.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// What a field holds; `width` counts the numbers of one value.
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

/// A field of a type of nodes that is copied, by its names in the source (`other`: another that it may have there; empty:
/// none) and in the target.
struct CopiedField {
    FieldType type;
    std::string_view other;
    std::string_view written;
};

/// A type of nodes that the target has, too. `name` is a literal.
struct CopiedType {
    std::string_view name;
    std::vector<CopiedField> fields;
};

/// A field of that type without a name yet; nullopt where the value is of another. Holds no nodes.
[[nodiscard]] std::optional<OutputField> copied_value(const FieldType& type, const Value& value);

}  // namespace vitruvian::vrml
