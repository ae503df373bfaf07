// UASTC LDR 4x4: a subset of ASTC with an encoding of its own (Basis Universal, UASTC texture specification;
// the value ranges are ASTC's, Khronos Data Format 1.3, 23.13 and 23.17).
#include "model/io/pictures/basis.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace vitruvian::pictures {
namespace {

/// How an endpoint's value is stored: in bits, with one trit or quint above them.
struct Range {
    int bits, trits, quints;
};
constexpr Range levels_12{2, 1, 0}, levels_16{4, 0, 0}, levels_32{5, 0, 0}, levels_40{3, 0, 1},
    levels_48{4, 1, 0}, levels_160{5, 0, 1}, levels_192{6, 1, 0}, levels_256{8, 0, 0};

struct Mode {
    unsigned code;  // at the block's beginning, from its lowest bit
    int code_bits;
    int begin;  // of what follows the hints for other formats
    Range endpoint;
    int weight_bits;
    int subsets;
    int planes;
    int channels;  // 2: luminance and alpha
};
constexpr int solid_mode = 8;
constexpr int merged_mode = 7;  // two subsets, by patterns of their own
constexpr std::array<Mode, 19> modes{{
    {0b0001, 4, 19, levels_192, 4, 1, 1, 3},   {0b110101, 6, 21, levels_256, 2, 1, 1, 3},
    {0b11101, 5, 20, levels_16, 3, 2, 1, 3},   {0b00011, 5, 20, levels_12, 2, 3, 1, 3},
    {0b10011, 5, 20, levels_40, 2, 2, 1, 3},   {0b01011, 5, 20, levels_256, 3, 1, 1, 3},
    {0b11011, 5, 20, levels_160, 2, 1, 2, 3},  {0b00111, 5, 20, levels_40, 2, 2, 1, 3},
    {0b10111, 5, 5, levels_256, 0, 1, 1, 4},   {0b01111, 5, 28, levels_16, 2, 2, 1, 4},
    {0b010, 3, 20, levels_48, 4, 1, 1, 4},     {0b00, 2, 19, levels_48, 2, 1, 2, 4},
    {0b110, 3, 20, levels_192, 3, 1, 1, 4},    {0b11111, 5, 28, levels_256, 1, 1, 2, 4},
    {0b01101, 5, 28, levels_256, 2, 1, 1, 4},  {0b0000101, 7, 30, levels_256, 4, 1, 1, 2},
    {0b010101, 6, 29, levels_256, 2, 2, 1, 2}, {0b100101, 6, 29, levels_256, 2, 1, 2, 2},
    {0b1001, 4, 19, levels_32, 5, 1, 1, 3},
}};

/// Which pixels, from the lowest bit, belong to the second of two subsets.
constexpr std::array<std::uint16_t, 30> pairs{0xCCCC, 0x8888, 0x1111, 0xECC8, 0x377F, 0xFEEC, 0x0137, 0x137F,
                                              0xC800, 0x0013, 0xFE80, 0x17FF, 0x0017, 0x00FF, 0xFFF0, 0x0FFF,
                                              0xFF71, 0x8EFF, 0x08CE, 0x008C, 0x7310, 0xCEFF, 0x7331, 0x088C,
                                              0xCEEF, 0x6666, 0xF00F, 0x5555, 0x0F0F, 0x36C9};
constexpr std::array<std::uint16_t, 19> merged_pairs{0x00F0, 0x4444, 0x0133, 0xCC80, 0xF0FF, 0x2222, 0xFFC8,
                                                     0xCCCE, 0x3C03, 0x00EE, 0x7700, 0x3003, 0x00CE, 0xFF80,
                                                     0x6FFF, 0x1333, 0x11FF, 0x136C, 0x00EF};
/// Which belong to the second and to the third of three.
constexpr std::array<std::array<std::uint16_t, 2>, 11> triples{{{0x3300, 0xCC00},
                                                                {0x00FF, 0xF000},
                                                                {0x000F, 0xF000},
                                                                {0x000F, 0x00F0},
                                                                {0x3333, 0x4444},
                                                                {0x6666, 0x8888},
                                                                {0xCCCC, 0x2222},
                                                                {0xEE00, 0x1111},
                                                                {0x4444, 0x9999},
                                                                {0xF00F, 0x0F00},
                                                                {0x0CC0, 0xC00C}}};

/// Reads the bits of a block from the lowest of its first byte; zeros past its end.
class BlockBits {
  public:
    BlockBits(std::span<const std::byte, uastc_block_bytes> block, int at) : at_(at) {
        for (std::size_t i = 0; i < 8; ++i) {
            low_ |= std::to_integer<std::uint64_t>(block[i]) << (8 * i);
            high_ |= std::to_integer<std::uint64_t>(block[i + 8]) << (8 * i);
        }
    }
    [[nodiscard]] int take(int count) {
        std::uint64_t out = 0;
        if (at_ < 64) {
            out = low_ >> at_;
            if (at_ > 0) out |= high_ << (64 - at_);
        } else if (at_ < 128) {
            out = high_ >> (at_ - 64);
        }
        at_ += count;
        return static_cast<int>(out & ((std::uint64_t{1} << count) - 1));
    }

