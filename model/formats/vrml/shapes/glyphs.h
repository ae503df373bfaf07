// The glyphs of the bundled typeface as triangles. Knows nothing of files, layout and windows.
#pragma once

#include "model/core/transform.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitruvian::vrml {

/// A glyph in units of the type size: its baseline is y = 0, its left edge x = 0.
struct Glyph {
    float advance = 0.0F;
    std::vector<vec2> points;
    std::vector<std::uint32_t> triangles;  // counter-clockwise
    float area = 0.0F;                     // of the outline, without holes
};

class Typeface {
  public:
    /// The bundled regular or bold face; one per thread, since glyphs are built on first use.
    [[nodiscard]] static Typeface& shipped(bool bold);
    [[nodiscard]] const Glyph& glyph(char32_t character);
    /// Returns false where the typeface lacks the character (a box is shown for it).
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

/// Decodes UTF-8 text; each byte of an invalid sequence gives U+FFFD.
[[nodiscard]] std::u32string characters_of(std::string_view utf8);

}  // namespace vitruvian::vrml
