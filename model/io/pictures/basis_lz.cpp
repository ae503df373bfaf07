// BasisLZ: ETC1S blocks by two codebooks and Huffman codes (KTX 2.0, appendix BasisLZ/ETC1S Bitstream
// Specification).
#include "model/io/pictures/basis.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace vitruvian::pictures {
namespace {

constexpr std::size_t header_bytes = 20;
constexpr std::size_t image_bytes = 20;

std::uint32_t half_word_at(Bytes bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]) | std::to_integer<std::uint32_t>(bytes[at + 1]) << 8U;
}
std::uint32_t word_at(Bytes bytes, std::size_t at) {
    return half_word_at(bytes, at) | half_word_at(bytes, at + 2) << 16U;
}

/// Returns a part of `bytes`, and advances past it; nullopt where it is missing.
std::optional<Bytes> take(Bytes bytes, std::size_t& at, std::size_t count) {
    if (at > bytes.size() || count > bytes.size() - at) return std::nullopt;
    const Bytes out = bytes.subspan(at, count);
    at += count;
    return out;
}

constexpr std::array<std::array<int, 2>, 8> intensities{
    {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}}};

}  // namespace

/// Reads from the lowest bit of each byte; past the end it returns zeros and is marked as exhausted.
class BasisLz::BitReader {
  public:
    explicit BitReader(Bytes bytes) : bytes_(bytes) {}
    std::uint32_t bits(unsigned count) {
        std::uint32_t out = 0;
        for (unsigned i = 0; i < count; ++i) out |= bit() << i;
        return out;
    }
    std::uint32_t symbol(const Huffman& table) {
        std::uint32_t code = 0;
        std::uint32_t first = 0;
        std::uint32_t index = 0;
        for (std::size_t length = 1; length < table.count.size(); ++length) {
            code |= bit();
            const std::uint32_t count = table.count[length];
            if (code < first + count) return table.symbols[index + (code - first)];
            index += count;
            first = (first + count) << 1U;
            code <<= 1U;
        }
        broken_ = true;
        return 0;
    }
    /// Reads a number in chunks, whose highest bit means that more follow.
    std::uint32_t chunks(unsigned size) {
        std::uint32_t out = 0;
        for (unsigned shift = 0; shift < 32; shift += size) {
            const std::uint32_t chunk = bits(size + 1);
            out |= (chunk & ((1U << size) - 1)) << shift;
            if ((chunk >> size) == 0) return out;
        }
        broken_ = true;
        return out;
    }
    void fail() { broken_ = true; }
    [[nodiscard]] bool is_broken() const { return broken_; }

  private:
    std::uint32_t bit() {
        const std::size_t byte = at_ >> 3U;
        if (byte >= bytes_.size()) {
            broken_ = true;
            return 0;
        }
        return std::to_integer<std::uint32_t>(bytes_[byte]) >> (at_++ & 7U) & 1U;
    }
    Bytes bytes_;
    std::size_t at_ = 0;
    bool broken_ = false;
};

namespace {

/// Builds the table from the length of each symbol's code; returns false where they are not a prefix code.
template <class Huffman>
bool build(const std::vector<std::uint8_t>& lengths, Huffman& table) {
    table.count.fill(0);
    for (const std::uint8_t length : lengths) ++table.count.at(length);
    table.count[0] = 0;
    std::int64_t left = 1;
    for (std::size_t length = 1; length < table.count.size(); ++length) {
        left = (left << 1) - table.count[length];
        if (left < 0) return false;
    }
    std::array<std::uint32_t, 18> next{};
    for (std::size_t length = 1; length < table.count.size(); ++length)
        next.at(length + 1) = next.at(length) + table.count[length];
    table.symbols.assign(next[17], 0);
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
        if (lengths[symbol] != 0)
            table.symbols[next.at(lengths[symbol])++] = static_cast<std::uint16_t>(symbol);
    }
    return true;
}

}  // namespace

bool BasisLz::read_table(BitReader& bits, Huffman& table) {
    constexpr std::array<std::uint8_t, 21> order{17, 18, 19, 20, 0,  8, 7,  9, 6,  10, 5,
                                                 11, 4,  12, 3,  13, 2, 14, 1, 15, 16};
    const std::size_t total = bits.bits(14);
    if (total == 0) return !bits.is_broken() && build({}, table);
    const std::size_t codes = bits.bits(5);
    if (codes < 1 || codes > order.size()) return false;
    std::vector<std::uint8_t> lengths(order.size(), 0);
    for (std::size_t i = 0; i < codes; ++i) lengths[order.at(i)] = static_cast<std::uint8_t>(bits.bits(3));
    Huffman of_lengths;
    if (!build(lengths, of_lengths)) return false;
    lengths.clear();
    while (lengths.size() < total) {
        const std::uint32_t symbol = bits.symbol(of_lengths);
        if (bits.is_broken()) return false;
        std::size_t run = 1;
        std::uint8_t length = 0;
        if (symbol <= 16) {
            length = static_cast<std::uint8_t>(symbol);
        } else if (symbol <= 18) {
            run = symbol == 17 ? bits.bits(3) + 3 : bits.bits(7) + 11;
        } else {
            if (lengths.empty() || lengths.back() == 0) return false;
            length = lengths.back();
            run = symbol == 19 ? bits.bits(2) + 3 : bits.bits(7) + 7;
        }
        if (run > total - lengths.size()) return false;
        lengths.insert(lengths.end(), run, length);
    }
    return !bits.is_broken() && build(lengths, table);
}

