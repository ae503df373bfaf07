// The shipped typeface's letters as triangles. Knows no files, no layout and no window.
#pragma once

#include "model/core/transform.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitruvian::vrml {

/// A letter in units of the type size: its baseline is y = 0, its left x = 0.
struct Glyph {
    float advance = 0.0F;
    std::vector<vec2> points;
    std::vector<std::uint32_t> triangles;  // counter-clockwise
    float area = 0.0F;                     // of the outline, holes taken off
};

class Typeface {
  public:
    /// The shipped regular or bold face; one for each thread, as letters are made when first asked for.
    [[nodiscard]] static Typeface& shipped(bool bold);
    [[nodiscard]] const Glyph& glyph(char32_t character);
    /// False where the typeface has no such letter (a box is shown for it).
    [[nodiscard]] bool has(char32_t character) const;
    [[nodiscard]] float ascent() const { return ascent_; }    // above the baseline
    [[nodiscard]] float descent() const { return descent_; }  // below it, positive

  private:
    explicit Typeface(std::string_view file);
    [[nodiscard]] Glyph make(int index) const;

    struct Font;
    const Font* font_ = nullptr;  // lives as long as the program
    float scale_ = 1.0F;
    float ascent_ = 1.0F;
    float descent_ = 0.0F;
    std::unordered_map<int, Glyph> glyphs_;
};

/// The characters of UTF-8 text; a broken sequence gives U+FFFD for each of its bytes.
[[nodiscard]] std::u32string characters_of(std::string_view utf8);

}  // namespace vitruvian::vrml
