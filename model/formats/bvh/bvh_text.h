// Changes to the text of a BVH file: numbers in the manner of those that stood there.
#pragma once

#include "model/formats/bvh/bvh_parser.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// The number, read as the same float again, without an exponent where it is of a usual size, with no fewer decimals than
/// `model`, a number as it stands in the file, and with its decimal comma where it has one.
[[nodiscard]] std::string number_like(double value, std::string_view model);

class BvhEdits {
  public:
    void replace(BvhRange range, std::string text) { edits_.push_back({range, std::move(text)}); }
    [[nodiscard]] bool empty() const { return edits_.empty(); }
    /// Where ranges are apart. Several insertions at one place come in the order in which they were asked for.
    [[nodiscard]] std::string apply(std::string_view text);

  private:
    struct Edit {
        BvhRange range;
        std::string text;
    };
    std::vector<Edit> edits_;
};

}  // namespace vitruvian
