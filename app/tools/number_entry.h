// A number as it is typed while something is dragged: digits, a point, and minus, which may come at any time.
#pragma once

#include "app/tools/tool.h"

#include <optional>
#include <string>

namespace vitruvian {

class NumberEntry {
  public:
    /// True where the key is one of a number.
    bool type(const ToolKey& key);
    void clear();
    /// nullopt while nothing is typed; 0 while it has no digit yet.
    [[nodiscard]] std::optional<float> value() const;
    /// As typed, with a sign.
    [[nodiscard]] std::string text() const;

  private:
    std::string digits_;
    bool negative_ = false;
    bool started_ = false;
};

}  // namespace vitruvian
