#include "app/gui/layout_presets.h"

#include "app/gui/settings.h"

namespace vitruvian {
namespace {

void show_layout(Settings& settings, const PanelLayout& layout) {
    settings.show_tree = layout.tree;
    settings.show_inspector = layout.inspector;
    settings.show_timeline = layout.timeline;
    settings.show_problems = layout.problems;
    settings.timeline_tab = layout.tab;
    settings.side_tab = layout.side;
    settings.tree_width = layout.tree_width;
    settings.inspector_width = layout.inspector_width;
    settings.timeline_height = layout.timeline_height;
    settings.keys_height = layout.keys_height;
    settings.problems_height = layout.problems_height;
    settings.views = layout.views;
}

}  // namespace

std::array<PanelLayout, layout_count> first_layouts() {
    std::array<PanelLayout, layout_count> out;
    out[0].tree = false;
    out[0].inspector = false;
    out[1].tab = 1;
    out[2].timeline = false;
    out[2].side = 1;  // the bones
    out[2].inspector_width = 384.0F;
    out[3].problems = true;
    out[3].problems_height = 240.0F;
    return out;
}

PanelLayout present_layout(const Settings& settings) {
    PanelLayout out;
    out.tree = settings.show_tree;
    out.inspector = settings.show_inspector;
    out.timeline = settings.show_timeline;
    out.problems = settings.show_problems;
    out.tab = settings.timeline_tab;
    out.side = settings.side_tab;
    out.tree_width = settings.tree_width;
    out.inspector_width = settings.inspector_width;
    out.timeline_height = settings.timeline_height;
    out.keys_height = settings.keys_height;
    out.problems_height = settings.problems_height;
    out.views = settings.views;
    return out;
}

void choose_layout(Settings& settings, std::size_t layout) {
    const auto now = static_cast<std::size_t>(settings.layout < 0 ? 0 : settings.layout);
    if (settings.layout >= 0 && now == layout) {
        settings.layouts[layout] = first_layouts()[layout];
    } else if (settings.layout >= 0) {
        settings.layouts[now] = present_layout(settings);
    }
    settings.layout = static_cast<int>(layout);
    show_layout(settings, settings.layouts[layout]);
}

}  // namespace vitruvian
