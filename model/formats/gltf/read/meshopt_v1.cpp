#include "model/formats/gltf/read/meshopt_v1.h"

#include "model/core/at.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

namespace vitruvian::gltf {
namespace {

constexpr std::size_t group_size = 16;
constexpr std::size_t max_block_elements = 256;
constexpr std::size_t max_block_bytes = 8192;
constexpr std::size_t min_tail_bytes = 24;

using Bytes = std::span<const std::byte>;
/// The differences of one byte of each element of a block.
using Deltas = std::array<std::uint8_t, max_block_elements>;

/// The `index`-th of the pairs of bits in `bytes`, from the least significant one.
int bit_pair(Bytes bytes, std::size_t index) {
    return (std::to_integer<int>(bytes[index / 4]) >> (2 * (index % 4))) & 3;
}

/// Takes bytes from the front of a stream; nothing where there are too few.
class Input {
  public:
    explicit Input(Bytes bytes) : bytes_(bytes) {}

    [[nodiscard]] std::optional<Bytes> take(std::size_t count) {
        if (count > bytes_.size()) return std::nullopt;
        const Bytes out = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return out;
    }
    [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

  private:
    Bytes bytes_;
};

/// Reads 16 deltas of `bits` bits (1, 2 or 4); one with all bits set is followed by the delta as a whole byte.
bool read_packed_group(Input& input, unsigned bits, std::span<std::uint8_t> out) {
    const std::optional<Bytes> packed = input.take(group_size * bits / 8);
    if (!packed) return false;
    const unsigned per_byte = 8 / bits;
    const unsigned mask = (1U << bits) - 1U;
    for (std::size_t i = 0; i < group_size; ++i) {
        const auto place = static_cast<unsigned>(i % per_byte);
        // Single bits start at the least significant one, pairs and nibbles at the most significant one.
        const unsigned shift = bits == 1 ? place : 8 - bits * (place + 1);
        unsigned delta = (std::to_integer<unsigned>((*packed)[i / per_byte]) >> shift) & mask;
        if (delta == mask) {
            const std::optional<Bytes> whole = input.take(1);
            if (!whole) return false;
            delta = std::to_integer<unsigned>(whole->front());
        }
        out[i] = static_cast<std::uint8_t>(delta);
    }
    return true;
}

bool read_raw(Input& input, std::span<std::uint8_t> out) {
    const std::optional<Bytes> raw = input.take(out.size());
    if (raw) std::memcpy(out.data(), raw->data(), out.size());
    return raw.has_value();
}

/// Reads the deltas of one byte of `count` elements. `control`: how they are stored.
bool read_deltas(Input& input, int control, std::size_t count, Deltas& out) {
    constexpr std::array<std::array<unsigned, 4>, 2> bits_by_control{{{0, 1, 2, 4}, {1, 2, 4, 8}}};
    constexpr int all_zero = 2;
    out.fill(0);
    if (control == all_zero) return true;
    if (control > all_zero) return read_raw(input, std::span(out).first(count));
    const std::size_t groups = (count + group_size - 1) / group_size;
    const std::optional<Bytes> header = input.take((groups + 3) / 4);
    if (!header) return false;
    for (std::size_t group = 0; group < groups; ++group) {
        const unsigned bits = at(at(bits_by_control, control), bit_pair(*header, group));
        const std::span<std::uint8_t> place = std::span(out).subspan(group * group_size, group_size);
        if (bits == 0) continue;
        if (!(bits == 8 ? read_raw(input, place) : read_packed_group(input, bits, place))) return false;
    }
    return true;
}

std::uint32_t unzigzag(std::uint32_t value) {
    return (value >> 1U) ^ (0U - (value & 1U));
}

/// Applies the difference of four bytes to `value`. `channel`: two bits for the kind of difference, and the
/// rotation in the upper four.
std::uint32_t changed(std::uint32_t value, std::uint32_t delta, unsigned channel) {
    constexpr unsigned xor_of_words = 2;
    if ((channel & 3U) == xor_of_words) return value ^ std::rotr(delta, static_cast<int>(channel >> 4U));
    const unsigned bits = (channel & 3U) == 0 ? 8 : 16;
    const std::uint32_t mask = (1U << bits) - 1U;
    std::uint32_t out = 0;
    for (unsigned shift = 0; shift < 32; shift += bits) {
        const std::uint32_t sum = (value >> shift) + unzigzag((delta >> shift) & mask);
        out |= (sum & mask) << shift;
    }
    return out;
}

std::uint32_t word_at(std::span<const std::byte> bytes) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) out |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
    return out;
}

template <typename Unsigned, typename Signed>
void decode_colors(std::span<std::byte> elements) {
    std::array<Unsigned, 4> channels{};
    for (; elements.size() >= sizeof(channels); elements = elements.subspan(sizeof(channels))) {
        std::memcpy(channels.data(), elements.data(), sizeof(channels));
        const int luma = channels[0];
        const int orange = static_cast<Signed>(channels[1]);
        const int green = static_cast<Signed>(channels[2]);
        // The highest bit of alpha marks the number of bits that all channels have.
        const auto alpha = static_cast<unsigned>(channels[3]);
        const unsigned range = (1U << static_cast<unsigned>(std::bit_width(alpha))) - 1U;
        const unsigned stored = alpha & (range >> 1U);
        const unsigned full_alpha = (stored << 1U) | (stored & 1U);
        const float most = std::numeric_limits<Unsigned>::max();
        const float scale = range == 0 ? 0.0F : most / static_cast<float>(range);
        const auto widened = [&](int value) {
            return static_cast<Unsigned>(
                std::clamp(std::round(static_cast<float>(value) * scale), 0.0F, most));
        };
        channels = {widened(luma + orange - green), widened(luma + green), widened(luma - orange - green),
                    widened(static_cast<int>(full_alpha))};
        std::memcpy(elements.data(), channels.data(), sizeof(channels));
    }
}

}  // namespace

