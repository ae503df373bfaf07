// What is selected and shown.
#include "app/session/handlers.h"

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

/// Whether the picture shows that the pointer is on it.
bool is_marked(const Selection& hovered) {
    return hovered.item.kind == ItemKind::joint || hovered.item.kind == ItemKind::site;
}

}  // namespace

const OpenFigure* active_figure(const Parts& s) {
    if (const OpenFigure* figure = s.stage.find(s.viewing.settings.selected.figure)) return figure;
    const auto shown =
        std::find_if(s.stage.figures.begin(), s.stage.figures.end(),
                     [](const OpenFigure& figure) { return figure.shown && !figure.attached.any(); });
    if (shown != s.stage.figures.end()) return &*shown;
    return s.stage.figures.empty() ? nullptr : &s.stage.figures.front();
}

void prune_selection(Parts& s) {
    std::erase_if(s.viewing.settings.also_selected,
                  [&s](const Selection& what) { return !s.stage.holds(what); });
    if (!s.stage.holds(s.viewing.settings.selected)) {
        s.viewing.settings.selected = {};
        s.viewing.settings.also_selected.clear();
    }
    if (!s.stage.holds(s.viewing.settings.hovered)) s.viewing.settings.hovered = {};
}

void handle(Parts& s, const Select& intent) {
    if (!s.stage.holds(intent.what)) return;
    if (s.problems.shown) {
        s.problems.shown.reset();
        ++s.picture_revision;
    }
    if (intent.what.item.kind != ItemKind::none) stop_walking_builtin(s);
    if (s.viewing.settings.selected != intent.what || !s.viewing.settings.also_selected.empty()) {
        s.viewing.settings.selected = intent.what;
        s.viewing.settings.also_selected.clear();
        if (s.playback.onion.trail) repose_all(s);
        ++s.picture_revision;
    }
    if (intent.frame) handle(s, FrameSelection{});
}

void handle(Parts& s, const SelectCalled& intent) {
    const OpenFigure* figure = s.stage.find(intent.figure);
    if (figure == nullptr) return;
    const std::vector<Item> called = items_called(figure->document(), intent.kind, intent.name);
    if (!called.empty()) handle(s, Select{{intent.figure, called.back()}});
}

void handle(Parts& s, const SelectMany& intent) {
    const Selection none{s.viewing.settings.selected.figure, {}};
    handle(s, Select{intent.what.empty() ? none : intent.what.front()});
    for (const Selection& what : intent.what) {
        const bool fits = s.stage.holds(what) && what.figure == s.viewing.settings.selected.figure;
        if (fits && !s.viewing.settings.is_selected(what)) s.viewing.settings.also_selected.push_back(what);
    }
}

void handle(Parts& s, const ToggleSelected& intent) {
    ViewSettings& settings = s.viewing.settings;
    const bool same_figure = settings.selected.figure == intent.what.figure;
    if (!same_figure || settings.selected.item.kind == ItemKind::none) {
        handle(s, Select{intent.what});
        return;
    }
    std::vector<Selection> all{settings.selected};
    all.insert(all.end(), settings.also_selected.begin(), settings.also_selected.end());
    if (std::erase(all, intent.what) == 0) all.insert(all.begin(), intent.what);
    handle(s, SelectMany{std::move(all)});
}

void handle(Parts& s, const Hover& intent) {
    if (!s.stage.holds(intent.what)) return;
    if (s.viewing.settings.hovered == intent.what) return;
    if (is_marked(s.viewing.settings.hovered) || is_marked(intent.what)) ++s.picture_revision;
    s.viewing.settings.hovered = intent.what;
}

void handle(Parts& s, const SetShow& intent) {
    s.viewing.settings.show = intent.show;
    ++s.picture_revision;
}

void handle(Parts& s, const ChooseVariant& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->variant == intent.variant || intent.variant < -1 ||
        intent.variant >= static_cast<int>(figure->document().variants.size()))
        return;
    figure->variant = intent.variant;
    ++s.picture_revision;
}

// ---- which figures are shown

namespace {

bool any_shown(const Parts& s) {
    return std::any_of(s.stage.figures.begin(), s.stage.figures.end(),
                       [](const OpenFigure& figure) { return figure.shown; });
}

}  // namespace

