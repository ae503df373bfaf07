// Words of a BVH file with their locations. Knows no grammar beyond white space and comments.
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

    /// Words are separated by white space; '{' and '}' are words of their own. '#' or "//" where a word might
    /// begin starts a comment up to the end of the line.
    BvhToken next();
    BvhToken peek();
    /// Like next(), but a colon ends the word: what follows a title may follow without a space.
    BvhToken title();
    /// The rest of the line, trimmed, up to a '{': joint names contain spaces in some files.
    BvhToken rest_of_line();
    /// Reads a finite number; the error names what was expected.
    [[nodiscard]] Result<float> number(const char* what);
    /// Like number(), but returns NaN where the file has nan, inf, -1.#IND or a number that does not fit
    /// float32.
    [[nodiscard]] Result<float> number_or_nan(const char* what);

    /// Number of lines from here on that are not blank.
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

/// Whether the first word, after comments, is that of a BVH file.
[[nodiscard]] bool looks_like_bvh(std::string_view text);

/// Whether the words are equal regardless of case.
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);

}  // namespace vitruvian
