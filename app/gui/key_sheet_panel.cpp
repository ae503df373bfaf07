// The dope sheet: rows of keys, chosen with the mouse, moved, scaled, copied and deleted.
#include "app/gui/clip_menu.h"
#include "app/gui/key_panel.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace vitruvian {
namespace {

using Hand = KeyPanelState::Hand;

/// Everything that drawing and the hand need of one frame.
struct Sheet {
    const PanelContext& c;
    const OpenFigure& figure;
    const Clip& clip;
    KeyPanelState& state;
    TimeScale scale;
    ImVec2 lanes;            // where they begin on the screen: below the ruler
    float height = 0.0F;     // of the lanes
    float row = 0.0F;        // of one
    std::vector<int> shown;  // rows, the summary (-1) first

    [[nodiscard]] float y(std::size_t place) const {
        return lanes.y + static_cast<float>(place) * row - state.scroll;
    }
    [[nodiscard]] bool editable() const { return figure.clip_file == 0; }
    [[nodiscard]] const std::vector<float>& times(int index) const {
        return index < 0 ? state.times : at(state.rows, index).times;
    }
    [[nodiscard]] Item clip_item() const { return {ItemKind::clip, -1, figure.clip}; }
};

bool is_selected_row(const Sheet& s, int index) {
    return index >= 0 && at(s.state.rows, index).item.kind != ItemKind::none &&
           s.c.session.selection() == Selection{s.figure.id, at(s.state.rows, index).item};
}

bool is_chosen(const Sheet& s, int index, float time) {
    if (index >= 0) return s.state.selection.has(at(s.state.rows, index), time);
    return std::any_of(s.state.rows.begin(), s.state.rows.end(),
                       [&](const KeyRow& row) { return s.state.selection.has(row, time); });
}

void choose(Sheet& s, int index, float time, bool on) {
    for (int i = 0; i < static_cast<int>(s.state.rows.size()); ++i) {
        if (index >= 0 && i != index) continue;
        const KeyRow& row = at(s.state.rows, i);
        if (on) s.state.selection.add_span(row, time - same_key_time, time + same_key_time);
        if (!on) s.state.selection.remove(row, time);
    }
}

void draw_diamond(ImDrawList& list, ImVec2 centre, float half, ImU32 fill, ImU32 edge) {
    const ImVec2 top(centre.x, centre.y - half);
    const ImVec2 right(centre.x + half, centre.y);
    const ImVec2 bottom(centre.x, centre.y + half);
    const ImVec2 left(centre.x - half, centre.y);
    list.AddQuadFilled(top, right, bottom, left, fill);
    list.AddQuad(top, right, bottom, left, edge, 1.0F);
}

/// The keys of one row; of keys closer than their marks are wide, a line stands for each pixel.
void draw_keys(const Sheet& s, int index, float middle) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<float>& times = s.times(index);
    const auto first =
        std::lower_bound(times.begin(), times.end(), static_cast<float>(s.scale.at(s.lanes.x - theme.px(8))));
    const auto last = std::upper_bound(
        times.begin(), times.end(), static_cast<float>(s.scale.at(s.lanes.x + s.scale.width + theme.px(8))));
    const auto count = static_cast<float>(std::distance(first, std::max(first, last)));
    const bool dense = count * theme.px(7) > s.scale.width;
    const float half = theme.px(index < 0 ? 4.5F : 4.0F);
    const ImU32 edge = color_of(theme.panel);
    float drawn_at = -1e9F;
    for (auto time = first; time < last; ++time) {
        const float x = std::floor(s.scale.x(static_cast<double>(*time))) + 0.5F;
        const bool chosen = is_chosen(s, index, *time);
        const ImU32 color = color_of(chosen ? theme.accent : index < 0 ? theme.text : theme.dim);
        if (dense) {
            if (x - drawn_at < 1.0F && !chosen) continue;
            list.AddLine(ImVec2(x, middle - half), ImVec2(x, middle + half), color, 1.0F);
            drawn_at = x;
        } else {
            draw_diamond(list, ImVec2(x, middle), half, color, edge);
            if (s.c.report.enabled() && s.shown.size() * times.size() < 2000) {
                const std::string name = index < 0 ? "all" : at(s.state.rows, index).name;
                s.c.report.widget(fmt::format("keys/key/{}/{:.3f}", name, *time),
                                  ImVec2(x - half, middle - half), ImVec2(x + half, middle + half));
            }
        }
    }
}

