// The animation curves of one joint, bone or displacer: values of its keys per axis, edited with the mouse or
// typed.
#include "app/gui/clip_menu.h"
#include "app/gui/key_panel.h"
#include "app/gui/widgets.h"
#include "app/session/lengths.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

struct Curves {
    const PanelContext& c;
    const OpenFigure& figure;
    const Clip& clip;
    KeyPanelState& state;
    TimeScale scale;
    ImVec2 from;  // of the graph
    float height = 0.0F;
    std::vector<Curve> all;
    CurveRange turns;    // degrees, separate from all others: with one scale the other curves would be flat
    CurveRange others;   // lengths in the figure's unit, and numbers without a unit
    std::string length;  // the figure's unit of length

    [[nodiscard]] const CurveRange& range(const Curve& curve) const {
        return curve.unit.empty() ? others : turns;
    }
    [[nodiscard]] float y(const CurveRange& range, double value) const {
        return from.y + height * static_cast<float>((range.high - value) / (range.high - range.low));
    }
    [[nodiscard]] double value(const Curve& curve, float at_y) const {
        const CurveRange& seen = range(curve);
        return seen.high - static_cast<double>((at_y - from.y) / height) * (seen.high - seen.low);
    }
    [[nodiscard]] ImVec2 point(const Curve& curve, const CurvePoint& p) const {
        return {scale.x(p.time), y(range(curve), p.value)};
    }
    [[nodiscard]] bool is_hidden(std::size_t i) const { return i < state.hidden.size() && state.hidden[i]; }
    [[nodiscard]] Item clip_item() const { return {ItemKind::clip, -1, figure.clip}; }
    [[nodiscard]] const Curve* find(const CurveKey& key) const {
        const auto found = std::find_if(all.begin(), all.end(), [&key](const Curve& curve) {
            return curve.channel == key.channel && curve.axis == key.axis && key.key < curve.keys.size();
        });
        return found == all.end() ? nullptr : &*found;
    }
};

bool is_length(const Curves& s, const Curve& curve) {
    return s.clip.channels.at(curve.channel).path == ChannelPath::translation;
}

const ImVec4& color_of_axis(const PanelContext& c, const Curve& curve) {
    return at(c.theme.axis, curve.axis);
}

/// Returns the row whose curves are shown: the selection's, otherwise the one clicked last, otherwise the
/// first.
const KeyRow* curve_row(const PanelContext& c, const OpenFigure& figure, KeyPanelState& state) {
    const Selection& selected = c.session.selection();
    const KeyRow* found = nullptr;
    for (const KeyRow& row : state.rows) {
        if (found == nullptr || row.what == state.curve_of) found = &row;
    }
    for (const KeyRow& row : state.rows) {
        const bool is_it = row.item.kind != ItemKind::none && selected == Selection{figure.id, row.item};
        if (is_it) found = &row;
    }
    if (found != nullptr && state.curve_of != found->what) {
        state.curve_of = found->what;
        state.curve_key.reset();
        state.hidden = {};
    }
    return found;
}

/// Draws values in a column that ends `right` before the graph's end; with lines where they are the graph's.
void draw_scale(const Curves& s, const CurveRange& range, const char* unit, float right, bool has_lines) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double wanted = (range.high - range.low) * static_cast<double>(theme.px(34) / s.height);
    const double power = std::pow(10.0, std::floor(std::log10(std::max(wanted, 1e-9))));
    double step = 10.0 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= wanted) {
            step = factor * power;
            break;
        }
    }
    ImGui::PushFont(theme.small);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    for (double value = std::ceil(range.low / step) * step; value <= range.high; value += step) {
        const float at_y = std::floor(s.y(range, value));
        if (has_lines)
            list.AddLine(ImVec2(s.from.x, at_y), ImVec2(s.from.x + s.scale.width, at_y),
                         color_of(std::abs(value) < 0.5 * step ? theme.faint : theme.border));
        const std::string text =
            fmt::format("{:.{}f}{}", std::abs(value) < 1e-9 ? 0.0 : value, decimals, unit);
        // On the right, where the playhead at a clip's beginning does not hide them.
        const float x = s.from.x + s.scale.width - ImGui::CalcTextSize(text.c_str()).x - right;
        const float above = at_y - ImGui::GetTextLineHeight() - 1.0F;
        list.AddText(ImVec2(x, above < s.from.y ? at_y + 1.0F : above), color_of(theme.dim), text.c_str());
    }
    ImGui::PopFont();
}

