// Words of a BVH file with their places. It knows no grammar beyond white space and comments.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

struct BvhToken {
    std::string_view text;  // empty at the end of the file
    int line = 1;
    int column = 1;
};

class BvhTokens {
  public:
    BvhTokens(std::string_view text, std::string name);

    /// Words are separated by white space; '{' and '}' stand alone. What follows '#' or "//" where a word might begin is
    /// a comment up to the end of its line.
    BvhToken next();
    BvhToken peek();
    /// What is left of the line, trimmed, up to a '{': joint names hold spaces in some files.
    BvhToken rest_of_line();
    /// A finite number, or an error that says what was expected.
    [[nodiscard]] Result<float> number(const char* what);
    /// The same, and NaN where programs wrote one (nan, inf, -1.#IND) or a number that float32 does not hold.
    [[nodiscard]] Result<float> number_or_nan(const char* what);

    /// How many lines from here on have something on them.
    [[nodiscard]] std::size_t lines_left() const;

    [[nodiscard]] Location place(const BvhToken& token) const;
    [[nodiscard]] const std::string& name() const { return name_; }

  private:
    [[nodiscard]] tl::unexpected<Error> no_number(const BvhToken& token, const char* what) const;
    void skip_space();
    void step();

    std::string_view text_;
    std::string name_;
    std::size_t at_ = 0;
    int line_ = 1;
    int column_ = 1;
};

/// True where the first word, after comments, is a BVH file's.
[[nodiscard]] bool looks_like_bvh(std::string_view text);

/// True for the same letters in any case.
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);

}  // namespace vitruvian