void draw_rows(Sheet& s, ImVec2 names, float names_width) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = s.lanes.x + s.scale.width;
    ImGui::PushClipRect(names, ImVec2(right, s.lanes.y + s.height), true);
    for (std::size_t place = 0; place < s.shown.size(); ++place) {
        const float y = s.y(place);
        if (y + s.row < s.lanes.y || y > s.lanes.y + s.height) continue;
        const int index = s.shown[place];
        const ImVec2 from(names.x, y);
        const ImVec2 to(right, y + s.row - 1.0F);
        const bool selected = is_selected_row(s, index);
        if (selected) list.AddRectFilled(from, to, color_of(theme.accent_quiet, 0.75F));
        if (!selected && index < 0) list.AddRectFilled(from, to, color_of(theme.raised));
        if (!selected && index >= 0 && place % 2 == 1)
            list.AddRectFilled(from, to, color_of(theme.raised, 0.45F));
        const std::string name =
            index < 0 ? fmt::format("All {} rows", s.state.rows.size()) : at(s.state.rows, index).name;
        const float text_y = std::floor(y + 0.5F * (s.row - ImGui::GetTextLineHeight()));
        list.AddText(ImVec2(names.x + theme.px(8), text_y),
                     color_of(index < 0 || selected ? theme.text : theme.dim),
                     fitted(name, names_width - theme.px(16)).c_str());
    }
    ImGui::PopClipRect();
}

void draw_lanes(const Sheet& s) {
    ImGui::PushClipRect(s.lanes, ImVec2(s.lanes.x + s.scale.width, s.lanes.y + s.height), true);
    for (std::size_t place = 0; place < s.shown.size(); ++place) {
        const float y = s.y(place);
        if (y + s.row < s.lanes.y || y > s.lanes.y + s.height) continue;
        draw_keys(s, s.shown[place], std::floor(y + 0.5F * s.row));
    }
    ImGui::PopClipRect();
}

void draw_playhead(const Sheet& s, float top) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = std::floor(s.scale.x(s.c.session.clip_time()));
    if (x < s.lanes.x || x > s.lanes.x + s.scale.width) return;
    const ImU32 accent = color_of(theme.accent);
    list.AddLine(ImVec2(x, top), ImVec2(x, s.lanes.y + s.height), accent, theme.px(2));
    list.AddTriangleFilled(ImVec2(x - theme.px(5), top), ImVec2(x + theme.px(5), top),
                           ImVec2(x, top + theme.px(8)), accent);
}

/// The key under the pointer: its row, and its time.
struct Touched {
    int row = -1;
    float time = 0.0F;
};
std::optional<Touched> touched(const Sheet& s) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float place = (mouse.y - s.lanes.y + s.state.scroll) / s.row;
    if (place < 0.0F || place >= static_cast<float>(s.shown.size())) return std::nullopt;
    const int index = s.shown[static_cast<std::size_t>(place)];
    const std::vector<float>& times = s.times(index);
    const auto pointer = static_cast<float>(s.scale.at(mouse.x));
    const auto after = std::lower_bound(times.begin(), times.end(), pointer);
    std::optional<Touched> best;
    float nearest = s.c.theme.px(7);
    for (auto time = after == times.begin() ? after : after - 1; time != times.end() && time <= after;
         ++time) {
        const float apart = std::abs(s.scale.x(static_cast<double>(*time)) - mouse.x);
        if (apart <= nearest) best = Touched{index, *time};
        nearest = std::min(nearest, apart);
    }
    return best;
}