/// Returns the position of a tangent's handle: at a constant distance on the screen.
ImVec2 handle_at(const Curves& s, const Curve& curve, std::size_t key, TangentSide side) {
    const double slope = (side == TangentSide::in ? curve.in_slopes : curve.out_slopes).at(key);
    const ImVec2 centre = s.point(curve, curve.keys[key]);
    const double per_second = static_cast<double>(s.scale.width) / (s.scale.to - s.scale.from);
    const double per_unit = static_cast<double>(s.height) / (s.range(curve).high - s.range(curve).low);
    const auto dx = static_cast<float>(per_second);
    const auto dy = static_cast<float>(-slope * per_unit);
    const float length = std::max(std::sqrt(dx * dx + dy * dy), 1e-6F);
    const float reach = s.c.theme.px(38) / length * (side == TangentSide::in ? -1.0F : 1.0F);
    return {centre.x + dx * reach, centre.y + dy * reach};
}

void draw_curve(const Curves& s, const Curve& curve) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec4& color = color_of_axis(s.c, curve);
    for (std::size_t i = 1; i < curve.points.size(); ++i)
        list.AddLine(s.point(curve, curve.points[i - 1]), s.point(curve, curve.points[i]), color_of(color),
                     theme.px(1.5F));
    const bool dense = static_cast<float>(curve.keys.size()) * theme.px(9) > s.scale.width;
    for (std::size_t key = 0; key < curve.keys.size(); ++key) {
        const ImVec2 centre = s.point(curve, curve.keys[key]);
        const CurveKey self{curve.channel, curve.axis, key};
        const bool chosen = s.state.curve_key == self;
        if (centre.x < s.from.x - theme.px(8) || centre.x > s.from.x + s.scale.width + theme.px(8)) continue;
        if (s.c.report.enabled() && curve.keys.size() < 200) {
            const float half = theme.px(4);
            s.c.report.widget(fmt::format("curves/{}/{:.3f}", curve.name, curve.keys[key].time),
                              ImVec2(centre.x - half, centre.y - half),
                              ImVec2(centre.x + half, centre.y + half));
        }
        if (chosen && !curve.in_slopes.empty()) {
            for (const TangentSide side : {TangentSide::in, TangentSide::out}) {
                const ImVec2 handle = handle_at(s, curve, key, side);
                list.AddLine(centre, handle, color_of(theme.text, 0.7F));
                list.AddCircleFilled(handle, theme.px(3.5F), color_of(theme.text));
                const float half = theme.px(4);
                s.c.report.widget(side == TangentSide::in ? "curves/tangent/in" : "curves/tangent/out",
                                  ImVec2(handle.x - half, handle.y - half),
                                  ImVec2(handle.x + half, handle.y + half));
            }
        }
        if (dense && !chosen) continue;
        const float half = theme.px(chosen ? 4.5F : 3.5F);
        list.AddCircleFilled(centre, half, color_of(chosen ? theme.accent : color));
        list.AddCircle(centre, half, color_of(theme.panel));
    }
}

/// Returns what the pointer would grab: a tangent of the selected key, otherwise the nearest key.
std::optional<CurveGrip> seized(const Curves& s) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto apart = [&mouse](ImVec2 p) { return std::hypot(p.x - mouse.x, p.y - mouse.y); };
    float nearest = s.c.theme.px(8);
    std::optional<CurveGrip> best;
    for (std::size_t i = 0; i < s.all.size(); ++i) {
        const Curve& curve = s.all[i];
        if (s.is_hidden(i)) continue;
        for (std::size_t key = 0; key < curve.keys.size(); ++key) {
            const float d = apart(s.point(curve, curve.keys[key]));
            if (d <= nearest) best = CurveGrip{{curve.channel, curve.axis, key}, CurveGrip::Part::value};
            nearest = std::min(nearest, d);
        }
    }
    const Curve* curve = s.state.curve_key ? s.find(*s.state.curve_key) : nullptr;
    if (curve == nullptr || curve->in_slopes.empty()) return best;
    for (const auto& [side, part] : {std::pair(TangentSide::in, CurveGrip::Part::in),
                                     std::pair(TangentSide::out, CurveGrip::Part::out)}) {
        const float d = apart(handle_at(s, *curve, s.state.curve_key->key, side));
        if (d <= nearest) best = CurveGrip{*s.state.curve_key, part};
        nearest = std::min(nearest, d);
    }
    return best;
}

