// Everything that commands may change in a document, exactly, as text: equal for equal documents.
#pragma once

#include "model/document/document.h"

#include <string>

namespace vitruvian::test {

[[nodiscard]] std::string fingerprint(const Document& document);

}  // namespace vitruvian::test
