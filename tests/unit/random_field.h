// Changes of one field of a document at a time, whichever it has: the fields come from the same lists as the
// comparison's (model/document/members.h), so that a new one is tried without anybody's doing.
#pragma once

#include "model/document/members.h"
#include "tests/unit/random_rig.h"

#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::test {

using Field = std::pair<Part, std::string_view>;

/// Each field of which the document has a value, once: what is content and no list of things.
[[nodiscard]] std::vector<Field> fields_of(Document& document);

/// Gives one of the document's fields of that kind another value, so that the document stays valid. False where
/// that cannot be done.
[[nodiscard]] bool change_field(Document& document, const Field& field, Random& random);

}  // namespace vitruvian::test
