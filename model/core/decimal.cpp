#include "model/core/decimal.h"

#include <fast_float/fast_float.h>

#include <array>
#include <charconv>
#include <cmath>

namespace vitruvian {

double decimal(float number) {
    auto out = static_cast<double>(number);
    if (!std::isfinite(number)) return out;
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
    fast_float::from_chars(text.data(), written.ptr, out);
    return out;
}

}  // namespace vitruvian
