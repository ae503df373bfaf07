// Counts diagnostics of readers and writers.
#pragma once

#include "model/document/document.h"

#include <string_view>

namespace vitruvian::test {

/// The number of diagnostics with `code`.
[[nodiscard]] inline int count_of(const Diagnostics& diagnostics, std::string_view code) {
    int count = 0;
    for (const Diagnostic& d : diagnostics.list()) count += d.code == code ? d.count : 0;
    return count;
}
[[nodiscard]] inline int count_of(const Document& document, std::string_view code) {
    return count_of(document.diagnostics, code);
}

}  // namespace vitruvian::test