// ---- the hand

void push_move(Sheet& s, const TimeChange& change) {
    const TimeChange& now = s.state.applied;
    if (change.by == now.by && change.scale == now.scale && change.about == now.about) return;
    s.state.applied = change;
    s.state.moved = true;
    s.c.push(Edit{s.figure.id,
                  MoveKeys{s.clip_item(), s.state.base.keys(), change.by, change.scale, change.about}});
    s.state.selection = s.state.base.moved(change);
}

void begin_move(Sheet& s, Hand hand, double held) {
    s.state.hand = hand;
    s.state.base = s.state.selection;
    s.state.held = held;
    s.state.pressed = ImGui::GetIO().MousePos;
    s.state.applied = {};
    s.state.moved = false;
    s.c.push(BeginGesture{s.figure.id});
}

void end_move(Sheet& s, bool keep) {
    s.state.hand = Hand::idle;
    s.c.push(EndGesture{});
    if (keep || !s.state.moved) return;
    s.c.push(Undo{});
    s.state.selection = s.state.base;
}

void follow_hand(Sheet& s) {
    const ImGuiIO& io = ImGui::GetIO();
    const double rate = io.KeyCtrl ? 0.0 : s.state.frame_rate;
    const double pointer = s.scale.at(io.MousePos.x);
    const double start = s.scale.at(s.state.pressed.x);
    if (s.state.hand == Hand::scale) {
        push_move(s, stretched(s.state.base, s.c.session.clip_time(), start, pointer, rate));
    } else {
        push_move(s, dragged(s.state.base, s.state.held, pointer - start, rate));
    }
}

void choose_in_box(Sheet& s) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto [left, right] = std::minmax(mouse.x, s.state.pressed.x);
    const auto [top, bottom] = std::minmax(mouse.y, s.state.pressed.y);
    s.state.selection = s.state.base;
    for (std::size_t place = 0; place < s.shown.size(); ++place) {
        const float middle = s.y(place) + 0.5F * s.row;
        if (middle < top || middle > bottom) continue;
        for (int i = 0; i < static_cast<int>(s.state.rows.size()); ++i) {
            if (s.shown[place] >= 0 && s.shown[place] != i) continue;
            s.state.selection.add_span(at(s.state.rows, i), static_cast<float>(s.scale.at(left)),
                                       static_cast<float>(s.scale.at(right)));
        }
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(left, top), ImVec2(right, bottom), color_of(s.c.theme.accent, 0.12F));
    list.AddRect(ImVec2(left, top), ImVec2(right, bottom), color_of(s.c.theme.accent, 0.8F));
}

void press(Sheet& s) {
    const bool more = ImGui::GetIO().KeyShift;
    const std::optional<Touched> key = touched(s);
    if (!key) {
        if (!more) s.state.selection.clear();
        s.state.hand = Hand::box;
        s.state.base = s.state.selection;
        s.state.pressed = ImGui::GetIO().MousePos;
        return;
    }
    const bool was_chosen = is_chosen(s, key->row, key->time);
    if (more && was_chosen) return choose(s, key->row, key->time, false);
    if (!more && !was_chosen) s.state.selection.clear();
    choose(s, key->row, key->time, true);
    if (key->row >= 0 && at(s.state.rows, key->row).item.kind == ItemKind::joint)
        s.c.push(Select{{s.figure.id, at(s.state.rows, key->row).item}});
    if (s.editable()) begin_move(s, Hand::drag, static_cast<double>(key->time));
}

bool take(const Sheet& s, int key, bool ctrl = false, bool shift = false, bool alt = false) {
    const auto found = std::find_if(s.c.gui.keys.begin(), s.c.gui.keys.end(), [&](const KeyPress& press) {
        return press.key == key && press.ctrl == ctrl && press.shift == shift && press.alt == alt;
    });
    if (found == s.c.gui.keys.end()) return false;
    s.c.gui.keys.erase(found);
    return true;
}

