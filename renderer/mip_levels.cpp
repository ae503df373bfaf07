#include "renderer/mip_levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace vitruvian {
namespace {

/// Converts stored bytes to numbers that may be averaged, and back.
class Scale {
  public:
    explicit Scale(bool is_srgb) {
        for (std::size_t i = 0; i < decoded_.size(); ++i) {
            const double value = static_cast<double>(i) / 255.0;
            const double linear = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
            decoded_[i] = static_cast<std::uint16_t>(std::lround((is_srgb ? linear : value) * max_decoded));
        }
        for (std::size_t i = 0; i < encoded_.size(); ++i) {
            const double value = static_cast<double>(i << shift) / max_decoded;
            const double srgb =
                value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
            encoded_[i] = static_cast<std::uint8_t>(std::lround((is_srgb ? srgb : value) * 255.0));
        }
    }
    [[nodiscard]] unsigned decoded(std::uint8_t byte) const { return decoded_[byte]; }
    [[nodiscard]] std::uint8_t encoded(unsigned value) const { return encoded_[(value + half) >> shift]; }

  private:
    // So fine that every byte is encoded back to itself, so coarse that the tables stay in the innermost cache.
    static constexpr unsigned shift = 2;
    static constexpr unsigned half = 1U << (shift - 1);
    static constexpr unsigned max_decoded = 8191U << shift;
    std::array<std::uint16_t, 256> decoded_{};
    std::array<std::uint8_t, 8192> encoded_{};
};

const Scale& scale_of(Encoding encoding) {
    static const Scale srgb(true);
    static const Scale linear(false);
    return encoding == Encoding::linear ? linear : srgb;
}

}  // namespace

Image next_mip_level(const Image& image, Encoding encoding) {
    const Scale& scale = scale_of(encoding);
    Image half{std::max(image.width / 2, 1), std::max(image.height / 2, 1), {}};
    half.rgba.resize(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height) * 4);
    const auto stride = static_cast<std::size_t>(image.width) * 4;
    const std::size_t right = image.width > 1 ? 4 : 0;
    const std::size_t below = image.height > 1 ? stride : 0;
    std::uint8_t* out = half.rgba.data();
    for (int y = 0; y < half.height; ++y) {
        const std::uint8_t* row =
            image.rgba.data() + static_cast<std::size_t>(image.height > 1 ? y * 2 : 0) * stride;
        for (int x = 0; x < half.width; ++x, out += 4) {
            const std::uint8_t* p = row + static_cast<std::size_t>(image.width > 1 ? x * 2 : 0) * 4;
            const std::array<const std::uint8_t*, 4> from = {p, p + right, p + below, p + right + below};
            const unsigned alpha = from[0][3] + from[1][3] + from[2][3] + from[3][3];
            const bool alike = alpha == 0 || alpha == 4 * 255;
            const unsigned total = alike ? 4 : alpha;
            for (std::size_t c = 0; c < 3; ++c) {
                unsigned sum = total / 2;
                for (const std::uint8_t* texel : from)
                    sum += scale.decoded(texel[c]) * (alike ? 1U : texel[3]);
                out[c] = scale.encoded(sum / total);
            }
            out[3] = static_cast<std::uint8_t>((alpha + 2U) / 4U);
        }
    }
    return half;
}

}  // namespace vitruvian
