#include "app/gui/icons.h"

#include <cmath>
#include <initializer_list>
#include <utility>

namespace vitruvian {
namespace {

constexpr float turn = 6.2831853F;

/// Drawing in a square from -1 to 1, y down.
struct Pen {
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

void transport(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::play:
            pen.fill({{-0.5F, -0.75F}, {0.8F, 0.0F}, {-0.5F, 0.75F}});
            break;
        case Icon::pause:
            pen.bar(-0.6F, -0.7F, -0.15F, 0.7F);
            pen.bar(0.15F, -0.7F, 0.6F, 0.7F);
            break;
        case Icon::step_back:
            pen.fill({{0.1F, -0.6F}, {0.1F, 0.6F}, {-0.75F, 0.0F}});
            pen.bar(0.35F, -0.6F, 0.6F, 0.6F);
            break;
        case Icon::step_forward:
            pen.fill({{-0.1F, 0.6F}, {-0.1F, -0.6F}, {0.75F, 0.0F}});
            pen.bar(-0.6F, -0.6F, -0.35F, 0.6F);
            break;
        case Icon::to_start:
            pen.bar(-0.75F, -0.6F, -0.5F, 0.6F);
            pen.fill({{0.6F, -0.6F}, {0.6F, 0.6F}, {-0.35F, 0.0F}});
            break;
        default:  // loop
            pen.path({{0.75F, -0.1F}, {0.75F, 0.5F}, {-0.7F, 0.5F}});
            pen.path({{-0.75F, 0.1F}, {-0.75F, -0.5F}, {0.7F, -0.5F}});
            pen.path({{0.4F, -0.85F}, {0.75F, -0.5F}, {0.4F, -0.15F}});
            pen.path({{-0.4F, 0.85F}, {-0.75F, 0.5F}, {-0.4F, 0.15F}});
            break;
    }
}

void general(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::open:
        case Icon::folder:
            pen.path({{-0.85F, 0.65F},
                      {-0.85F, -0.6F},
                      {-0.25F, -0.6F},
                      {0.0F, -0.3F},
                      {0.85F, -0.3F},
                      {0.85F, 0.65F}},
                     true);
            break;
        case Icon::reload:
            pen.arc(0.0F, 0.0F, 0.7F, -0.1F, 0.7F);
            pen.path({{0.2F, -0.45F}, {0.62F, -0.4F}, {0.68F, -0.85F}});
            break;
        case Icon::save:
            pen.path(
                {{-0.7F, -0.7F}, {0.4F, -0.7F}, {0.7F, -0.4F}, {0.7F, 0.7F}, {-0.7F, 0.7F}, {-0.7F, -0.7F}});
            pen.path({{-0.35F, -0.7F}, {-0.35F, -0.25F}, {0.25F, -0.25F}, {0.25F, -0.7F}});
            pen.path({{-0.4F, 0.7F}, {-0.4F, 0.15F}, {0.4F, 0.15F}, {0.4F, 0.7F}});
            break;
        case Icon::undo:
            pen.path({{-0.35F, -0.75F}, {-0.75F, -0.35F}, {-0.35F, 0.05F}});
            pen.path({{-0.7F, -0.35F}, {0.3F, -0.35F}});
            pen.arc(0.3F, 0.15F, 0.5F, -0.25F, 0.25F);
            pen.line(0.3F, 0.65F, -0.3F, 0.65F);
            break;
        case Icon::redo:
            pen.path({{0.35F, -0.75F}, {0.75F, -0.35F}, {0.35F, 0.05F}});
            pen.path({{0.7F, -0.35F}, {-0.3F, -0.35F}});
            pen.arc(-0.3F, 0.15F, 0.5F, 0.25F, 0.75F);
            pen.line(-0.3F, 0.65F, 0.3F, 0.65F);
            break;
        case Icon::frame:
            pen.path({{-0.8F, -0.35F}, {-0.8F, -0.8F}, {-0.35F, -0.8F}});
            pen.path({{0.35F, -0.8F}, {0.8F, -0.8F}, {0.8F, -0.35F}});
            pen.path({{0.8F, 0.35F}, {0.8F, 0.8F}, {0.35F, 0.8F}});
            pen.path({{-0.35F, 0.8F}, {-0.8F, 0.8F}, {-0.8F, 0.35F}});
            pen.dot(0.0F, 0.0F, 0.22F);
            break;
        case Icon::search:
            pen.circle(-0.15F, -0.15F, 0.55F);
            pen.line(0.27F, 0.27F, 0.8F, 0.8F);
            break;
        case Icon::close:
            pen.line(-0.5F, -0.5F, 0.5F, 0.5F);
            pen.line(0.5F, -0.5F, -0.5F, 0.5F);
            break;
        case Icon::chevron_right:
            pen.path({{-0.25F, -0.5F}, {0.25F, 0.0F}, {-0.25F, 0.5F}});
            break;
        case Icon::chevron_down:
            pen.path({{-0.5F, -0.25F}, {0.0F, 0.25F}, {0.5F, -0.25F}});
            break;
        case Icon::up:
            pen.path({{-0.5F, -0.1F}, {0.0F, -0.6F}, {0.5F, -0.1F}});
            pen.line(0.0F, -0.6F, 0.0F, 0.7F);
            break;
        default:
            break;
    }
}

void parts(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::file:
            pen.path({{-0.6F, -0.85F}, {0.2F, -0.85F}, {0.6F, -0.4F}, {0.6F, 0.85F}, {-0.6F, 0.85F}}, true);
            pen.path({{0.15F, -0.8F}, {0.15F, -0.35F}, {0.55F, -0.35F}});
            break;
        case Icon::humanoid:
            pen.circle(0.0F, -0.6F, 0.25F);
            pen.path({{-0.75F, -0.1F}, {0.75F, -0.1F}});
            pen.line(0.0F, -0.1F, 0.0F, 0.3F);
            pen.path({{-0.4F, 0.9F}, {0.0F, 0.3F}, {0.4F, 0.9F}});
            break;
        case Icon::joint:
            pen.circle(0.0F, 0.0F, 0.5F);
            pen.dot(0.0F, 0.0F, 0.2F);
            break;
        case Icon::segment:
            pen.path({{0.0F, -0.85F}, {0.35F, -0.4F}, {0.0F, 0.85F}, {-0.35F, -0.4F}}, true);
            pen.line(-0.35F, -0.4F, 0.35F, -0.4F);
            break;
        case Icon::site:
            pen.line(0.0F, -0.8F, 0.0F, 0.8F);
            pen.line(-0.8F, 0.0F, 0.8F, 0.0F);
            pen.circle(0.0F, 0.0F, 0.4F);
            break;
        case Icon::displacer:
            pen.path({{-0.85F, 0.4F}, {-0.4F, 0.3F}, {0.0F, -0.5F}, {0.4F, 0.3F}, {0.85F, 0.4F}});
            pen.path({{-0.25F, -0.5F}, {0.0F, -0.85F}, {0.25F, -0.5F}});
            break;
        case Icon::mesh:
            pen.path({{0.0F, -0.8F}, {0.8F, 0.6F}, {-0.8F, 0.6F}}, true);
            pen.path({{-0.4F, -0.1F}, {0.4F, -0.1F}, {0.0F, 0.6F}}, true);
            break;
        case Icon::clip:
            pen.path({{-0.85F, 0.5F}, {-0.35F, -0.5F}, {0.25F, 0.4F}, {0.85F, -0.5F}});
            pen.dot(-0.35F, -0.5F, 0.17F);
            pen.dot(0.25F, 0.4F, 0.17F);
            break;
        default:
            break;
    }
}

