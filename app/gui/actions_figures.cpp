// Commands that show and hide figures.
#include "app/gui/actions.h"
#include "app/gui/panel.h"
#include "model/core/at.h"

#include <algorithm>
#include <cstdint>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

bool any_hidden(Context c) {
    const auto& figures = c.session.figures();
    return std::any_of(figures.begin(), figures.end(), [](const OpenFigure& figure) {
        return (!figure.shown && !figure.clips_only) || !figure.hidden_meshes.empty();
    });
}

/// Whether a mesh is selected, or a segment that has some.
bool is_mesh_selected(Context c) {
    const Selection& what = c.session.selection();
    return has_figure(c) && !meshes_of(c.session.active_figure()->document(), what.item).empty();
}

bool is_hidden(Context c) {
    const OpenFigure& figure = *c.session.active_figure();
    return is_mesh_selected(c) ? hides(figure, c.session.selection().item) : !figure.shown;
}

void hide_or_show(Context c) {
    const bool on = is_hidden(c);
    if (is_mesh_selected(c)) return c.push(SetMeshesShown{c.session.selection(), on});
    c.push(SetShown{c.session.active_id(), on});
}

void show_alone(Context c) {
    if (is_mesh_selected(c)) return c.push(ShowMeshesAlone{c.session.selection()});
    c.push(ShowAlone{c.session.active_id()});
    c.push(FrameAll{});
}

/// Returns the next figure in the row, cyclically; 0 if there is no other.
std::uint64_t neighbour(Context c, int step) {
    std::vector<std::uint64_t> bodies;
    for (const OpenFigure& figure : c.session.figures()) {
        if (!figure.clips_only) bodies.push_back(figure.id);
    }
    if (bodies.size() < 2) return 0;
    const auto count = static_cast<int>(bodies.size());
    const auto found = std::find(bodies.begin(), bodies.end(), c.session.active_id());
    const int now = found == bodies.end() ? 0 : static_cast<int>(found - bodies.begin());
    return at(bodies, ((now + step) % count + count) % count);
}

void show_neighbour(Context c, int step) {
    const std::uint64_t id = neighbour(c, step);
    if (id == 0) return;
    c.push(ShowAlone{id});
    c.push(Select{Selection{id, {}}});
    c.push(FrameAll{});
}

}  // namespace

void add_figure_actions(std::vector<Action>& list) {
    list.push_back({"figure.hide", "Hide the figure or the selected mesh", "View", plain('H'), hide_or_show,
                    has_figure, [](Context c) { return has_figure(c) && is_hidden(c); }, true});
    list.push_back({"figure.alone",
                    "Show the figure or the selected mesh alone",
                    "View",
                    shift('H'),
                    show_alone,
                    [](Context c) { return c.session.figures().size() > 1 || is_mesh_selected(c); },
                    {}});
    list.push_back({"figure.all",
                    "Show all figures and meshes",
                    "View",
                    {'H', false, false, true},
                    [](Context c) {
                        c.push(ShowAll{});
                        c.push(FrameAll{});
                    },
                    any_hidden,
                    {}});
    list.push_back({"figure.next",
                    "Show the next figure alone",
                    "View",
                    ctrl(']'),
                    [](Context c) { show_neighbour(c, 1); },
                    [](Context c) { return neighbour(c, 1) != 0; },
                    {}});
    list.push_back({"figure.previous",
                    "Show the previous figure alone",
                    "View",
                    ctrl('['),
                    [](Context c) { show_neighbour(c, -1); },
                    [](Context c) { return neighbour(c, 1) != 0; },
                    {}});
}

}  // namespace vitruvian
