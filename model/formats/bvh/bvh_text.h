// Edits of the text of a BVH file; new numbers are formatted like those they replace.
#pragma once

#include "model/formats/bvh/bvh_parser.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Formats a number so that it reads back as the same float: without an exponent where its magnitude is
/// ordinary, with at least as many decimals as `model`, a number as written in the file, and with a decimal
/// comma where `model` has one.
[[nodiscard]] std::string number_like(double value, std::string_view model);

class BvhEdits {
  public:
    void replace(BvhRange range, std::string text) { edits_.push_back({range, std::move(text)}); }
    [[nodiscard]] bool empty() const { return edits_.empty(); }
    /// The ranges must not overlap. Several insertions at one place are applied in the order in which they
    /// were added.
    [[nodiscard]] std::string apply(std::string_view text);

  private:
    struct Edit {
        BvhRange range;
        std::string text;
    };
    std::vector<Edit> edits_;
};

}  // namespace vitruvian
