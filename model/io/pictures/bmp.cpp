// BMP, with a decoder of our own: the format is a header and plain rows, and there is no well-maintained
// separate library in the distribution (only parts of toolkits). Each byte is read through one function that
// checks the end of the file, only the result is allocated by declared sizes, and it has a fuzz target.
#include "model/io/pictures/decoder.h"
#include "model/io/pictures/shrink.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace vitruvian::pictures {
namespace {

/// With less than one part in 256 of its rows nothing is visible. Runs may skip rows.
constexpr std::size_t max_missing = 256;
constexpr std::size_t max_bmp_pixels_per_byte = 16384;

using Pixel = std::array<std::uint8_t, 4>;

enum class BmpPacking : std::uint32_t {
    none = 0,
    runs_of_8 = 1,
    runs_of_4 = 2,
    fields = 3,
    fields_with_alpha = 6
};

class BmpReader {
  public:
    explicit BmpReader(Bytes bytes) : bytes_(bytes) {}

    [[nodiscard]] Outcome<Header> read_header();
    /// Called after read_header; returns false where the rows are truncated.
    [[nodiscard]] bool read_rows(RowShrinker& out);

  private:
    /// Returns a little-endian number of `count` bytes; 0 past the end.
    [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t count) const {
        if (at > bytes_.size() || count > bytes_.size() - at) return 0;
        std::uint32_t value = 0;
        for (std::size_t i = count; i-- > 0;)
            value = value << 8U | std::to_integer<std::uint32_t>(bytes_[at + i]);
        return value;
    }
    [[nodiscard]] std::size_t remaining(std::size_t at) const {
        return at < bytes_.size() ? bytes_.size() - at : 0;
    }

    [[nodiscard]] Outcome<void> check_kind() const;
    void read_masks(std::size_t header_bytes);
    void read_palette(std::size_t at, std::size_t entry_bytes, std::size_t colors_used);
    [[nodiscard]] bool has_any_alpha() const;
    [[nodiscard]] std::size_t row_bytes() const {
        return (static_cast<std::size_t>(size_.width) * bits_ + 31) / 32 * 4;
    }
    [[nodiscard]] Pixel pixel(std::size_t row_at, std::size_t x) const;
    [[nodiscard]] Pixel color(std::size_t index) const {
        return index < palette_.size() ? palette_[index] : Pixel{0, 0, 0, 255};
    }
    [[nodiscard]] bool read_plain(RowShrinker& out) const;
    [[nodiscard]] bool read_runs(RowShrinker& out) const;