bool BasisLz::read_endpoints(Bytes bytes, std::size_t count) {
    BitReader bits(bytes);
    std::array<Huffman, 3> deltas;
    Huffman intensity;
    for (Huffman& table : deltas) {
        if (!read_table(bits, table)) return false;
    }
    if (!read_table(bits, intensity)) return false;
    const bool is_gray = bits.bits(1) != 0;
    Endpoint last{{16, 16, 16}, 0};
    for (std::size_t i = 0; i < count; ++i) {
        last.intensity = static_cast<std::uint8_t>((last.intensity + bits.symbol(intensity)) & 7U);
        for (std::size_t c = 0; c < (is_gray ? 1 : 3); ++c) {
            std::uint8_t& value = last.color.at(c);
            const Huffman& table = deltas.at(value <= 9 ? 0 : value <= 21 ? 1 : 2);
            value = static_cast<std::uint8_t>((value + bits.symbol(table)) & 31U);
        }
        if (is_gray) last.color.fill(last.color[0]);
        if (bits.is_broken()) return false;
        endpoints_.push_back(last);
    }
    return true;
}

bool BasisLz::read_selectors(Bytes bytes, std::size_t count) {
    BitReader bits(bytes);
    if (bits.bits(2) != 0) return false;
    const bool is_plain = bits.bits(1) != 0;
    Huffman delta;
    if (!is_plain && !read_table(bits, delta)) return false;
    for (std::size_t i = 0; i < count; ++i) {
        Selector selector{};
        for (std::size_t row = 0; row < 4; ++row) {
            const bool is_whole = is_plain || i == 0;
            const std::uint32_t byte =
                is_whole ? bits.bits(8) : bits.symbol(delta) ^ selectors_.back().at(row);
            selector.at(row) = static_cast<std::uint8_t>(byte & 255U);
        }
        if (bits.is_broken()) return false;
        selectors_.push_back(selector);
    }
    return true;
}

bool BasisLz::read_tables(Bytes bytes) {
    BitReader bits(bytes);
    for (Huffman* table : {&endpoint_prediction_, &endpoint_delta_, &selector_, &selector_run_}) {
        if (!read_table(bits, *table)) return false;
    }
    history_size_ = bits.bits(13);
    return !bits.is_broken();
}

Outcome<BasisLz> BasisLz::open(Bytes global, std::size_t images) {
    if (images == 0 || global.size() < header_bytes || (global.size() - header_bytes) / image_bytes < images)
        return because("its codebooks are missing");
    BasisLz out;
    std::size_t at = header_bytes;
    out.image_ = {word_at(global, at), word_at(global, at + 4), word_at(global, at + 8),
                  word_at(global, at + 12), word_at(global, at + 16)};
    at += images * image_bytes;
    const std::optional<Bytes> endpoints = take(global, at, word_at(global, 4));
    const std::optional<Bytes> selectors = endpoints ? take(global, at, word_at(global, 8)) : std::nullopt;
    const std::optional<Bytes> tables = selectors ? take(global, at, word_at(global, 12)) : std::nullopt;
    if (!tables || !out.read_endpoints(*endpoints, half_word_at(global, 0)) ||
        !out.read_selectors(*selectors, half_word_at(global, 2)) || !out.read_tables(*tables) ||
        out.endpoints_.empty() || out.selectors_.empty())
        return because("its codebooks are damaged");
    return out;
}

/// The decoding state of one slice.
class BasisLz::SliceDecoder {
  public:
    SliceDecoder(const BasisLz& shared, Bytes slice, int wide, int high)
        : shared_(shared),
          bits_(slice),
          wide_(static_cast<std::size_t>(wide)),
          high_(static_cast<std::size_t>(high)),
          below_((wide_ + 1) / 2, 0),
          history_(shared.history_size_, 0),
          rover_(shared.history_size_ / 2) {}

    Outcome<std::vector<Block>> decode() {
        std::vector<Block> out(wide_ * high_);
        for (std::size_t y = 0; y < high_; ++y) {
            for (std::size_t x = 0; x < wide_; ++x) {
                Block& block = out[y * wide_ + x];
                const std::uint32_t prediction = next_prediction(x, y);
                block.endpoint = static_cast<std::uint16_t>(endpoint(out, x, y, prediction));
                last_endpoint_ = block.endpoint;
                block.selector = static_cast<std::uint16_t>(selector());
            }
            if (bits_.is_broken()) return because("its blocks are damaged");
        }
        return out;
    }

