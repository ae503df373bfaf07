// Icons of layers, keys and tools.
#include "app/gui/icon_pen.h"

namespace vitruvian {

void draw_layer_icon(const IconPen& pen, Icon icon) {
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
            pen.list.PathArcTo(pen.at(0.0F, 0.0F), 0.7F * pen.half, -0.25F * IconPen::turn, 0.0F, 8);
            pen.list.PathFillConvex(pen.color);
            pen.list.PathLineTo(pen.at(0.0F, 0.0F));
            pen.list.PathArcTo(pen.at(0.0F, 0.0F), 0.7F * pen.half, 0.25F * IconPen::turn,
                               0.5F * IconPen::turn, 8);
            pen.list.PathFillConvex(pen.color);
            break;
        case Icon::weights:
            pen.circle(0.0F, 0.0F, 0.8F);
            pen.list.PathArcTo(pen.at(0.0F, 0.0F), 0.8F * pen.half, -0.25F * IconPen::turn,
                               0.25F * IconPen::turn, 16);
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

void draw_key_icon(const IconPen& pen, Icon icon) {
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

void draw_tool_icon(const IconPen& pen, Icon icon) {
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

}  // namespace vitruvian
