#include "model/document/compared_values.h"

namespace vitruvian {

bool near(std::span<const float> a, std::span<const float> b, float tolerance) {
    if (a.size() != b.size()) return false;
    if (tolerance == 0.0F) return std::equal(a.begin(), a.end(), b.begin());
    float largest = 1.0F;
    for (const float x : a) largest = std::max(largest, std::abs(x));
    for (const float x : b) largest = std::max(largest, std::abs(x));
    const float most = tolerance * largest;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!(std::abs(a[i] - b[i]) <= most)) return false;
    }
    return true;
}

}  // namespace vitruvian