void take_keys(Sheet& s) {
    const bool chosen = !s.state.selection.empty();
    if (take(s, 'A')) {
        for (const int index : s.shown) {
            if (index >= 0) s.state.selection.add_span(at(s.state.rows, index), -1.0F, 1e9F);
        }
    }
    if (take(s, 'A', false, false, true)) s.state.selection.clear();
    if (chosen && take(s, static_cast<int>(Key::escape))) s.state.selection.clear();
    if (take(s, static_cast<int>(Key::home))) s.state.from = s.state.to = 0.0;
    if (take(s, static_cast<int>(Key::up))) jump_to_key(s.c, 1);
    if (take(s, static_cast<int>(Key::down))) jump_to_key(s.c, -1);
    if (chosen && take(s, 'C', true)) copy_chosen_keys(s.c);
    if (!s.editable()) return;
    if (take(s, 'V', true)) paste_keys(s.c);
    if (!chosen) return;
    if (take(s, static_cast<int>(Key::del)) || take(s, 'X')) return delete_chosen_keys(s.c);
    if (take(s, 'G')) begin_move(s, Hand::move, static_cast<double>(s.state.selection.first()));
    if (take(s, 'S')) begin_move(s, Hand::scale, s.c.session.clip_time());
}

/// A move or scaling that goes on without a button.
void follow_grab(Sheet& s) {
    follow_hand(s);
    const bool dropped =
        take(s, static_cast<int>(Key::escape)) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const bool confirmed =
        take(s, static_cast<int>(Key::enter)) || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (dropped || confirmed) end_move(s, !dropped);
}

void work_lanes(Sheet& s) {
    ImGui::SetCursorScreenPos(s.lanes);
    ImGui::InvisibleButton("lanes", ImVec2(s.scale.width, std::max(s.height, 1.0F)));
    s.c.mark("keys/lanes");
    const bool hovered = ImGui::IsItemHovered();
    move_time_view(s.c, s.clip, s.scale);
    if (s.state.grabs()) return follow_grab(s);
    if (ImGui::IsItemActivated()) press(s);
    if (s.state.hand == Hand::drag) {
        const float moved = std::abs(ImGui::GetIO().MousePos.x - s.state.pressed.x);
        if (s.state.moved || moved >= s.c.theme.px(3)) follow_hand(s);
        if (!ImGui::IsItemActive()) end_move(s, true);
    }
    if (s.state.hand == Hand::box) {
        choose_in_box(s);
        if (!ImGui::IsItemActive()) s.state.hand = Hand::idle;
    }
    if (hovered && !s.c.gui.text_input) take_keys(s);
    if (!hovered) return;
    if (const std::optional<Touched> key = touched(s)) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const std::string name = key->row < 0 ? "all rows" : at(s.state.rows, key->row).name;
        tooltip(s.c,
                fmt::format("{} at {:.3f} s, frame {:.4g}\nDrag, or G: move   S: scale about the playhead   "
                            "Delete: delete   Ctrl: between frames",
                            name, key->time, static_cast<double>(key->time) * s.state.frame_rate)
                    .c_str());
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("clip menu");
}