void stacked_layers(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::skin:
            pen.dot(0.0F, -0.55F, 0.3F);
            pen.fill({{-0.6F, 0.85F},
                      {-0.55F, 0.1F},
                      {-0.25F, -0.12F},
                      {0.25F, -0.12F},
                      {0.55F, 0.1F},
                      {0.6F, 0.85F}});
            break;
        case Icon::wireframe:
            pen.box(-0.75F, -0.75F, 0.75F, 0.75F);
            pen.line(-0.75F, 0.75F, 0.75F, -0.75F);
            pen.line(-0.75F, 0.0F, 0.0F, -0.75F);
            pen.line(0.0F, 0.75F, 0.75F, 0.0F);
            break;
        case Icon::bones:
            pen.circle(-0.6F, 0.6F, 0.2F);
            pen.circle(0.6F, -0.6F, 0.2F);
            pen.path({{-0.45F, 0.45F}, {-0.25F, -0.05F}, {0.45F, -0.45F}, {0.05F, 0.25F}}, true);
            break;
        case Icon::limits:
            pen.path({{0.8F, 0.5F}, {-0.6F, 0.5F}, {0.2F, -0.75F}});
            pen.arc(-0.6F, 0.5F, 0.85F, -0.16F, 0.0F);
            break;
        case Icon::grid:
            pen.path({{-0.45F, -0.5F}, {0.45F, -0.5F}, {0.9F, 0.6F}, {-0.9F, 0.6F}}, true);
            pen.line(0.0F, -0.5F, 0.0F, 0.6F);
            pen.line(-0.64F, 0.0F, 0.64F, 0.0F);
            break;
        case Icon::bounds:
            pen.box(-0.8F, -0.4F, 0.4F, 0.8F, 0.0F);
            pen.path({{-0.8F, -0.4F}, {-0.4F, -0.8F}, {0.8F, -0.8F}, {0.8F, 0.4F}, {0.4F, 0.8F}});
            pen.line(0.4F, -0.4F, 0.8F, -0.8F);
            break;
        case Icon::foot:
            pen.path({{-0.5F, -0.8F},
                      {-0.5F, 0.1F},
                      {-0.55F, 0.45F},
                      {0.75F, 0.45F},
                      {0.55F, 0.1F},
                      {0.1F, -0.1F},
                      {0.05F, -0.8F}});
            pen.line(-0.85F, 0.8F, 0.85F, 0.8F);
            break;
        case Icon::mass:
            pen.circle(0.0F, 0.0F, 0.7F);
            pen.list.PathLineTo(pen.at(0.0F, 0.0F));
            pen.list.PathArcTo(pen.at(0.0F, 0.0F), 0.7F * pen.half, -0.25F * turn, 0.0F, 8);
            pen.list.PathFillConvex(pen.color);
            pen.list.PathLineTo(pen.at(0.0F, 0.0F));
            pen.list.PathArcTo(pen.at(0.0F, 0.0F), 0.7F * pen.half, 0.25F * turn, 0.5F * turn, 8);
            pen.list.PathFillConvex(pen.color);
            break;
        case Icon::weights:
            pen.circle(0.0F, 0.0F, 0.8F);
            pen.list.PathArcTo(pen.at(0.0F, 0.0F), 0.8F * pen.half, -0.25F * turn, 0.25F * turn, 16);
            pen.list.PathFillConvex(pen.color);
            break;
        case Icon::stiffness:  // a spring
            pen.path({{-0.9F, 0.0F},
                      {-0.6F, 0.0F},
                      {-0.4F, -0.6F},
                      {-0.1F, 0.6F},
                      {0.2F, -0.6F},
                      {0.45F, 0.6F},
                      {0.6F, 0.0F},
                      {0.9F, 0.0F}});
            break;
        case Icon::collapse:
            pen.path({{-0.5F, -0.8F}, {0.0F, -0.3F}, {0.5F, -0.8F}});
            pen.path({{-0.5F, 0.8F}, {0.0F, 0.3F}, {0.5F, 0.8F}});
            break;
        case Icon::label:
            pen.path({{-0.85F, -0.45F}, {0.35F, -0.45F}, {0.85F, 0.0F}, {0.35F, 0.45F}, {-0.85F, 0.45F}},
                     true);
            pen.dot(0.3F, 0.0F, 0.14F);
            break;
        default:
            break;
    }
}

