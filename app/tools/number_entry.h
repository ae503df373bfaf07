// Numeric input during a drag: digits, a point, and a minus sign, which may be typed at any time.
#pragma once

#include "app/tools/tool.h"

#include <optional>
#include <string>

namespace vitruvian {

class NumberEntry {
  public:
    /// Handles a key; true if it is part of a number.
    bool type(const ToolKey& key);
    void clear();
    /// Returns nullopt while nothing is typed; 0 while there is no digit yet.
    [[nodiscard]] std::optional<float> value() const;
    /// Returns the typed text with its sign.
    [[nodiscard]] std::string text() const;

  private:
    std::string digits_;
    bool negative_ = false;
    bool started_ = false;
};

}  // namespace vitruvian
