// Changes of one field of a document at a time, for all fields: they come from the same lists as the
// comparison's (model/document/members.h), so that new ones are tested automatically.
#pragma once

#include "model/document/members.h"
#include "tests/unit/random_rig.h"

#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::test {

using Field = std::pair<Part, std::string_view>;

/// Each field with a value in the document, once: contents, not lists of elements.
[[nodiscard]] std::vector<Field> fields_of(Document& document);

/// Changes the value of one of the document's fields of that kind, so that the document stays valid. False if
/// that is not possible.
[[nodiscard]] bool change_field(Document& document, const Field& field, Random& random);

}  // namespace vitruvian::test
