#include "app/gui/icons.h"

#include "app/gui/icon_pen.h"

#include <cmath>

namespace vitruvian {
namespace {

void transport(const IconPen& pen, Icon icon) {
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

void general(const IconPen& pen, Icon icon) {
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

void parts(const IconPen& pen, Icon icon) {
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

void signs(const IconPen& pen, Icon icon) {
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

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 color) {
    const float half = 0.5F * size;
    const IconPen pen{list,
                      {std::floor(centre.x) + 0.5F, std::floor(centre.y) + 0.5F},
                      half,
                      color,
                      std::fmax(1.0F, size * 0.095F)};
    if (icon >= Icon::key) {
        draw_key_icon(pen, icon);
    } else if (icon >= Icon::weights) {
        draw_layer_icon(pen, icon);
    } else if (icon >= Icon::cursor) {
        draw_tool_icon(pen, icon);
    } else if (icon <= Icon::loop) {
        transport(pen, icon);
    } else if (icon <= Icon::chevron_down || icon == Icon::folder || icon == Icon::up) {
        general(pen, icon);
    } else if (icon <= Icon::clip) {
        parts(pen, icon);
    } else if (icon <= Icon::bounds || icon >= Icon::mass) {
        draw_layer_icon(pen, icon);
    } else {
        signs(pen, icon);
    }
}

}  // namespace vitruvian
