// Overlay shapes that tools draw over a picture, in its coordinates (see ToolView); the owner of the picture
// paints them. Colours are sRGB with straight alpha, widths and radii in window units.
#pragma once

#include "app/tools/tool_view.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace vitruvian {

struct ToolStroke {
    std::vector<vec2> points;
    vec4 color{1.0F};
    float width = 1.0F;
    bool closed = false;
};
/// Triangles, three points each.
struct ToolFill {
    std::vector<vec2> points;
    vec4 color{1.0F};
};
struct ToolDisc {
    vec2 at{0.0F};
    float radius = 1.0F;
    vec4 color{1.0F};
    vec4 rim{0.0F};  // alpha 0: no rim
};
/// A value shown beside the pointer.
struct ToolReadout {
    vec2 at{0.0F};
    std::string text;
    vec4 color{1.0F};
};

/// Colour of values beside the pointer.
inline constexpr vec4 tool_readout_color{0.96F, 0.96F, 0.97F, 1.0F};

struct ToolMarks {
    std::vector<std::variant<ToolStroke, ToolFill, ToolDisc>> shapes;  // later ones are drawn on top
    std::vector<ToolReadout> readouts;
};

/// Adds 3D shapes of the scene to marks; parts behind the camera are clipped.
class MarkPen {
  public:
    MarkPen(ToolMarks& marks, const ToolView& view) : marks_(marks), view_(view) {}

    /// Lengths and radii are in design units.
    void line(const vec3& a, const vec3& b, const vec4& color, float width);
    void path(std::span<const vec3> points, const vec4& color, float width, bool closed = false);
    void disc(const vec3& at, float radius, const vec4& color, const vec4& rim = vec4(0.0F));
    void square(const vec3& at, float half, const vec4& color);
    /// Draws an arrowhead with its tip at `tip`, pointing away from `from`.
    void head(const vec3& from, const vec3& tip, float length, const vec4& color);
    void fan(const vec3& middle, std::span<const vec3> rim, const vec4& color);
    void strip(std::span<const vec3> inner, std::span<const vec3> outer, const vec4& color);
    void readout(const vec2& at, std::string text, const vec4& color);

    [[nodiscard]] const ToolView& view() const { return view_; }

  private:
    ToolMarks& marks_;
    const ToolView& view_;
};

/// Returns the points of an arc about `middle` from the angle `from` to `to`; `start` (of any length) is the
/// direction of angle 0.
[[nodiscard]] std::vector<vec3> arc_points(const vec3& middle, const vec3& axis, const vec3& start,
                                           float from, float to, int most = 72);

}  // namespace vitruvian
