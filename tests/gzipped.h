// A gzip stream for tests, made by zlib and not by the program.
#pragma once

#include <string>

namespace vitruvian::test {

/// `text` as a gzip stream of one member; `level` is zlib's, 1 to 9.
[[nodiscard]] std::string gzipped(const std::string& text, int level = 6);

}  // namespace vitruvian::test
