// All that commands may change in a document, to the last bit, as text: equal where two documents are.
#pragma once

#include "model/document/document.h"

#include <string>

namespace vitruvian::test {

[[nodiscard]] std::string fingerprint(const Document& document);

}  // namespace vitruvian::test
