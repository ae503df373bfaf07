// Changes to a text as a list of byte ranges and what comes in their place; the rest stays as it is.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

class TextEdits {
  public:
    /// False where another change touches the same bytes with another outcome.
    [[nodiscard]] bool replace(SourceRange range, std::string text);
    /// Several at one place come in the order in which they were asked for.
    void insert(std::uint32_t at, std::string text);
    /// Those of another list too. False as with replace.
    [[nodiscard]] bool add(const TextEdits& others);

    [[nodiscard]] bool empty() const { return edits_.empty(); }
    [[nodiscard]] std::string apply(std::string_view text) const;

  private:
    struct Edit {
        SourceRange range;
        std::string text;
    };
    std::vector<Edit> edits_;  // by place
};

}  // namespace vitruvian::vrml
