// Matching of the elements of two lists: by name, else by similarity. Private to model/rig_diff.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

/// Similarity of element `first` of one list and `second` of the other: 0 none, 1 identical.
using Likeness = std::function<float(int first, int second)>;

enum class Names {
    identify,  // elements of the same name match
    guess,     // unless they are dissimilar: exporters number objects, and reuse names
};

/// Returns pairs of indices, in the order of the first list. Of several with one name the first matches the
/// first, or, if names are guesses, the most similar one; unmatched and unnamed elements match those at least
/// half similar, the most similar first.
[[nodiscard]] std::vector<std::pair<int, int>> pair_up(const std::vector<std::string>& first,
                                                       const std::vector<std::string>& second,
                                                       const Likeness& likeness,
                                                       Names names = Names::identify);

}  // namespace vitruvian::rig_diff
