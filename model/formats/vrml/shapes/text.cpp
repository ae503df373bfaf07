// Converts Text and FontStyle (VRML97 6.47, 6.22) to triangles.
#include "model/formats/vrml/shapes/geometry_parts.h"
#include "model/formats/vrml/shapes/glyphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr std::size_t max_characters = 20'000;

enum class Align { first, begin, middle, end };

struct FontStyle {
    float size = 1.0F;
    float spacing = 1.0F;
    bool horizontal = true;
    bool left_to_right = true;
    bool top_to_bottom = true;
    bool bold = false;
    bool italic = false;
    bool typewriter = false;
    Align major = Align::begin;
    Align minor = Align::first;
};

Align align_named(const std::vector<std::string>& justify, std::size_t index, Align fallback) {
    if (index >= justify.size()) return fallback;
    const std::string& name = justify[index];
    if (name == "FIRST") return Align::first;
    if (name == "BEGIN") return Align::begin;
    if (name == "MIDDLE") return Align::middle;
    if (name == "END") return Align::end;
    return fallback;
}

FontStyle read_style(World& world, NodeRef text) {
    FontStyle out;
    const NodeRef node = world.node(text, "fontStyle");
    if (!node.valid()) return out;
    out.size = std::abs(read_float(world, node, "size", 1.0F));
    out.spacing = std::abs(read_float(world, node, "spacing", 1.0F));
    out.horizontal = read_bool(world, node, "horizontal", true);
    out.left_to_right = read_bool(world, node, "leftToRight", true);
    out.top_to_bottom = read_bool(world, node, "topToBottom", true);
    const std::string style = read_string(world, node, "style");
    out.bold = style.find("BOLD") != std::string::npos;
    out.italic = style.find("ITALIC") != std::string::npos;
    for (const std::string& family : read_strings(world, node, "family")) {
        out.typewriter = out.typewriter || family == "TYPEWRITER";
    }
    const std::vector<std::string> justify = read_strings(world, node, "justify");
    out.major = align_named(justify, 0, Align::begin);
    if (out.major == Align::first) out.major = Align::begin;
    out.minor = align_named(justify, 1, Align::first);
    return out;
}

/// Places glyphs one after the other; knows nothing of lines.
class Setter {
  public:
    Setter(const FontStyle& style, Mesh& mesh)
        : style_(style), face_(Typeface::shipped(style.bold)), mesh_(&mesh) {}

    [[nodiscard]] Typeface& face() { return face_; }

    /// Returns the distance to the next glyph; constant in monospaced style.
    [[nodiscard]] float advance(char32_t c) {
        const float cell = 0.6F;
        return style_.size * (style_.typewriter ? cell : face_.glyph(c).advance);
    }

    /// Places a glyph with the left end of its baseline at `at`, scaled by `stretch`.
    void put(char32_t c, vec2 at, vec2 stretch) {
        const Glyph& glyph = face_.glyph(c);
        const auto first = static_cast<std::uint32_t>(mesh_->positions.size());
        if (style_.typewriter) at.x += 0.5F * stretch.x * (advance(c) - style_.size * glyph.advance);
        const float slope = style_.italic ? 0.21F : 0.0F;
        for (const vec2& p : glyph.points) {
            const vec2 place = at + style_.size * stretch * vec2(p.x + slope * p.y, p.y);
            mesh_->positions.emplace_back(place, 0.0F);
            mesh_->normals.emplace_back(0.0F, 0.0F, 1.0F);
            const vec2 uv = place / std::max(style_.size, 1e-12F);
            mesh_->uv0.emplace_back(uv.x, 1.0F - uv.y);
        }
        for (const std::uint32_t corner : glyph.triangles) mesh_->indices.push_back(first + corner);
    }

  private:
    FontStyle style_;
    Typeface& face_;
    Mesh* mesh_;
};

/// One string of the node and its scale along its direction.
struct Line {
    std::u32string characters;
    float natural = 0.0F;
    float stretch = 1.0F;
    [[nodiscard]] float extent() const { return natural * stretch; }
};

