// Interaction with keys: selecting one by one or by box, dragging, and modal moving and scaling by keyboard.
#include "app/gui/clip_menu.h"
#include "app/gui/key_sheet_view.h"
#include "app/gui/tool_panel.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

using Hand = KeyPanelState::Hand;

void choose(KeySheetView& s, int index, float time, bool on) {
    for (int i = 0; i < static_cast<int>(s.state.rows.size()); ++i) {
        if (index >= 0 && i != index) continue;
        const KeyRow& row = at(s.state.rows, i);
        if (on) s.state.selection.add_span(row, time - same_key_time, time + same_key_time);
        if (!on) s.state.selection.remove(row, time);
    }
}

/// The key under the pointer: its row, and its time.
struct Touched {
    int row = -1;
    float time = 0.0F;
};
std::optional<Touched> touched(const KeySheetView& s) {
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

void push_move(KeySheetView& s, const TimeChange& change) {
    const TimeChange& now = s.state.applied;
    if (change.by == now.by && change.scale == now.scale && change.about == now.about) return;
    s.state.applied = change;
    s.state.moved = true;
    s.c.push(Edit{s.figure.id,
                  MoveKeys{s.clip_item(), s.state.base.keys(), change.by, change.scale, change.about}});
    s.state.selection = s.state.base.moved(change);
}

void begin_move(KeySheetView& s, Hand hand, double held) {
    s.state.hand = hand;
    s.state.base = s.state.selection;
    s.state.held = held;
    s.state.pressed = ImGui::GetIO().MousePos;
    s.state.applied = {};
    s.state.moved = false;
    s.state.number.clear();
    remember_chosen_keys(s.state, s.figure);
    s.c.push(BeginGesture{s.figure.id});
}

void end_move(KeySheetView& s, bool keep) {
    s.state.hand = Hand::idle;
    if (keep) return s.c.push(EndGesture{});
    s.c.push(CancelGesture{});
    s.state.selection = s.state.base;
}

void follow_hand(KeySheetView& s) {
    const ImGuiIO& io = ImGui::GetIO();
    const double rate = io.KeyCtrl ? 0.0 : s.state.frame_rate;
    const double pointer = s.scale.at(io.MousePos.x);
    const double start = s.scale.at(s.state.pressed.x);
    if (const std::optional<float> typed = s.state.number.value()) {
        const auto number = static_cast<double>(*typed);
        push_move(s, s.state.hand == Hand::scale ? scaled(s.state.base, s.c.session.clip_time(), number)
                                                 : moved_by(s.state.base, number / s.state.frame_rate));
    } else if (s.state.hand == Hand::scale) {
        push_move(s, stretched(s.state.base, s.c.session.clip_time(), start, pointer, rate));
    } else {
        push_move(s, dragged(s.state.base, s.state.held, pointer - start, rate));
    }
}

void choose_in_box(KeySheetView& s) {
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

void press(KeySheetView& s) {
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

bool take(const KeySheetView& s, int key, bool ctrl = false, bool shift = false, bool alt = false) {
    const auto found = std::find_if(s.c.gui.keys.begin(), s.c.gui.keys.end(), [&](const KeyPress& press) {
        return press.key == key && press.ctrl == ctrl && press.shift == shift && press.alt == alt;
    });
    if (found == s.c.gui.keys.end()) return false;
    s.c.gui.keys.erase(found);
    return true;
}

void take_keys(KeySheetView& s) {
    const bool chosen = !s.state.selection.empty();
    if (take(s, 'A') || take(s, 'A', true)) {
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
    // Over the sheet these keys only apply to its keys, selected or not: they must not move or delete a
    // joint.
    const bool pastes = take(s, 'V', true);
    const bool deletes = take(s, static_cast<int>(Key::del)) || take(s, 'X');
    const bool moves = take(s, 'G');
    const bool scales = take(s, 'S');
    static_cast<void>(take(s, 'R'));
    if (!s.editable()) return;
    if (pastes) paste_keys(s.c);
    if (!chosen) return;
    if (deletes) return delete_chosen_keys(s.c);
    if (moves) begin_move(s, Hand::move, static_cast<double>(s.state.selection.first()));
    if (scales) begin_move(s, Hand::scale, s.c.session.clip_time());
}

/// Accepts numbers only, and the keys that end the mode.
void type_number(const KeySheetView& s) {
    std::erase_if(s.c.gui.keys, [&s](const KeyPress& press) {
        if (press.ctrl || press.alt || press.is(Key::escape) || press.is(Key::enter)) return false;
        s.state.number.type({tool_key(press.key), press.shift});
        return true;
    });
}

void note_move(const KeySheetView& s) {
    const TimeChange& now = s.state.applied;
    const std::string number = s.state.number.value() ? "[" + s.state.number.text() + "]"
                               : s.state.hand == Hand::scale
                                   ? fmt::format("{:.4g}", now.scale)
                                   : fmt::format("{:+.4g}", static_cast<double>(now.by) * s.state.frame_rate);
    const std::string text = s.state.hand == Hand::scale ? "times " + number : number + " frames";
    draw_note(s.c, Rect{s.lanes.x, s.lanes.y, s.scale.width, s.height}, ImGui::GetIO().MousePos,
              s.state.grabs() ? text + "   type a number, Enter" : text);
    s.c.report.state("keys", {{"note", text}});
}

/// Updates a modal move or scale.
void follow_grab(KeySheetView& s) {
    if (!s.c.gui.text_input) type_number(s);
    follow_hand(s);
    note_move(s);
    const bool dropped =
        take(s, static_cast<int>(Key::escape)) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const bool confirmed =
        take(s, static_cast<int>(Key::enter)) || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (dropped || confirmed) end_move(s, !dropped);
}

}  // namespace

bool is_chosen(const KeySheetView& s, int index, float time) {
    if (index >= 0) return s.state.selection.has(at(s.state.rows, index), time);
    return std::any_of(s.state.rows.begin(), s.state.rows.end(),
                       [&](const KeyRow& row) { return s.state.selection.has(row, time); });
}

void work_lanes(KeySheetView& s) {
    ImGui::SetCursorScreenPos(s.lanes);
    ImGui::InvisibleButton("lanes", ImVec2(s.scale.width, std::max(s.height, 1.0F)));
    s.c.mark("keys/lanes");
    const bool hovered = ImGui::IsItemHovered();
    move_time_view(s.c, s.clip, s.scale);
    if (s.state.grabs()) return follow_grab(s);
    if (ImGui::IsItemActivated()) press(s);
    if (s.state.hand == Hand::drag) {
        const float moved = std::abs(ImGui::GetIO().MousePos.x - s.state.pressed.x);
        if (s.state.moved || moved >= s.c.theme.px(3)) {
            follow_hand(s);
            note_move(s);
        }
        if (!ImGui::IsItemActive()) end_move(s, true);
    }
    if (s.state.hand == Hand::box) {
        choose_in_box(s);
        if (!ImGui::IsItemActive()) s.state.hand = Hand::idle;
    }
    if (hovered && !s.c.gui.text_input) take_keys(s);
    if (!hovered || s.state.hand == Hand::drag) return;
    if (const std::optional<Touched> key = touched(s)) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const std::string name = key->row < 0 ? "all rows" : at(s.state.rows, key->row).name;
        tooltip(s.c, fmt::format("{} at {:.3f} s, frame {:.4g}\nDrag, or G: move   S: scale about the "
                                 "playhead (then a number)   "
                                 "Delete: delete   Ctrl: between frames",
                                 name, key->time, static_cast<double>(key->time) * s.state.frame_rate)
                         .c_str());
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("clip menu");
}

}  // namespace vitruvian
