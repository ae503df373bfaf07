#include "model/document/matching.h"

namespace vitruvian {

std::vector<int> Matching::added() const {
    std::vector<int> out;
    if (identity_) return out;
    std::vector<bool> met(size_b_, false);
    for (const int b : to_) {
        if (b >= 0) at(met, b) = true;
    }
    for (std::size_t i = 0; i < size_b_; ++i) {
        if (!met[i]) out.push_back(static_cast<int>(i));
    }
    return out;
}

}  // namespace vitruvian