bool is_attribute_stream_v1(std::span<const std::byte> stream) {
    return !stream.empty() && stream.front() == std::byte{0xA1};
}

bool decode_attributes_v1(std::span<const std::byte> stream, std::size_t stride, std::span<std::byte> out) {
    const std::size_t words = stride / 4;
    const std::size_t tail_bytes = stride + words;
    const std::size_t padded_tail = std::max(tail_bytes, min_tail_bytes);
    if (!is_attribute_stream_v1(stream) || stream.size() < 1 + padded_tail) return false;
    const Bytes tail = stream.last(tail_bytes);
    std::vector<std::uint32_t> last(words);
    for (std::size_t w = 0; w < words; ++w) last[w] = word_at(tail.subspan(4 * w));
    const Bytes channels = tail.last(words);
    Input input(stream.subspan(1, stream.size() - 1 - padded_tail));
    const std::size_t block_elements =
        std::min(max_block_bytes / stride / group_size * group_size, max_block_elements);
    std::array<Deltas, 4> deltas{};
    while (!out.empty()) {
        const std::size_t count = std::min(block_elements, out.size() / stride);
        const std::optional<Bytes> controls = input.take(words);
        if (!controls) return false;
        for (std::size_t w = 0; w < words; ++w) {
            const auto channel = std::to_integer<unsigned>(channels[w]);
            if ((channel & 3U) == 3U) return false;
            for (std::size_t b = 0; b < 4; ++b) {
                if (!read_deltas(input, bit_pair(*controls, 4 * w + b), count, deltas[b])) return false;
            }
            for (std::size_t i = 0; i < count; ++i) {
                std::uint32_t delta = 0;
                for (std::size_t b = 0; b < 4; ++b) delta |= std::uint32_t{deltas[b][i]} << (8 * b);
                last[w] = changed(last[w], delta, channel);
                std::memcpy(&out[i * stride + 4 * w], &last[w], 4);
            }
        }
        out = out.subspan(count * stride);
    }
    return input.is_empty();
}

void decode_color_filter(std::span<std::byte> elements, std::size_t stride) {
    if (stride == 4) return decode_colors<std::uint8_t, std::int8_t>(elements);
    decode_colors<std::uint16_t, std::int16_t>(elements);
}

}  // namespace vitruvian::gltf