std::vector<Line> read_lines(World& world, NodeRef node, const FontStyle& style, Setter& setter) {
    std::vector<Line> lines;
    std::size_t count = 0;
    std::size_t unknown = 0;
    for (const std::string& text : read_strings(world, node, "string")) {
        Line line;
        line.characters = characters_of(text);
        count += line.characters.size();
        if (count > max_characters) {
            world.warn(node, "vrml-text-long", "a Text has too many letters; the rest is left out");
            break;
        }
        for (const char32_t c : line.characters) {
            unknown += setter.face().has(c) ? 0 : 1;
            line.natural += style.horizontal ? setter.advance(c) : style.size;
        }
        lines.push_back(std::move(line));
    }
    if (unknown > 0) {
        world.note(node, "vrml-text-letters",
                   "a Text has letters that the shipped typeface lacks; boxes show them");
    }
    const std::vector<float> lengths = read_floats(world, node, "length");
    float longest = 0.0F;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const float wanted = i < lengths.size() ? lengths[i] : 0.0F;
        if (wanted > 0.0F && wanted < 1e12F && lines[i].natural > 0.0F)
            lines[i].stretch = wanted / lines[i].natural;
        longest = std::max(longest, lines[i].extent());
    }
    const float most = read_float(world, node, "maxExtent", 0.0F);
    if (most > 0.0F && longest > most) {
        for (Line& line : lines) line.stretch *= most / longest;
    }
    return lines;
}

/// Returns the offset that aligns [low, high]: its beginning, middle or end at 0. `forward`: it begins at its
/// low end.
float moved(Align align, float low, float high, bool forward) {
    switch (align) {
        case Align::middle:
            return -0.5F * (low + high);
        case Align::end:
            return forward ? -high : -low;
        default:
            return forward ? -low : -high;
    }
}

void set_rows(const std::vector<Line>& lines, const FontStyle& style, Setter& setter) {
    const float step = style.spacing * style.size * (style.top_to_bottom ? -1.0F : 1.0F);
    const float last = step * static_cast<float>(lines.size() - 1);
    const float low = std::min(0.0F, last) - style.size * setter.face().descent();
    const float high = std::max(0.0F, last) + style.size * setter.face().ascent();
    const float up = style.minor == Align::first ? 0.0F : moved(style.minor, low, high, !style.top_to_bottom);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        std::u32string characters = line.characters;
        if (!style.left_to_right) std::reverse(characters.begin(), characters.end());
        vec2 at(moved(style.major, 0.0F, line.extent(), style.left_to_right),
                up + step * static_cast<float>(i));
        for (const char32_t c : characters) {
            setter.put(c, at, {line.stretch, 1.0F});
            at.x += setter.advance(c) * line.stretch;
        }
    }
}

void set_columns(const std::vector<Line>& lines, const FontStyle& style, Setter& setter) {
    const float step = style.spacing * style.size * (style.left_to_right ? 1.0F : -1.0F);
    const float last = step * static_cast<float>(lines.size() - 1);
    const float low = std::min(0.0F, last);
    const float high = std::max(0.0F, last) + style.size;
    const float right = moved(style.minor, low, high, style.left_to_right);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        const float cell = style.size * line.stretch;
        const float top = moved(style.major, -line.extent(), 0.0F, !style.top_to_bottom);
        const std::size_t count = line.characters.size();
        for (std::size_t k = 0; k < count; ++k) {
            const char32_t c = line.characters[style.top_to_bottom ? k : count - 1 - k];
            const float middle = 0.5F * (style.size - setter.advance(c));
            const float baseline = top - cell * static_cast<float>(k) - cell * 0.78F;
            setter.put(c, {right + step * static_cast<float>(i) + middle, baseline}, {1.0F, line.stretch});
        }
    }
}

}  // namespace

Mesh make_text(World& world, NodeRef node) {
    Mesh mesh;
    const FontStyle style = read_style(world, node);
    Setter setter(style, mesh);
    const std::vector<Line> lines = read_lines(world, node, style, setter);
    if (lines.empty()) return mesh;
    if (style.horizontal) set_rows(lines, style, setter);
    if (!style.horizontal) set_columns(lines, style, setter);
    const bool finite = std::all_of(mesh.positions.begin(), mesh.positions.end(), [](const vec3& p) {
        return is_finite(p) && std::abs(p.x) < 1e12F && std::abs(p.y) < 1e12F;
    });
    return finite ? mesh : Mesh{};
}

}  // namespace vitruvian::vrml
