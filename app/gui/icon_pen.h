// Drawing of icons: strokes in a square from -1 to 1, y down.
#pragma once

#include "app/gui/icons.h"

#include <initializer_list>
#include <utility>

namespace vitruvian {

struct IconPen {
    static constexpr float turn = 6.2831853F;
    ImDrawList& list;
    ImVec2 centre;
    float half;
    ImU32 color;
    float width;

    [[nodiscard]] ImVec2 at(float x, float y) const { return {centre.x + x * half, centre.y + y * half}; }
    void line(float x0, float y0, float x1, float y1) const {
        list.AddLine(at(x0, y0), at(x1, y1), color, width);
    }
    void path(std::initializer_list<std::pair<float, float>> points, bool closed = false) const {
        for (const auto& [x, y] : points) list.PathLineTo(at(x, y));
        list.PathStroke(color, closed ? ImDrawFlags_Closed : ImDrawFlags_None, width);
    }
    void fill(std::initializer_list<std::pair<float, float>> points) const {
        for (const auto& [x, y] : points) list.PathLineTo(at(x, y));
        list.PathFillConvex(color);
    }
    void circle(float x, float y, float r) const { list.AddCircle(at(x, y), r * half, color, 0, width); }
    void dot(float x, float y, float r) const { list.AddCircleFilled(at(x, y), r * half, color); }
    void box(float x0, float y0, float x1, float y1, float rounding = 0.15F) const {
        list.AddRect(at(x0, y0), at(x1, y1), color, rounding * half, 0, width);
    }
    void bar(float x0, float y0, float x1, float y1) const {
        list.AddRectFilled(at(x0, y0), at(x1, y1), color);
    }
    void arc(float x, float y, float r, float from, float to) const {
        list.PathArcTo(at(x, y), r * half, from * turn, to * turn, 16);
        list.PathStroke(color, ImDrawFlags_None, width);
    }
};

/// The icons of layers, of the dope sheet, and of tools.
void draw_layer_icon(const IconPen& pen, Icon icon);
void draw_key_icon(const IconPen& pen, Icon icon);
void draw_tool_icon(const IconPen& pen, Icon icon);

}  // namespace vitruvian