void drag_grip(const Curves& s) {
    const CurveGrip& grip = *s.state.grip;
    const Curve* curve = s.find(grip.key);
    if (curve == nullptr) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    KeyValues keys;
    if (grip.part == CurveGrip::Part::value) {
        vec3 values = values_at(s.all, grip.key);
        const auto wanted = static_cast<float>(s.value(*curve, mouse.y));
        // Ctrl: snaps to whole degrees, or hundredths of other units.
        const float grain = curve->unit.empty() ? 0.01F : 1.0F;
        values[curve->axis] = ImGui::GetIO().KeyCtrl ? std::round(wanted / grain) * grain : wanted;
        keys = with_value(s.clip, grip.key, values);
    } else {
        const CurvePoint& key = curve->keys[grip.key.key];
        const bool in = grip.part == CurveGrip::Part::in;
        const double dt = s.scale.at(mouse.x) - key.time;
        const double least = 1e-3;
        const double span = in ? std::min(dt, -least) : std::max(dt, least);
        const vec3 values = values_at(s.all, grip.key);
        const double slope = (s.value(*curve, mouse.y) - key.value) / span;
        keys = with_slope(s.clip, grip.key, in ? TangentSide::in : TangentSide::out, slope, values);
        // Both tangents stay aligned, unless Alt breaks them.
        if (!ImGui::GetIO().KeyAlt) {
            const KeyValues other =
                with_slope(s.clip, grip.key, in ? TangentSide::out : TangentSide::in, slope, values);
            (in ? keys.out_tangents : keys.in_tangents) = in ? other.out_tangents : other.in_tangents;
        }
    }
    s.c.push(Edit{s.figure.id, SetKeys{s.clip_item(), {std::move(keys)}}});
}

/// Selects a key in its row too, so that menu commands for selected keys apply to it.
void choose_key(const Curves& s, const std::optional<CurveKey>& key) {
    s.state.curve_key = key;
    s.state.selection.clear();
    const Curve* curve = key ? s.find(*key) : nullptr;
    if (curve == nullptr) return;
    for (const KeyRow& row : s.state.rows) {
        if (row.what == s.state.curve_of)
            s.state.selection.add(row, static_cast<float>(curve->keys[key->key].time));
    }
}

/// Returns the help for the key under the pointer.
const char* help_of_grip(const Curves& s, const CurveGrip& grip) {
    const Curve* curve = s.find(grip.key);
    return curve != nullptr && curve->in_slopes.empty()
               ? "Drag up or down: the key's value (Ctrl: round numbers)   Delete: delete   Right-click: "
                 "make the rows curves, for tangents"
               : "Drag up or down: the key's value (Ctrl: round numbers). Handles: its tangents (Alt: each "
                 "side separately)   Delete: delete";
}

