// The only code that uses stb_truetype, compiled here with internal linkage.
#include "model/formats/vrml/shapes/glyphs.h"

#include "model/core/check.h"
#include "model/formats/vrml/shapes/outline.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
// It has unused functions, and is not a system header where its folder is given explicitly.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wextra"
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

namespace vitruvian {

std::span<const std::byte> embedded_font(std::string_view name);

}  // namespace vitruvian

namespace vitruvian::vrml {

struct Typeface::Font {
    stbtt_fontinfo info{};
};

namespace {

constexpr int steps = 6;  // segments per curve

vec2 point_of(short x, short y) {
    return {static_cast<float>(x), static_cast<float>(y)};
}

void add_curve(Contour& contour, const stbtt_vertex& v) {
    const vec2 from = contour.back();
    const vec2 to = point_of(v.x, v.y);
    const vec2 c1 = point_of(v.cx, v.cy);
    const bool cubic = v.type == STBTT_vcubic;
    const vec2 c2 = cubic ? point_of(v.cx1, v.cy1) : vec2(0.0F);
    for (int i = 1; i <= steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps);
        const float u = 1.0F - t;
        contour.push_back(cubic ? u * u * u * from + 3.0F * u * u * t * c1 + 3.0F * u * t * t * c2 +
                                      t * t * t * to
                                : u * u * from + 2.0F * u * t * c1 + t * t * to);
    }
}

}  // namespace

Typeface::Typeface(std::string_view file) {
    static std::array<Font, 2> fonts = [] {
        std::array<Font, 2> out;
        const std::array<std::string_view, 2> names{"Inter-Regular.otf", "Inter-SemiBold.otf"};
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto* bytes = reinterpret_cast<const unsigned char*>(embedded_font(names.at(i)).data());
            VT_CHECK(stbtt_InitFont(&out.at(i).info, bytes, 0) != 0);
        }
        return out;
    }();
    font_ = &fonts.at(file == "Inter-SemiBold.otf" ? 1 : 0);
    int ascent = 0;
    int descent = 0;
    int gap = 0;
    stbtt_GetFontVMetrics(&font_->info, &ascent, &descent, &gap);
    scale_ = stbtt_ScaleForMappingEmToPixels(&font_->info, 1.0F);
    ascent_ = scale_ * static_cast<float>(ascent);
    descent_ = -scale_ * static_cast<float>(descent);
}

Typeface& Typeface::shipped(bool bold) {
    thread_local Typeface regular("Inter-Regular.otf");
    thread_local Typeface heavy("Inter-SemiBold.otf");
    return bold ? heavy : regular;
}

bool Typeface::has(char32_t character) const {
    return stbtt_FindGlyphIndex(&font_->info, static_cast<int>(character)) != 0;
}

const Glyph& Typeface::glyph(char32_t character) {
    const int index = stbtt_FindGlyphIndex(&font_->info, static_cast<int>(character));
    const auto known = glyphs_.find(index);
    return known != glyphs_.end() ? known->second : glyphs_.emplace(index, make(index)).first->second;
}

Glyph Typeface::make(int index) const {
    Glyph out;
    int advance = 0;
    int bearing = 0;
    stbtt_GetGlyphHMetrics(&font_->info, index, &advance, &bearing);
    out.advance = scale_ * static_cast<float>(advance);
    stbtt_vertex* shape = nullptr;
    const int count = stbtt_GetGlyphShape(&font_->info, index, &shape);
    std::vector<Contour> contours;
    for (int i = 0; i < count; ++i) {
        const stbtt_vertex& v = shape[i];
        if (v.type == STBTT_vmove) contours.emplace_back();
        if (contours.empty()) continue;
        const bool curved = v.type == STBTT_vcurve || v.type == STBTT_vcubic;
        if (curved && !contours.back().empty()) add_curve(contours.back(), v);
        if (!curved) contours.back().push_back(point_of(v.x, v.y));
    }
    stbtt_FreeShape(&font_->info, shape);
    for (Contour& contour : contours) {
        for (vec2& p : contour) p *= scale_;
        out.area += 0.5F * signed_area2(contour);
    }
    out.area = std::abs(out.area);
    FilledOutline filled = fill_outline(std::move(contours));
    out.points = std::move(filled.points);
    out.triangles = std::move(filled.triangles);
    return out;
}

std::u32string characters_of(std::string_view utf8) {
    constexpr char32_t replacement = 0xFFFD;
    std::u32string out;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 && lead < 0xF8 ? 4 : lead >= 0xE0 ? 3 : 2;
        char32_t value = length == 1 ? lead : lead & (0xFFU >> (length + 1));
        bool good = lead < 0x80 || (lead >= 0xC2 && lead < 0xF5 && i + length <= utf8.size());
        for (std::size_t k = 1; good && k < length; ++k) {
            const auto next = static_cast<unsigned char>(utf8[i + k]);
            good = (next & 0xC0U) == 0x80U;
            value = (value << 6U) | (next & 0x3FU);
        }
        good = good && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
        out.push_back(good ? value : replacement);
        i += good ? length : 1;
    }
    return out;
}

}  // namespace vitruvian::vrml