  private:
    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
    int at_;
};

/// Converts a value with a trit or quint to 0..255 (Khronos Data Format 1.3, table "ASTC color unquantization
/// parameters").
int unquantized(int bits, int digit, const Range& range) {
    const auto bit = [bits](int i) { return bits >> i & 1; };
    const int a = bit(0) != 0 ? 0x1FF : 0;
    int b = 0;
    int c = 0;
    if (range.trits != 0) {
        switch (range.bits) {
            case 2:
                b = bit(1) * 0b100010110;
                c = 93;
                break;
            case 4:
                b = bits >> 1 << 6 | bits >> 1;
                c = 22;
                break;
            default:
                b = bits >> 1 << 4 | bit(5);
                c = 5;
                break;
        }
    } else if (range.bits == 3) {
        b = bits >> 1 << 7 | bits >> 1 << 1 | bit(2);
        c = 26;
    } else {
        b = bits >> 1 << 5 | bit(4);
        c = 6;
    }
    const int t = (digit * c + b) ^ a;
    return (a & 0x80) | t >> 2;
}

/// Returns all endpoints of a block as 0..255: first the trits, five in 8 bits, or quints, three in 7 bits;
/// then the bits.
std::array<int, 18> read_endpoints(BlockBits& bits, const Range& range, int count) {
    constexpr std::array<int, 6> trit_bits{0, 2, 4, 5, 7, 8};
    constexpr std::array<int, 4> quint_bits{0, 3, 5, 7};
    std::array<int, 18> digits{};
    const int base = range.trits != 0 ? 3 : 5;
    const int together = range.trits != 0 ? 5 : 3;
    if (range.trits + range.quints > 0) {
        for (int first = 0; first < count; first += together) {
            const int here = std::min(together, count - first);
            const auto n = static_cast<std::size_t>(here);
            int packed = bits.take(range.trits != 0 ? trit_bits.at(n) : quint_bits.at(n));
            for (int i = 0; i < here; ++i, packed /= base)
                digits.at(static_cast<std::size_t>(first + i)) = packed % base;
        }
    }
    std::array<int, 18> out{};
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const int stored = bits.take(range.bits);
        if (range.trits + range.quints > 0) {
            out.at(at) = unquantized(stored, digits.at(at), range);
        } else {
            out.at(at) = range.bits == 8 ? stored : range.bits == 4 ? stored * 17 : stored << 3 | stored >> 2;
        }
    }
    return out;
}

/// Converts a weight of that many bits to 0..64.
int unquantized_weight(int weight, int bits) {
    int out = 0;
    for (int filled = 0; filled < 6; filled += bits) {
        const int shift = 6 - bits - filled;
        out |= shift >= 0 ? weight << shift : weight >> -shift;
    }
    return out > 32 ? out + 1 : out;
}

