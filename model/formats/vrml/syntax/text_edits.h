// Edits of a text as a list of byte ranges and their replacements; the rest is unchanged.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

class TextEdits {
  public:
    /// Returns false where another edit changes the same bytes with a different result.
    [[nodiscard]] bool replace(SourceRange range, std::string text);
    /// Several insertions at one place are applied in the order in which they were added.
    void insert(std::uint32_t at, std::string text);
    /// Adds the edits of another list. Returns false as in replace.
    [[nodiscard]] bool add(const TextEdits& others);

    [[nodiscard]] bool empty() const { return edits_.empty(); }
    [[nodiscard]] std::string apply(std::string_view text) const;

  private:
    struct Edit {
        SourceRange range;
        std::string text;
    };
    std::vector<Edit> edits_;  // in the order of their offsets
};

}  // namespace vitruvian::vrml