void keys(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::key:
            pen.path({{0.0F, -0.75F}, {0.75F, 0.0F}, {0.0F, 0.75F}, {-0.75F, 0.0F}}, true);
            break;
        case Icon::curve:
            pen.arc(-0.45F, 0.65F, 0.62F, 0.75F, 1.0F);
            pen.arc(0.75F, 0.6F, 0.6F, 0.5F, 0.75F);
            pen.path({{-0.8F, -0.75F}, {-0.8F, 0.75F}, {0.8F, 0.75F}});
            break;
        case Icon::record:
            pen.circle(0.0F, 0.0F, 0.8F);
            pen.dot(0.0F, 0.0F, 0.42F);
            break;
        case Icon::onion:
            pen.circle(-0.38F, 0.0F, 0.48F);
            pen.arc(0.05F, 0.0F, 0.48F, -0.24F, 0.24F);
            pen.arc(0.4F, 0.0F, 0.48F, -0.24F, 0.24F);
            break;
        case Icon::trail:
            pen.path({{-0.8F, 0.65F}, {-0.5F, 0.05F}, {0.0F, -0.2F}, {0.45F, -0.3F}});
            pen.dot(-0.8F, 0.65F, 0.16F);
            pen.dot(-0.25F, -0.12F, 0.16F);
            pen.circle(0.68F, -0.42F, 0.24F);
            break;
        default:  // more
            for (const float x : {-0.6F, 0.0F, 0.6F}) pen.dot(x, 0.0F, 0.17F);
            break;
    }
}