void work_graph(Curves& s) {
    ImGui::SetCursorScreenPos(s.from);
    ImGui::InvisibleButton("graph", ImVec2(s.scale.width, s.height));
    s.c.mark("curves/graph");
    move_time_view(s.c, s.clip, s.scale);
    const bool editable = s.figure.clip_file == 0;
    if (ImGui::IsItemActivated()) {
        const std::optional<CurveGrip> grip = seized(s);
        choose_key(s, grip ? std::optional(grip->key) : std::nullopt);
        if (grip && editable) {
            s.state.grip = grip;
            s.state.pressed = ImGui::GetIO().MousePos;
            s.state.moved = false;
            const Curve* curve = s.find(grip->key);
            s.state.grips_turn = curve != nullptr && !curve->unit.empty();
            s.state.low = s.state.grips_turn ? s.turns.low : s.others.low;
            s.state.high = s.state.grips_turn ? s.turns.high : s.others.high;
            s.c.push(BeginGesture{s.figure.id});
        }
    }
    if (s.state.grip && !ImGui::IsItemActive()) s.state.grip.reset();
    if (s.state.grip) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const float moved = std::hypot(mouse.x - s.state.pressed.x, mouse.y - s.state.pressed.y);
        s.state.moved = s.state.moved || moved >= s.c.theme.px(3);
        const ImVec2 by = ImGui::GetIO().MouseDelta;
        if (s.state.moved && (by.x != 0.0F || by.y != 0.0F)) drag_grip(s);
    } else if (const auto under = seized(s); ImGui::IsItemHovered() && under) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(s.c, help_of_grip(s, *under));
    }
    if (!ImGui::IsItemHovered()) return;
    if (!s.c.gui.text_input) {
        // Over the curves these keys only apply to its keys, selected or not: they must not delete or move a
        // joint.
        const bool deletes = s.c.take_key(Key::del);
        for (const char tool : {'G', 'R', 'S'}) static_cast<void>(s.c.take_key(static_cast<Key>(tool)));
        if (deletes && s.state.curve_key && editable) delete_chosen_keys(s.c);
    }
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
    if (const auto under = seized(s)) choose_key(s, under->key);
    ImGui::OpenPopup("clip menu");
}

/// Returns the unit of the scale of curves that are no angles; empty unless all are lengths.
std::string unit_of_others(const Curves& s, const std::vector<Curve>& others) {
    const bool lengths =
        std::all_of(others.begin(), others.end(), [&s](const Curve& curve) { return is_length(s, curve); });
    return lengths ? " " + s.length : std::string();
}

void show_or_hide(const Curves& s, std::size_t curve) {
    auto& hidden = s.state.hidden;
    if (!ImGui::GetIO().KeyAlt) {
        hidden.at(curve) = !hidden.at(curve);
        return;
    }
    // Shows it alone, or all again if it is alone.
    const auto count = static_cast<std::ptrdiff_t>(std::min(s.all.size(), hidden.size()));
    const auto shown = std::count(hidden.begin(), hidden.begin() + count, false);
    const bool alone = shown == 1 && !hidden.at(curve);
    hidden.fill(!alone);
    hidden.at(curve) = false;
}

/// Draws a toggle for each curve, with its colour.
void draw_legend(const Curves& s, float width) {
    for (std::size_t i = 0; i < s.all.size() && i < s.state.hidden.size(); ++i) {
        const Curve& curve = s.all[i];
        const ImVec2 at_left = ImGui::GetCursorScreenPos();
        const float row = s.c.theme.px(20);
        const std::string id = "curves/show/" + curve.name;
        if (ImGui::InvisibleButton(id.c_str(), ImVec2(width, row))) show_or_hide(s, i);
        s.c.mark(id);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (ImGui::IsItemHovered())
            list.AddRectFilled(at_left, ImVec2(at_left.x + width, at_left.y + row), color_of(s.c.theme.hover),
                               s.c.theme.px(4));
        const float middle = at_left.y + 0.5F * row;
        const float alpha = s.state.hidden[i] ? 0.25F : 1.0F;
        list.AddRectFilled(ImVec2(at_left.x + s.c.theme.px(8), middle - s.c.theme.px(4)),
                           ImVec2(at_left.x + s.c.theme.px(16), middle + s.c.theme.px(4)),
                           color_of(color_of_axis(s.c, curve), alpha), s.c.theme.px(2));
        list.AddText(
            ImVec2(at_left.x + s.c.theme.px(24), std::floor(middle - 0.5F * ImGui::GetTextLineHeight())),
            color_of(s.state.hidden[i] ? s.c.theme.faint : s.c.theme.text), curve.name.c_str());
        tooltip(s.c, s.state.hidden[i] ? "Click to show this curve (Alt: only this one)"
                                       : "Click to hide this curve (Alt: show only this one)");
    }
}