    Bytes bytes_;
    ImageSize size_;
    bool from_top_ = false;
    std::size_t bits_ = 0;
    BmpPacking packing_ = BmpPacking::none;
    std::array<std::uint32_t, 4> masks_{};  // red, green, blue, alpha
    std::vector<Pixel> palette_;
    std::size_t pixels_at_ = 0;
};

Outcome<Header> BmpReader::read_header() {
    constexpr std::size_t file_header = 14;
    const std::size_t header_bytes = number(file_header, 4);
    pixels_at_ = number(10, 4);
    const bool is_core = header_bytes == 12;
    if ((!is_core && (header_bytes < 16 || header_bytes > 256)) || remaining(file_header) < header_bytes)
        return because("its header is of an unknown kind");
    if (is_core) {
        size_ = {static_cast<int>(number(18, 2)), static_cast<int>(number(20, 2))};
        bits_ = number(24, 2);
    } else {
        const auto height = static_cast<std::int64_t>(std::bit_cast<std::int32_t>(number(22, 4)));
        from_top_ = height < 0;
        const std::int64_t width = std::bit_cast<std::int32_t>(number(18, 4));
        if (width <= 0 || height == 0 || height <= -(std::int64_t{1} << 31)) return because("it has no size");
        size_ = {static_cast<int>(width), static_cast<int>(from_top_ ? -height : height)};
        bits_ = number(28, 2);
        // Shorter headers end before these fields, and what follows is not part of them.
        if (header_bytes >= 20) packing_ = static_cast<BmpPacking>(number(30, 4));
    }
    if (size_.width <= 0 || size_.height <= 0) return because("it has no size");
    if (const Outcome<void> known = check_kind(); !known) return tl::unexpected(known.error());
    read_masks(header_bytes);
    const bool masks_follow = header_bytes == 40 && packing_ != BmpPacking::none && bits_ > 8;
    const std::size_t masks_bytes = masks_follow ? (packing_ == BmpPacking::fields_with_alpha ? 16 : 12) : 0;
    read_palette(file_header + header_bytes + masks_bytes, is_core ? 3 : 4,
                 header_bytes >= 36 ? number(46, 4) : 0);
    const bool plain = packing_ != BmpPacking::runs_of_8 && packing_ != BmpPacking::runs_of_4;
    const std::size_t least = plain ? row_bytes() * static_cast<std::size_t>(size_.height) / max_missing
                                    : size_.pixels() / max_bmp_pixels_per_byte;
    return Header{size_, 0, least};
}

Outcome<void> BmpReader::check_kind() const {
    const bool has_palette = bits_ == 1 || bits_ == 2 || bits_ == 4 || bits_ == 8;
    bool known = false;
    switch (packing_) {
        case BmpPacking::none:
            known = has_palette || bits_ == 16 || bits_ == 24 || bits_ == 32;
            break;
        case BmpPacking::runs_of_8:
            known = bits_ == 8 && !from_top_;
            break;
        case BmpPacking::runs_of_4:
            known = bits_ == 4 && !from_top_;
            break;
        case BmpPacking::fields:
        case BmpPacking::fields_with_alpha:
            known = bits_ == 16 || bits_ == 32;
            break;
    }
    if (!known) return because("its pixels are packed in an unknown way");
    return {};
}

/// Alpha is used if there is a mask for it and some pixel has it: programs leave the fourth byte 0.
void BmpReader::read_masks(std::size_t header_bytes) {
    constexpr std::size_t masks_at = 54;
    if (packing_ == BmpPacking::fields || packing_ == BmpPacking::fields_with_alpha) {
        for (std::size_t c = 0; c < 3; ++c) masks_[c] = number(masks_at + 4 * c, 4);
        if (header_bytes >= 56 || packing_ == BmpPacking::fields_with_alpha)
            masks_[3] = number(masks_at + 12, 4);
    } else if (bits_ == 16) {
        masks_ = {0x7C00, 0x03E0, 0x001F, 0};
    } else {
        masks_ = {0xFF0000, 0xFF00, 0xFF, 0};
    }
    if (masks_[3] != 0 && !has_any_alpha()) masks_[3] = 0;
}

bool BmpReader::has_any_alpha() const {
    const std::size_t step = bits_ / 8;
    for (std::size_t at = pixels_at_; remaining(at) >= step; at += step) {
        if ((number(at, step) & masks_[3]) != 0) return true;
    }
    return false;
}

void BmpReader::read_palette(std::size_t at, std::size_t entry_bytes, std::size_t colors_used) {
    if (bits_ > 8) return;
    const std::size_t most = std::size_t{1} << bits_;
    std::size_t count = colors_used == 0 ? most : std::min(colors_used, most);
    // A palette ends where the pixels begin.
    if (pixels_at_ > at) count = std::min(count, (pixels_at_ - at) / entry_bytes);
    for (std::size_t i = 0; i < count && remaining(at) >= entry_bytes; ++i, at += entry_bytes) {
        const std::uint32_t bgr = number(at, 3);
        palette_.push_back({static_cast<std::uint8_t>(bgr >> 16U),
                            static_cast<std::uint8_t>(bgr >> 8U & 255U),
                            static_cast<std::uint8_t>(bgr & 255U), 255});
    }
}

/// Returns the part of `value` under `mask`, scaled to 0..255.
std::uint8_t field(std::uint32_t value, std::uint32_t mask) {
    if (mask == 0) return 0;
    const auto shift = static_cast<unsigned>(std::countr_zero(mask));
    const std::uint32_t most = mask >> shift;
    if (most == 255) return static_cast<std::uint8_t>((value & mask) >> shift);
    return static_cast<std::uint8_t>(((value & mask) >> shift) * std::uint64_t{255} / most);
}

Pixel BmpReader::pixel(std::size_t row_at, std::size_t x) const {
    if (bits_ <= 8) {
        const std::size_t per_byte = 8 / bits_;
        const std::uint32_t byte = number(row_at + x / per_byte, 1);
        const std::size_t shift = (per_byte - 1 - x % per_byte) * bits_;
        return color(byte >> shift & ((1U << bits_) - 1U));
    }
    const std::uint32_t value = number(row_at + x * (bits_ / 8), bits_ / 8);
    const std::uint8_t alpha = masks_[3] == 0 ? std::uint8_t{255} : field(value, masks_[3]);
    return {field(value, masks_[0]), field(value, masks_[1]), field(value, masks_[2]), alpha};
}

bool BmpReader::read_rows(RowShrinker& out) {
    const bool has_runs = packing_ == BmpPacking::runs_of_8 || packing_ == BmpPacking::runs_of_4;
    return has_runs ? read_runs(out) : read_plain(out);
}

bool BmpReader::read_plain(RowShrinker& out) const {
    const auto width = static_cast<std::size_t>(size_.width);
    std::vector<std::uint8_t> row(width * 4);
    std::size_t at = pixels_at_;
    for (int r = 0; r < size_.height; ++r, at += row_bytes()) {
        // The padding of the last row may be missing.
        if (remaining(at) < (width * bits_ + 7) / 8) return false;
        std::uint8_t* to = row.data();
        for (std::size_t x = 0; x < width; ++x) {
            const Pixel p = pixel(at, x);
            to = std::copy(p.begin(), p.end(), to);
        }
        out.add(from_top_ ? r : size_.height - 1 - r, row.data());
    }
    return true;
}

/// Reads runs, literal pixels and jumps, from the bottom; skipped pixels are transparent.
bool BmpReader::read_runs(RowShrinker& out) const {
    const bool nibbles = packing_ == BmpPacking::runs_of_4;
    const auto width = static_cast<std::size_t>(size_.width);
    std::vector<std::uint8_t> row(width * 4);
    int y = size_.height - 1;
    std::size_t x = 0;
    const auto put = [&](std::size_t index) {
        if (x >= width) return;
        const Pixel p = color(index);
        std::copy(p.begin(), p.end(), row.begin() + static_cast<std::ptrdiff_t>(x++ * 4));
    };
    const auto end_row = [&] {
        out.add(y--, row.data());
        std::fill(row.begin(), row.end(), std::uint8_t{0});
    };
    const auto part = [&](std::uint32_t byte, std::size_t i) {
        return nibbles ? (i % 2 == 0 ? byte >> 4U : byte & 15U) : byte;
    };
    for (std::size_t at = pixels_at_; y >= 0;) {
        if (remaining(at) < 2) {
            const bool was_last = y == 0 && x >= width;
            end_row();
            return was_last;
        }
        const std::uint32_t count = number(at, 1);
        const std::uint32_t what = number(at + 1, 1);
        at += 2;
        if (count > 0) {
            for (std::size_t i = 0; i < count; ++i) put(part(what, i));
        } else if (what == 0) {
            end_row();
            x = 0;
        } else if (what == 1) {
            while (y >= 0) end_row();
        } else if (what == 2) {
            x += number(at, 1);
            for (std::uint32_t down = number(at + 1, 1); down > 0 && y >= 0; --down) end_row();
            at += 2;
        } else {
            for (std::size_t i = 0; i < what; ++i) put(part(number(at + (nibbles ? i / 2 : i), 1), i));
            const std::size_t used = nibbles ? (what + 1) / 2 : what;
            at += (used + 1) / 2 * 2;
        }
    }
    return true;
}

bool recognises_bmp(Bytes bytes) {
    return bytes.size() >= 26 && bytes[0] == std::byte{'B'} && bytes[1] == std::byte{'M'};
}

Outcome<Header> read_bmp_header(Bytes bytes) {
    return BmpReader(bytes).read_header();
}

Outcome<Decoded> decode_bmp(Bytes bytes, int halvings) {
    BmpReader reader(bytes);
    const Outcome<Header> header = reader.read_header();
    if (!header) return tl::unexpected(header.error());
    RowShrinker rows(header->size, halvings);
    const bool whole = reader.read_rows(rows);
    return Decoded{rows.take(), whole ? "" : "it breaks off"};
}

}  // namespace

const Decoder bmp_decoder{recognises_bmp, read_bmp_header, decode_bmp};

}  // namespace vitruvian::pictures
