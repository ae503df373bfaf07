#include "renderer/lettering.h"

#include "model/core/check.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace vitruvian {

std::span<const std::byte> embedded_font(std::string_view name);

namespace {

constexpr float halo_px = 0.17F;  // of the em

/// Returns the maximum of `ink` within `radius` of a pixel, with a smooth edge.
std::uint8_t halo_at(const std::vector<std::uint8_t>& ink, int width, int height, int x, int y,
                     float radius) {
    const int reach = static_cast<int>(std::ceil(radius));
    float most = 0.0F;
    for (int dy = -reach; dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
            const float away = std::sqrt(static_cast<float>(dx * dx + dy * dy));
            const float near = std::clamp(radius + 0.5F - away, 0.0F, 1.0F);
            const auto at = static_cast<std::size_t>(y + dy) * static_cast<std::size_t>(width) +
                            static_cast<std::size_t>(x + dx);
            most = std::max(most, near * static_cast<float>(ink[at]));
        }
    }
    return static_cast<std::uint8_t>(most);
}

}  // namespace

struct Lettering::Face {
    stbtt_fontinfo info{};
    float scale = 0.0F;
    std::shared_ptr<const std::vector<std::byte>> bytes;

    [[nodiscard]] bool open(std::span<const std::byte> file, int index, float size_px) {
        const auto* data = reinterpret_cast<const unsigned char*>(file.data());
        const int begin = file.empty() ? -1 : stbtt_GetFontOffsetForIndex(data, index);
        if (begin < 0 || stbtt_InitFont(&info, data, begin) == 0) return false;
        scale = stbtt_ScaleForMappingEmToPixels(&info, size_px);
        return true;
    }
    [[nodiscard]] bool has(char32_t character) const {
        return stbtt_FindGlyphIndex(&info, static_cast<int>(character)) != 0;
    }
};

Lettering::Lettering(float size_px, const std::vector<Typeface>& others) : size_(size_px) {
    Face& first = faces_.emplace_back();
    VT_CHECK(first.open(embedded_font("Inter-Regular.otf"), 0, size_px));
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetCodepointBox(&first.info, 'H', &x0, &y0, &x1, &y1);
    cap_height_ = std::round(static_cast<float>(y1) * first.scale);
    for (const Typeface& other : others) {
        Face face;
        face.bytes = other.bytes;
        if (other.bytes && face.open(*other.bytes, other.index, size_px)) faces_.push_back(std::move(face));
    }
}

const Lettering::Face& Lettering::face_of(char32_t character) const {
    const auto found =
        std::find_if(faces_.begin(), faces_.end(), [&](const Face& face) { return face.has(character); });
    return found != faces_.end() ? *found : faces_.front();
}

Lettering::~Lettering() = default;

Letter Lettering::drawn(char32_t character) {
    const Face& face = face_of(character);
    const float scale = face.scale;
    const auto code = static_cast<int>(character);
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&face.info, code, &advance, &bearing);
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetCodepointBitmapBox(&face.info, code, scale, scale, &x0, &y0, &x1, &y1);
    const float radius = std::max(halo_px * size_, 1.0F);
    const int margin = static_cast<int>(std::ceil(radius)) + 1;
    const int width = x1 - x0 + 2 * margin;
    const int height = y1 - y0 + 2 * margin;
    Letter letter;
    letter.advance = static_cast<float>(advance) * scale;
    if (x1 <= x0 || y1 <= y0 || width > sheet_width) return letter;
    if (pen_x_ + width > sheet_width) {
        pen_x_ = 0;
        row_top_ += row_height_;
        row_height_ = 0;
    }
    row_height_ = std::max(row_height_, height);
    const auto rows = static_cast<std::size_t>(row_top_ + row_height_);
    sheet_.resize(std::max(sheet_.size(), rows * sheet_width * 2));

    std::vector<std::uint8_t> ink(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const auto first = static_cast<std::size_t>(margin) * static_cast<std::size_t>(width + 1);
    stbtt_MakeCodepointBitmap(&face.info, ink.data() + first, x1 - x0, y1 - y0, width, scale, scale, code);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const std::size_t to = (static_cast<std::size_t>(row_top_ + y) * sheet_width +
                                    static_cast<std::size_t>(pen_x_ + x)) *
                                   2;
            sheet_[to] = ink[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x)];
            sheet_[to + 1] = halo_at(ink, width, height, x, y, radius);
        }
    }
    letter.corner = vec2(x0 - margin, y0 - margin);
    letter.size = vec2(width, height);
    letter.place = vec2(pen_x_, row_top_);
    pen_x_ += width;
    return letter;
}

const Letter& Lettering::letter(char32_t character) {
    const auto found = letters_.find(character);
    if (found != letters_.end()) return found->second;
    return letters_.emplace(character, drawn(character)).first->second;
}

float Lettering::between(char32_t a, char32_t b) const {
    const Face& face = face_of(a);
    if (&face != &face_of(b)) return 0.0F;
    return static_cast<float>(
               stbtt_GetCodepointKernAdvance(&face.info, static_cast<int>(a), static_cast<int>(b))) *
           face.scale;
}

float Lettering::width(std::u32string_view text) {
    float sum = 0.0F;
    for (std::size_t i = 0; i < text.size(); ++i) {
        sum += letter(text[i]).advance;
        if (i + 1 < text.size()) sum += between(text[i], text[i + 1]);
    }
    return sum;
}

std::u32string label_characters(std::string_view utf8) {
    std::u32string out;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t more = lead < 0x80U    ? 0
                                 : lead >= 0xF0U ? 3
                                 : lead >= 0xE0U ? 2
                                 : lead >= 0xC2U ? 1
                                                 : 9;
        char32_t code = more == 0 ? lead : lead & (0x3FU >> more);
        bool right = more <= 3 && i + more < utf8.size();
        for (std::size_t k = 1; right && k <= more; ++k) {
            const auto next = static_cast<unsigned char>(utf8[i + k]);
            right = (next & 0xC0U) == 0x80U;
            code = (code << 6U) | (next & 0x3FU);
        }
        out.push_back(right ? code : U'?');
        i += right ? more + 1 : 1;
    }
    return out;
}

}  // namespace vitruvian