Stance stage_stance(const Parts& s) {
    return any_shown(s) ? scene_stance(s.stage.frames()) : s.viewing.last_stance;
}

void restand(Parts& s, const Stance& before) {
    s.viewing.last_stance = before;
    repose_all(s);
    place_side_by_side(s.stage);
    move_cameras_along(s, before);
    if (s.stage.figures.empty()) s.viewing.last_stance = {};
    ++s.picture_revision;
    ++s.structure_revision;
}

void handle(Parts& s, const SetShown& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->shown == intent.on) return;
    const Stance before = stage_stance(s);
    figure->shown = intent.on;
    if (intent.on && figure->clips_only) {
        const auto player =
            std::find_if(s.stage.figures.begin(), s.stage.figures.end(),
                         [&](const OpenFigure& other) { return other.clip_file == figure->id; });
        if (player != s.stage.figures.end()) step_with(s.stage, *figure, *player);
    }
    restand(s, before);
    frame_who_is_left(s);
}

void handle(Parts& s, const ShowAlone& intent) {
    if (s.stage.find(intent.id) == nullptr) return;
    const Stance before = stage_stance(s);
    for (OpenFigure& figure : s.stage.figures) figure.shown = figure.id == intent.id;
    restand(s, before);
    frame_who_is_left(s);
}

std::vector<Item> hidden_with(const Document& document, const Item& item) {
    if (!exists(document, item)) return {};
    if (item.kind == ItemKind::mesh || item.kind == ItemKind::joint || item.kind == ItemKind::site)
        return {item};
    std::vector<Item> out;
    if (item.kind != ItemKind::segment) return out;
    for (int i = 0; i < static_cast<int>(document.meshes.size()); ++i) {
        const MeshInstance& mesh = at(document.meshes, i);
        if (mesh.humanoid == item.humanoid && mesh.segment == item.index)
            out.push_back({ItemKind::mesh, -1, i});
    }
    return out;
}

bool hides(const OpenFigure& figure, const Item& item) {
    if (figure.hidden.empty()) return false;
    const std::vector<Item> all = hidden_with(figure.document(), item);
    return !all.empty() && std::all_of(all.begin(), all.end(), [&](const Item& part) {
        return std::find(figure.hidden.begin(), figure.hidden.end(), part) != figure.hidden.end();
    });
}

void handle(Parts& s, const SetItemsShown& intent) {
    OpenFigure* figure = s.stage.find(intent.figure);
    if (figure == nullptr) return;
    for (const Item& item : intent.items) {
        for (const Item& part : hidden_with(figure->document(), item)) {
            std::erase(figure->hidden, part);
            if (!intent.on) figure->hidden.push_back(part);
        }
    }
    ++s.picture_revision;
    ++s.structure_revision;
}

void handle(Parts& s, const ShowItemsAlone& intent) {
    OpenFigure* figure = s.stage.find(intent.figure);
    if (figure == nullptr) return;
    std::vector<Item> shown;
    for (const Item& item : intent.items) {
        for (const Item& part : hidden_with(figure->document(), item)) shown.push_back(part);
    }
    for (const ItemKind kind : {ItemKind::mesh, ItemKind::joint, ItemKind::site}) {
        const auto is_kind = [kind](const Item& item) { return item.kind == kind; };
        if (std::none_of(shown.begin(), shown.end(), is_kind)) continue;
        std::erase_if(figure->hidden, is_kind);
        for (const Item& other : items_of(figure->document(), kind)) {
            if (std::find(shown.begin(), shown.end(), other) == shown.end()) figure->hidden.push_back(other);
        }
    }
    ++s.picture_revision;
    ++s.structure_revision;
}

void handle(Parts& s, const ShowAll& /*intent*/) {
    const Stance before = stage_stance(s);
    for (OpenFigure& figure : s.stage.figures) {
        figure.shown = figure.shown || !figure.clips_only;
        figure.hidden.clear();
    }
    restand(s, before);
    frame_who_is_left(s);
}

void handle(Parts& s, const LayOver& intent) {
    s.stage.laid_over = intent.id;
    s.stage.laid_under = intent.under;
    place_side_by_side(s.stage);
    ++s.picture_revision;
}

}  // namespace vitruvian