/// Returns the subset of each pixel; nullopt where the pattern is invalid.
std::optional<std::array<int, 16>> read_subsets(BlockBits& bits, int mode, int subsets) {
    std::array<int, 16> out{};
    if (subsets == 1) return out;
    const auto pattern = static_cast<std::size_t>(bits.take(subsets == 3 ? 4 : 5));
    unsigned second = 0;
    unsigned third = 0;
    if (subsets == 3) {
        if (pattern >= triples.size()) return std::nullopt;
        second = triples.at(pattern)[0];
        third = triples.at(pattern)[1];
    } else if (mode == merged_mode) {
        if (pattern >= merged_pairs.size()) return std::nullopt;
        second = merged_pairs.at(pattern);
    } else {
        if (pattern >= pairs.size()) return std::nullopt;
        second = pairs.at(pattern);
    }
    for (std::size_t i = 0; i < 16; ++i)
        out.at(i) = (third >> i & 1U) != 0 ? 2 : (second >> i & 1U) != 0 ? 1 : 0;
    return out;
}

std::optional<int> find_mode(std::byte first) {
    const auto low = std::to_integer<unsigned>(first);
    for (std::size_t m = 0; m < modes.size(); ++m) {
        if ((low & ((1U << modes.at(m).code_bits) - 1)) == modes.at(m).code) return static_cast<int>(m);
    }
    return std::nullopt;
}

std::uint8_t between(int from, int to, int weight) {
    return static_cast<std::uint8_t>((from * 257 * (64 - weight) + to * 257 * weight + 32) >> 6 >> 8);
}

BlockPixels filled(std::array<std::uint8_t, 4> color) {
    BlockPixels out;
    out.fill(color);
    return out;
}

}  // namespace

BlockPixels decode_uastc(std::span<const std::byte, uastc_block_bytes> block) {
    const BlockPixels wrong = filled({255, 0, 255, 255});
    const std::optional<int> index = find_mode(block[0]);
    if (!index) return wrong;
    const Mode& mode = modes.at(static_cast<std::size_t>(*index));
    BlockBits bits(block, mode.begin);
    if (*index == solid_mode) {
        std::array<std::uint8_t, 4> color{};
        for (std::uint8_t& c : color) c = static_cast<std::uint8_t>(bits.take(8));
        return filled(color);
    }
    // Luminance and alpha: the separate weights are those of the alpha.
    const bool chooses = mode.planes == 2 && mode.channels > 2;
    const int second_plane = mode.planes == 1 ? -1 : chooses ? bits.take(2) : 3;
    const std::optional<std::array<int, 16>> subset = read_subsets(bits, *index, mode.subsets);
    if (!subset) return wrong;
    const std::array<int, 18> ends = read_endpoints(bits, mode.endpoint, mode.subsets * mode.channels * 2);

    BlockPixels out;
    std::array<bool, 3> met{};
    for (std::size_t pixel = 0; pixel < 16; ++pixel) {
        // The highest bit of the first weight of each subset is 0, and not stored.
        const auto part = static_cast<std::size_t>(subset->at(pixel));
        const int stored = mode.weight_bits - (met.at(part) ? 0 : 1);
        met.at(part) = true;
        const int weight = unquantized_weight(bits.take(stored), mode.weight_bits);
        const int other = mode.planes == 2 ? unquantized_weight(bits.take(stored), mode.weight_bits) : weight;
        const std::size_t first = part * static_cast<std::size_t>(mode.channels) * 2;
        for (int c = 0; c < 4; ++c) {
            const int channel = mode.channels == 2 ? (c == 3 ? 1 : 0) : c;
            std::uint8_t& value = out.at(pixel).at(static_cast<std::size_t>(c));
            if (channel >= mode.channels) {
                value = 255;
                continue;
            }
            const std::size_t at = first + static_cast<std::size_t>(channel) * 2;
            value = between(ends.at(at), ends.at(at + 1), c == second_plane ? other : weight);
        }
    }
    return out;
}

}  // namespace vitruvian::pictures
