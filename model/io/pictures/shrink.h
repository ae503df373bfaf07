// Pictures made smaller while they are decoded, so that the whole is never in memory.
#pragma once

#include "model/io/image.h"

#include <cstdint>
#include <vector>

namespace vitruvian::pictures {

/// Rows in; out comes an image of means. Straight alpha weighs the colours.
class RowShrinker {
  public:
    RowShrinker(ImageSize full, int halvings);

    /// Row `y` of the full picture, RGBA8. Rows come from the top or from the bottom, each at most once; what does
    /// not come is transparent, or left out of the means.
    void add(int y, const std::uint8_t* rgba);
    [[nodiscard]] Image take();

  private:
    struct Sum {
        std::uint64_t weighted[3];  // NOLINT(modernize-avoid-c-arrays)
        std::uint64_t plain[3];     // NOLINT(modernize-avoid-c-arrays): of what is wholly transparent
        std::uint64_t alpha;
        std::uint64_t count;
    };
    void finish_row();

    ImageSize full_;
    int halvings_;
    int row_ = -1;  // of the result, that `sums_` are for
    std::vector<Sum> sums_;
    Image image_;
};

/// For pictures whose pixels come coarse first, then finer (interlaced): single pixels in, each with the block that
/// it represents until finer ones come. A smaller result has every second, fourth, ... pixel of the picture.
class PixelPlacer {
  public:
    PixelPlacer(ImageSize full, int halvings);

    /// At (x, y) of the full picture, for `block` pixels to the right and down.
    void put(int x, int y, ImageSize block, const std::uint8_t* rgba);
    [[nodiscard]] Image take() { return std::move(image_); }

  private:
    int halvings_;
    Image image_;
};

}  // namespace vitruvian::pictures
