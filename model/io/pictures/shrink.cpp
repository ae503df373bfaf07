#include "model/io/pictures/shrink.h"

#include "model/core/at.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vitruvian {
namespace pictures {
namespace {

Image blank(ImageSize size) {
    return {size.width, size.height, std::vector<std::uint8_t>(size.bytes())};
}

}  // namespace

RowShrinker::RowShrinker(ImageSize full, int halvings)
    : full_(full), halvings_(halvings), image_(blank(full.halved(halvings))) {
    if (halvings > 0) sums_.assign(static_cast<std::size_t>(image_.width), Sum{});
}

void RowShrinker::add(int y, const std::uint8_t* rgba) {
    if (halvings_ == 0) {
        const auto stride = static_cast<std::size_t>(image_.width) * 4;
        std::memcpy(image_.rgba.data() + static_cast<std::size_t>(y) * stride, rgba, stride);
        return;
    }
    if (row_ != y >> halvings_) {
        finish_row();
        row_ = y >> halvings_;
    }
    const std::uint8_t* pixel = rgba;
    for (int x = 0; x < full_.width; ++x, pixel += 4) {
        Sum& sum = at(sums_, x >> halvings_);
        const std::uint64_t alpha = pixel[3];
        for (std::size_t c = 0; c < 3; ++c) {
            sum.weighted[c] += pixel[c] * alpha;
            sum.plain[c] += pixel[c];
        }
        sum.alpha += alpha;
        ++sum.count;
    }
}

void RowShrinker::finish_row() {
    if (row_ < 0) return;
    const std::size_t width = sums_.size();
    std::uint8_t* out = image_.rgba.data() + static_cast<std::size_t>(row_) * width * 4;
    for (Sum& sum : sums_) {
        const std::uint64_t total = std::max<std::uint64_t>(sum.alpha > 0 ? sum.alpha : sum.count, 1);
        for (std::size_t c = 0; c < 3; ++c) {
            const std::uint64_t value = sum.alpha > 0 ? sum.weighted[c] : sum.plain[c];
            out[c] = static_cast<std::uint8_t>((value + total / 2) / total);
        }
        const std::uint64_t count = std::max<std::uint64_t>(sum.count, 1);
        out[3] = static_cast<std::uint8_t>((sum.alpha + count / 2) / count);
        out += 4;
        sum = {};
    }
    row_ = -1;
}

Image RowShrinker::take() {
    finish_row();
    return std::move(image_);
}

PixelPlacer::PixelPlacer(ImageSize full, int halvings)
    : halvings_(halvings), image_(blank(full.halved(halvings))) {}

void PixelPlacer::put(int x, int y, ImageSize block, const std::uint8_t* rgba) {
    const int mask = (1 << halvings_) - 1;
    if (((x | y) & mask) != 0) return;
    const int left = x >> halvings_;
    const int top = y >> halvings_;
    const int right = std::min(left + std::max(block.width >> halvings_, 1), image_.width);
    const int bottom = std::min(top + std::max(block.height >> halvings_, 1), image_.height);
    for (int row = top; row < bottom; ++row) {
        std::uint8_t* out =
            image_.rgba.data() + (static_cast<std::size_t>(row) * static_cast<std::size_t>(image_.width) +
                                  static_cast<std::size_t>(left)) *
                                     4;
        for (int column = left; column < right; ++column, out += 4) std::memcpy(out, rgba, 4);
    }
}

}  // namespace pictures

ImageSize ImageSize::halved(int times) const {
    const auto half = [times](int side) {
        return static_cast<int>((std::int64_t{side} + (std::int64_t{1} << times) - 1) >> times);
    };
    return {half(width), half(height)};
}

Image halved(const Image& image, int times) {
    pictures::RowShrinker shrinker({image.width, image.height}, times);
    const auto stride = static_cast<std::size_t>(image.width) * 4;
    for (int y = 0; y < image.height; ++y)
        shrinker.add(y, image.rgba.data() + static_cast<std::size_t>(y) * stride);
    return shrinker.take();
}

}  // namespace vitruvian
