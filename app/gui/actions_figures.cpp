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
        return (!figure.shown && !figure.clips_only) || !figure.hidden.empty();
    });
}

/// Whether the view draws items of this kind one by one: where it shows no joints, H is about the figure.
bool draws(Context c, ItemKind kind) {
    const Show& show = c.session.view().show;
    if (kind == ItemKind::joint)
        return show.joints || show.bones || show.labels || show.stiffness ||
               c.session.active_figure()->shape.bare;
    return kind != ItemKind::site || show.sites;
}

/// Returns the selected items that can be hidden; none: the figure.
std::vector<Item> hideable(Context c) {
    std::vector<Item> out;
    if (!has_figure(c)) return out;
    const Document& document = c.session.active_figure()->document();
    for (const Item& item : c.session.view().selected_of(c.session.active_id())) {
        if (draws(c, item.kind) && !hidden_with(document, item).empty()) out.push_back(item);
    }
    return out;
}

bool is_hidden(Context c) {
    const OpenFigure& figure = *c.session.active_figure();
    const std::vector<Item> items = hideable(c);
    if (items.empty()) return !figure.shown;
    return std::all_of(items.begin(), items.end(), [&](const Item& item) { return hides(figure, item); });
}

void hide_or_show(Context c) {
    const bool on = is_hidden(c);
    const std::vector<Item> items = hideable(c);
    if (!items.empty()) return c.push(SetItemsShown{c.session.active_id(), items, on});
    c.push(SetShown{c.session.active_id(), on});
}

void show_alone(Context c) {
    const std::vector<Item> items = hideable(c);
    if (!items.empty()) return c.push(ShowItemsAlone{c.session.active_id(), items});
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
    list.push_back({"figure.hide", "Hide the figure or the selection", "View", plain('H'), hide_or_show,
                    has_figure, [](Context c) { return has_figure(c) && is_hidden(c); }, true});
    list.push_back({"figure.alone",
                    "Show the figure or the selection alone",
                    "View",
                    shift('H'),
                    show_alone,
                    [](Context c) { return c.session.figures().size() > 1 || !hideable(c).empty(); },
                    {}});
    list.push_back({"figure.all",
                    "Show all that is hidden",
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
