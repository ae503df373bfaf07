// Downscales images while they are decoded, so that the full size is never in memory.
#pragma once

#include "model/io/image.h"

#include <cstdint>
#include <vector>

namespace vitruvian::pictures {

/// Averages rows to a smaller image. Colours are weighted by straight alpha.
class RowShrinker {
  public:
    RowShrinker(ImageSize full, int halvings);

    /// Adds row `y` of the full image, RGBA8. Rows are in order from the top or from the bottom, each at most
    /// once; missing rows are transparent, or left out of the averages.
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
    int row_ = -1;  // row of the result that `sums_` are for
    std::vector<Sum> sums_;
    Image image_;
};

/// For interlaced images, whose pixels come coarse first, then finer: single pixels, each with the block that
/// it fills until finer ones come. A smaller result has every second, fourth, ... pixel of the image.
class PixelPlacer {
  public:
    PixelPlacer(ImageSize full, int halvings);

    /// Sets the pixel at (x, y) of the full image, for `block` pixels to the right and down.
    void put(int x, int y, ImageSize block, const std::uint8_t* rgba);
    [[nodiscard]] Image take() { return std::move(image_); }

  private:
    int halvings_;
    Image image_;
};

}  // namespace vitruvian::pictures
