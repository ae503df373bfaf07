// Glyph bitmaps of the window's typeface, each with a halo for contrast. No OpenGL.
#pragma once

#include "model/core/transform.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// A letter in the sheet. Lengths in pixels, y downwards.
struct Letter {
    vec2 corner{0.0F};  // its bitmap's top left, relative to the pen on the baseline
    vec2 size{0.0F};    // of its bitmap, including the halo
    vec2 place{0.0F};   // of its bitmap in the sheet
    float advance = 0.0F;
};

/// One of the typefaces of a TrueType or OpenType file, outlines in it.
struct Typeface {
    std::shared_ptr<const std::vector<std::byte>> bytes;
    int index = 0;
};

/// Letters of one size, drawn into the sheet on first use.
class Lettering {
  public:
    /// `size_px`: the em's height. `others` are fallbacks for letters that the window's typeface lacks, in
    /// order.
    explicit Lettering(float size_px, const std::vector<Typeface>& others = {});
    ~Lettering();
    Lettering(const Lettering&) = delete;
    Lettering& operator=(const Lettering&) = delete;

    [[nodiscard]] const Letter& letter(char32_t character);
    /// Advance width of `text`, and the kerning between two letters.
    [[nodiscard]] float width(std::u32string_view text);
    [[nodiscard]] float between(char32_t a, char32_t b) const;
    [[nodiscard]] float cap_height() const { return cap_height_; }
    [[nodiscard]] float size() const { return size_; }

    static constexpr int sheet_width = 512;
    /// Two bytes per pixel, ink and halo; rows are added with new letters.
    [[nodiscard]] const std::vector<std::uint8_t>& sheet() const { return sheet_; }
    [[nodiscard]] int sheet_height() const { return static_cast<int>(sheet_.size()) / (2 * sheet_width); }

  private:
    struct Face;
    [[nodiscard]] Letter drawn(char32_t character);
    [[nodiscard]] const Face& face_of(char32_t character) const;

    std::vector<Face> faces_;  // the window's first
    float size_;
    float cap_height_ = 0.0F;
    std::map<char32_t, Letter> letters_;
    std::vector<std::uint8_t> sheet_;
    int pen_x_ = 0, row_top_ = 0, row_height_ = 0;
};

/// Converts UTF-8 to characters; invalid UTF-8 becomes question marks.
[[nodiscard]] std::u32string label_characters(std::string_view utf8);

}  // namespace vitruvian
