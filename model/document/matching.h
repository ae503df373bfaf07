// Matching of the elements of two lists. Used only by differences.cpp.
#pragma once

#include "model/core/at.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Maps elements of one list to those of another: by index if both have the same length, else by name, where
/// the first element of a name maps to the first.
class Matching {
  public:
    Matching() = default;
    template <class NamesA, class NamesB>
    Matching(std::size_t a, std::size_t b, const NamesA& names_a, const NamesB& names_b)
        : identity_(a == b), size_b_(b) {
        if (identity_) return;
        std::map<std::string_view, std::vector<int>, std::less<>> places;
        for (std::size_t i = b; i-- > 0;) places[names_b(i)].push_back(static_cast<int>(i));
        for (std::size_t i = 0; i < a; ++i) {
            const auto found = places.find(names_a(i));
            const bool there = found != places.end() && !found->second.empty();
            to_.push_back(there ? found->second.back() : -1);
            if (there) found->second.pop_back();
        }
    }
    /// Returns -1 for -1 and for elements without a match.
    [[nodiscard]] int operator()(int a) const {
        if (identity_ || a < 0) return a;
        return static_cast<std::size_t>(a) < to_.size() ? at(to_, a) : -1;
    }
    /// Returns the elements of the other list to which no element of the first maps.
    [[nodiscard]] std::vector<int> added() const;

  private:
    bool identity_ = true;
    std::vector<int> to_;
    std::size_t size_b_ = 0;
};

}  // namespace vitruvian
