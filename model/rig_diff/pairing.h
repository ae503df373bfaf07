// Which things of two lists are the same: by name, else by what they are like. Private to model/rig_diff.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

/// How much thing `first` of one list is like thing `second` of the other: 0 not at all, 1 the same.
using Likeness = std::function<float(int first, int second)>;

enum class Names {
    tell,   // things of one name are the same
    guess,  // unless they are unlike: exporters number what they write, and give many things one name
};

/// Pairs of indices, in the order of the first. Of several of one name the first meets the first, or, where names are
/// guesses, the one that is most like it; what is left, and what has no name, meets what is at least half like it, the most
/// alike first.
[[nodiscard]] std::vector<std::pair<int, int>> pair_up(const std::vector<std::string>& first,
                                                       const std::vector<std::string>& second,
                                                       const Likeness& likeness, Names names = Names::tell);

}  // namespace vitruvian::rig_diff