/// Draws a field for the selected key's value.
void edit_value(const Curves& s, float width) {
    const Curve* curve = s.state.curve_key ? s.find(*s.state.curve_key) : nullptr;
    if (curve == nullptr || s.figure.clip_file != 0) return;
    const CurveKey& key = *s.state.curve_key;
    vec3 values = values_at(s.all, key);
    const double speed = (s.range(*curve).high - s.range(*curve).low) / static_cast<double>(s.height);
    const bool turn = !curve->unit.empty();
    const std::string format = turn                   ? "%.2f\u00B0"
                               : is_length(s, *curve) ? "%.4f " + s.length
                                                      : std::string("%.4f");
    const float most = turn ? 36000.0F : 1e6F;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + s.c.theme.px(4));
    ImGui::PushID(fmt::format("{} {} {}", key.channel, key.axis, key.key).c_str());
    const bool changed =
        edit_number(s.c, "curves/value", values[curve->axis],
                    {format.c_str(), -most, most, static_cast<float>(speed)}, width - s.c.theme.px(8));
    ImGui::PopID();
    tooltip(s.c, "Value of the selected key");
    push_edit(s.c, changed, SetKeys{s.clip_item(), {with_value(s.clip, key, values)}});
}

}  // namespace

void draw_curves(const PanelContext& c, const OpenFigure& figure, const Clip& clip) {
    refresh_keys(c, figure);
    KeyPanelState& state = c.gui.keys_panel;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 region = ImGui::GetContentRegionAvail();
    const float names = std::min(c.theme.px(188), std::floor(0.3F * region.x));
    const float ruler = c.theme.px(24);
    draw_key_tools(c, figure, names);
    const float left = from.x + names + c.theme.px(4);
    const TimeScale scale = time_scale(c, clip, left, from.x + region.x - left);
    Curves curves{
        c,  figure, clip, state, scale, ImVec2(left, from.y + ruler), std::max(region.y - ruler, 1.0F),
        {}, {},     {},   {}};
    const KeyRow* row = curve_row(c, figure, state);
    curves.length = length_unit(figure, row != nullptr ? row->item.humanoid : -1).symbol;
    if (row != nullptr)
        curves.all = curves_of(clip, row->what, scale.from, scale.to,
                               std::clamp(static_cast<int>(scale.width / 3.0F), 50, 800));
    std::vector<Curve> turns;
    std::vector<Curve> others;
    for (std::size_t i = 0; i < curves.all.size(); ++i) {
        if (!curves.is_hidden(i)) (curves.all[i].unit.empty() ? others : turns).push_back(curves.all[i]);
    }
    // The scale does not change while something is dragged on it.
    const CurveRange held{state.low, state.high};
    curves.turns = state.grip && state.grips_turn ? held : range_of(turns);
    curves.others = state.grip && !state.grips_turn ? held : range_of(others);
    draw_key_ruler(c, clip, scale, ImVec2(left, from.y), ruler, from.y + region.y);
    ImGui::PushClipRect(curves.from, ImVec2(left + scale.width, from.y + region.y), true);
    if (!turns.empty()) draw_scale(curves, curves.turns, "\u00B0", c.theme.px(14), true);
    if (!others.empty())
        draw_scale(curves, curves.others, unit_of_others(curves, others).c_str(),
                   c.theme.px(turns.empty() ? 14 : 64), turns.empty());
    for (const Curve& curve : others) draw_curve(curves, curve);
    for (const Curve& curve : turns) draw_curve(curves, curve);
    const float x = std::floor(scale.x(c.session.clip_time()));
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, curves.from.y), ImVec2(x, from.y + region.y),
                                        color_of(c.theme.accent), c.theme.px(2));
    ImGui::PopClipRect();
    // Before a press in the graph selects another key: what was typed is for the one that was selected.
    ImGui::SetCursorScreenPos(ImVec2(from.x, curves.from.y));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    ImGui::BeginChild("legend", ImVec2(names, curves.height), false, ImGuiWindowFlags_NoBackground);
    ImGui::PushFont(c.theme.strong);
    ImGui::SetCursorPosX(c.theme.px(8));
    ImGui::TextUnformatted(
        fitted_middle(row ? row->name : "No keys: select a joint with keys, or press I to insert one",
                      names - c.theme.px(16))
            .c_str());
    ImGui::PopFont();
    draw_legend(curves, names);
    edit_value(curves, names);
    ImGui::EndChild();
    ImGui::PopStyleVar();
    work_graph(curves);
    draw_clip_menu(c);
}

}  // namespace vitruvian