/// A click on a name selects what it is of.
void work_names(Sheet& s, ImVec2 names, float width) {
    ImGui::SetCursorScreenPos(ImVec2(names.x, s.lanes.y));
    ImGui::InvisibleButton("names", ImVec2(width, std::max(s.height, 1.0F)));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float place = (mouse.y - s.lanes.y + s.state.scroll) / s.row;
    for (std::size_t i = 0; s.c.report.enabled() && i < s.shown.size(); ++i) {
        if (s.shown[i] < 0 || s.y(i) < s.lanes.y || s.y(i) + s.row > s.lanes.y + s.height) continue;
        s.c.report.widget("keys/row/" + at(s.state.rows, s.shown[i]).name, ImVec2(names.x, s.y(i)),
                          ImVec2(names.x + width, s.y(i) + s.row));
    }
    if (!ImGui::IsItemHovered() || place < 0.0F || place >= static_cast<float>(s.shown.size())) return;
    const int index = s.shown[static_cast<std::size_t>(place)];
    if (index < 0) return;
    const KeyRow& row = at(s.state.rows, index);
    tooltip(s.c, fmt::format("{}: {} keys. Click to select it, double-click for its keys.", row.name,
                             row.times.size())
                     .c_str());
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        s.state.curve_of = row.what;
        if (row.item.kind != ItemKind::none) s.c.push(Select{{s.figure.id, row.item}});
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        s.state.selection.clear();
        s.state.selection.add_span(row, -1.0F, 1e9F);
    }
}

void scroll(Sheet& s) {
    const float most = std::max(0.0F, static_cast<float>(s.shown.size()) * s.row - s.height);
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsWindowHovered() && io.MousePos.y >= s.lanes.y;
    if (over && !io.KeyCtrl && !io.KeyShift) s.state.scroll -= 3.0F * s.row * io.MouseWheel;
    // What is selected elsewhere comes into view, once.
    const Item& item = s.c.session.selection().item;
    if (s.state.scrolled_to != item) {
        s.state.scrolled_to = item;
        for (std::size_t place = 0; place < s.shown.size(); ++place) {
            if (!is_selected_row(s, s.shown[place])) continue;
            const float y = static_cast<float>(place) * s.row;
            if (y < s.state.scroll || y + s.row > s.state.scroll + s.height)
                s.state.scroll = y - 0.5F * s.height;
        }
    }
    s.state.scroll = std::clamp(s.state.scroll, 0.0F, most);
    if (most <= 0.0F) return;
    const float share = s.height / (s.height + most);
    const float top = s.lanes.y + s.state.scroll / (s.height + most) * s.height;
    const float x = s.lanes.x + s.scale.width - s.c.theme.px(4);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x, top),
                                              ImVec2(x + s.c.theme.px(3), top + share * s.height),
                                              color_of(s.c.theme.faint, 0.6F), s.c.theme.px(2));
}

std::vector<int> shown_rows(const PanelContext& c, const OpenFigure& figure, const KeyPanelState& state) {
    std::vector<int> out{-1};
    const Selection& selected = c.session.selection();
    for (int i = 0; i < static_cast<int>(state.rows.size()); ++i) {
        if (!state.only_selected || selected == Selection{figure.id, at(state.rows, i).item})
            out.push_back(i);
    }
    return out;
}

}  // namespace

void draw_key_sheet(const PanelContext& c, const OpenFigure& figure, const Clip& clip) {
    refresh_keys(c, figure);
    KeyPanelState& state = c.gui.keys_panel;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 region = ImGui::GetContentRegionAvail();
    const float names = std::min(c.theme.px(188), std::floor(0.3F * region.x));
    const float ruler = c.theme.px(24);
    draw_key_tools(c, figure, names);
    const float left = from.x + names + c.theme.px(4);
    Sheet sheet{c,
                figure,
                clip,
                state,
                time_scale(c, clip, left, from.x + region.x - left),
                ImVec2(left, from.y + ruler),
                std::max(region.y - ruler, 1.0F),
                c.theme.px(20),
                shown_rows(c, figure, state)};
    scroll(sheet);
    draw_rows(sheet, ImVec2(from.x, from.y + ruler), names);
    draw_key_ruler(c, clip, sheet.scale, ImVec2(left, from.y), ruler, from.y + region.y);
    draw_lanes(sheet);
    work_names(sheet, from, names);
    work_lanes(sheet);
    draw_playhead(sheet, from.y);
    draw_clip_menu(c);
}

}  // namespace vitruvian