  private:
    static constexpr std::uint32_t repeat_prediction = 256;
    static constexpr std::uint32_t min_repeats = 3;
    static constexpr std::uint32_t long_run = 63;

    /// Two bits for each of two by two blocks are stored together.
    std::uint32_t next_prediction(std::size_t x, std::size_t y) {
        if (x % 2 == 0) {
            if (y % 2 == 0) {
                predictions_ = next_predictions();
                below_[x / 2] = static_cast<std::uint8_t>(predictions_ >> 4U);
            } else {
                predictions_ = below_[x / 2];
            }
        }
        const std::uint32_t out = predictions_ & 3U;
        predictions_ >>= 2U;
        return out;
    }

    std::uint32_t next_predictions() {
        if (repeats_ > 0) {
            --repeats_;
            return last_predictions_;
        }
        const std::uint32_t symbol = bits_.symbol(shared_.endpoint_prediction_);
        if (symbol == repeat_prediction) {
            repeats_ = bits_.chunks(4) + min_repeats - 1;
        } else {
            last_predictions_ = symbol;
        }
        return last_predictions_;
    }

    std::uint32_t endpoint(const std::vector<Block>& blocks, std::size_t x, std::size_t y,
                           std::uint32_t prediction) {
        const auto at = [&](std::size_t bx, std::size_t by) { return blocks[by * wide_ + bx].endpoint; };
        const bool is_there = (prediction != 0 && prediction != 2) || x > 0;
        const bool is_below = (prediction != 1 && prediction != 2) || y > 0;
        if (!is_there || !is_below) {
            bits_.fail();
            return 0;
        }
        if (prediction == 0) return last_endpoint_;
        if (prediction == 1) return at(x, y - 1);
        if (prediction == 2) return at(x - 1, y - 1);
        const auto count = static_cast<std::uint32_t>(shared_.endpoints_.size());
        const std::uint32_t out = last_endpoint_ + bits_.symbol(shared_.endpoint_delta_);
        return out < count ? out : (out - count) % count;
    }

    std::uint32_t selector() {
        const auto count = static_cast<std::uint32_t>(shared_.selectors_.size());
        std::uint32_t symbol = count;
        if (run_ > 0) {
            --run_;
        } else {
            symbol = bits_.symbol(shared_.selector_);
            if (symbol == count + shared_.history_size_) {
                const std::uint32_t length = bits_.symbol(shared_.selector_run_);
                run_ = (length == long_run ? bits_.chunks(7) : length) + min_repeats - 1;
                symbol = count;
            }
        }
        if (symbol < count) {
            remember(symbol);
            return symbol;
        }
        const std::uint32_t index = symbol - count;
        if (index >= history_.size()) {
            bits_.fail();
            return 0;
        }
        const std::uint32_t out = history_[index];
        std::swap(history_[index / 2], history_[index]);
        return out;
    }

    void remember(std::uint32_t symbol) {
        if (history_.empty()) return;
        history_[rover_++] = symbol;
        if (rover_ == history_.size()) rover_ = history_.size() / 2;
    }

    const BasisLz& shared_;
    BitReader bits_;
    std::size_t wide_, high_;
    std::vector<std::uint8_t> below_;  // predictions of the next row, one for two blocks
    std::vector<std::uint32_t> history_;
    std::size_t rover_;
    std::uint32_t predictions_ = 0;
    std::uint32_t last_predictions_ = 0;
    std::uint32_t repeats_ = 0;
    std::uint32_t last_endpoint_ = 0;
    std::uint32_t run_ = 0;
};

Outcome<std::vector<BasisLz::Block>> BasisLz::decode_slice(Bytes slice, int blocks_wide,
                                                           int blocks_high) const {
    return SliceDecoder(*this, slice, blocks_wide, blocks_high).decode();
}

BlockPixels BasisLz::pixels(Block block) const {
    const Endpoint& endpoint = endpoints_[block.endpoint];
    const Selector& selector = selectors_[block.selector];
    const std::array<int, 2>& step = intensities.at(endpoint.intensity);
    const std::array<int, 4> offsets{-step[1], -step[0], step[0], step[1]};
    BlockPixels out;
    for (std::size_t pixel = 0; pixel < 16; ++pixel) {
        const int offset = offsets.at(selector.at(pixel / 4) >> (2 * (pixel % 4)) & 3U);
        for (std::size_t c = 0; c < 3; ++c) {
            const int five = endpoint.color.at(c);
            out.at(pixel).at(c) =
                static_cast<std::uint8_t>(std::clamp((five << 3 | five >> 2) + offset, 0, 255));
        }
        out.at(pixel)[3] = 255;
    }
    return out;
}

}  // namespace vitruvian::pictures