void signs(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::error:
            pen.circle(0.0F, 0.0F, 0.85F);
            pen.line(-0.32F, -0.32F, 0.32F, 0.32F);
            pen.line(0.32F, -0.32F, -0.32F, 0.32F);
            break;
        case Icon::warning:
            pen.path({{0.0F, -0.8F}, {0.9F, 0.75F}, {-0.9F, 0.75F}}, true);
            pen.line(0.0F, -0.25F, 0.0F, 0.25F);
            pen.dot(0.0F, 0.5F, 0.11F);
            break;
        case Icon::info:
            pen.circle(0.0F, 0.0F, 0.85F);
            pen.line(0.0F, -0.05F, 0.0F, 0.45F);
            pen.dot(0.0F, -0.38F, 0.12F);
            break;
        default:  // eye
            pen.arc(0.0F, 0.55F, 1.0F, 0.59F, 0.91F);
            pen.arc(0.0F, -0.55F, 1.0F, 0.09F, 0.41F);
            pen.dot(0.0F, 0.0F, 0.27F);
            break;
    }
}

void tools(const Pen& pen, Icon icon) {
    switch (icon) {
        case Icon::cursor:
            pen.fill({{-0.5F, -0.85F}, {0.55F, 0.2F}, {-0.5F, 0.6F}});
            pen.line(-0.05F, 0.2F, 0.3F, 0.85F);
            break;
        case Icon::move:
            pen.line(-0.6F, 0.0F, 0.6F, 0.0F);
            pen.line(0.0F, -0.6F, 0.0F, 0.6F);
            pen.fill({{0.95F, 0.0F}, {0.55F, 0.3F}, {0.55F, -0.3F}});
            pen.fill({{-0.95F, 0.0F}, {-0.55F, -0.3F}, {-0.55F, 0.3F}});
            pen.fill({{0.0F, -0.95F}, {0.3F, -0.55F}, {-0.3F, -0.55F}});
            pen.fill({{0.0F, 0.95F}, {-0.3F, 0.55F}, {0.3F, 0.55F}});
            break;
        case Icon::rotate:
            pen.arc(0.0F, 0.0F, 0.75F, -0.12F, 0.62F);
            pen.fill({{0.95F, -0.15F}, {0.35F, -0.35F}, {0.65F, -0.85F}});
            pen.dot(0.0F, 0.0F, 0.14F);
            break;
        case Icon::scale:
            pen.box(-0.8F, 0.1F, -0.1F, 0.8F, 0.0F);
            pen.path({{-0.8F, -0.3F}, {-0.8F, -0.8F}, {0.8F, -0.8F}, {0.8F, 0.8F}, {0.3F, 0.8F}});
            pen.line(0.05F, -0.05F, 0.45F, -0.45F);
            break;
        case Icon::reach:
            pen.dot(-0.7F, 0.65F, 0.2F);
            pen.line(-0.7F, 0.65F, -0.25F, -0.2F);
            pen.dot(-0.25F, -0.2F, 0.17F);
            pen.line(-0.25F, -0.2F, 0.35F, -0.35F);
            pen.circle(0.6F, -0.45F, 0.3F);
            break;
        case Icon::pin:
            pen.circle(0.0F, -0.35F, 0.45F);
            pen.dot(0.0F, -0.35F, 0.15F);
            pen.line(0.0F, 0.1F, 0.0F, 0.9F);
            break;
        case Icon::mirror:
            pen.line(0.0F, -0.85F, 0.0F, 0.85F);
            pen.fill({{-0.25F, -0.5F}, {-0.25F, 0.5F}, {-0.9F, 0.5F}});
            pen.path({{0.25F, -0.5F}, {0.25F, 0.5F}, {0.9F, 0.5F}}, true);
            break;
        default:  // axes
            pen.line(-0.2F, 0.2F, -0.2F, -0.85F);
            pen.line(-0.2F, 0.2F, 0.85F, 0.35F);
            pen.line(-0.2F, 0.2F, -0.8F, 0.8F);
            pen.dot(-0.2F, 0.2F, 0.16F);
            break;
    }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 color) {
    const float half = 0.5F * size;
    const Pen pen{list,
                  {std::floor(centre.x) + 0.5F, std::floor(centre.y) + 0.5F},
                  half,
                  color,
                  std::fmax(1.0F, size * 0.095F)};
    if (icon >= Icon::key) {
        keys(pen, icon);
    } else if (icon >= Icon::weights) {
        stacked_layers(pen, icon);
    } else if (icon >= Icon::cursor) {
        tools(pen, icon);
    } else if (icon <= Icon::loop) {
        transport(pen, icon);
    } else if (icon <= Icon::chevron_down || icon == Icon::folder || icon == Icon::up) {
        general(pen, icon);
    } else if (icon <= Icon::clip) {
        parts(pen, icon);
    } else if (icon <= Icon::bounds || icon >= Icon::mass) {
        stacked_layers(pen, icon);
    } else {
        signs(pen, icon);
    }
}

}  // namespace vitruvian
