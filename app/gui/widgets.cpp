#include "app/gui/widgets.h"

#include "app/gui/focus.h"
#include "app/gui/wrapped_text.h"
#include "model/core/at.h"
#include "model/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace vitruvian {

void PanelContext::mark(const std::string& id) const {
    if (report.enabled() && ImGui::IsItemVisible())
        report.widget(id, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

bool PanelContext::take_key(Key key) const {
    for (auto press = gui.keys.begin(); press != gui.keys.end(); ++press) {
        if (!press->is(key)) continue;
        gui.keys.erase(press);
        return true;
    }
    return false;
}

std::string Shortcut::text() const {
    if (key == 0) return {};
    std::string name;
    if (ctrl) name += "Ctrl+";
    if (shift) name += "Shift+";
    if (alt) name += "Alt+";
    switch (static_cast<Key>(key)) {
        case Key::space:
            return name + "Space";
        case Key::left:
            return name + "Left";
        case Key::right:
            return name + "Right";
        case Key::up:
            return name + "Up";
        case Key::down:
            return name + "Down";
        case Key::home:
            return name + "Home";
        case Key::end:
            return name + "End";
        case Key::enter:
            return name + "Enter";
        case Key::escape:
            return name + "Esc";
        case Key::backspace:
            return name + "Backspace";
        case Key::tab:
            return name + "Tab";
        case Key::page_up:
            return name + "PageUp";
        case Key::page_down:
            return name + "PageDown";
        case Key::del:
            return name + "Delete";
        case Key::f1:
            return name + "F1";
        case Key::f2:
            return name + "F2";
        case Key::f5:
            return name + "F5";
        case Key::f8:
            return name + "F8";
        case Key::f10:
            return name + "F10";
        case Key::f12:
            return name + "F12";
        default:
            return name + static_cast<char>(key);
    }
}

ImVec2 tooltip_padding(const PanelContext& c) {
    return {c.theme.px(12), c.theme.px(8)};
}

float tooltip_width(const PanelContext& c, float design) {
    return std::min(c.theme.px(design), ImGui::GetIO().DisplaySize.x - 2.0F * tooltip_padding(c).x);
}

void begin_tooltip(const PanelContext& c) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, tooltip_padding(c));
    keep_tooltip_on_screen();
    ImGui::BeginTooltip();
    ImGui::PopStyleVar();
}

void end_tooltip() {
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

void tooltip(const PanelContext& c, const char* text, TooltipPlace place) {
    // No tooltip while something is dragged, typed or reported as wrong.
    if (!text || c.gui.fields.problem_of != 0) return;
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
    std::optional<ImVec2>& pressed = c.gui.pressed_item;
    const ImVec2 corner = ImGui::GetItemRectMin();
    const bool is_pressed = pressed && pressed->x == corner.x && pressed->y == corner.y;
    if (!hovered && is_pressed) pressed.reset();
    // No tooltip after a press.
    if (hovered && ImGui::IsAnyMouseDown()) pressed = corner;
    if (hovered) c.gui.pointed_at = text;
    if (!hovered || is_pressed || ImGui::IsAnyMouseDown() || ImGui::IsItemActive()) return;
    const float widest = tooltip_width(c, 320);
    // ImGui counts from the window's edge, with its padding.
    const float room = widest - tooltip_padding(c).x;
    const std::string lines = wrapped(text, room, [](std::string_view piece) {
        return ImGui::CalcTextSize(piece.data(), piece.data() + piece.size()).x;
    });
    const float width =
        ImGui::CalcTextSize(lines.c_str(), nullptr, false, room).x + 2.0F * tooltip_padding(c).x;
    if (is_keyboard_row()) {
        const std::optional<ImVec2> beside = place_beside_menu(width);
        if (!beside) return;
        ImGui::SetNextWindowPos(*beside);
    } else if (place == TooltipPlace::above) {
        const ImVec2 from = ImGui::GetItemRectMin();
        const float right = ImGui::GetIO().DisplaySize.x - c.theme.px(4);
        ImGui::SetNextWindowPos(
            ImVec2(std::max(std::min(from.x, right - width), 0.0F), from.y - c.theme.px(4)), ImGuiCond_Always,
            ImVec2(0.0F, 1.0F));
    }
    begin_tooltip(c);
    ImGui::PushTextWrapPos(widest + 1.0F);  // breaks single words that are wider
    ImGui::TextUnformatted(lines.c_str());
    ImGui::PopTextWrapPos();
    end_tooltip();
}

void keep_on_screen() {
    keep_above(ImGui::GetIO().DisplaySize.y);
}

void keep_above(float bottom) {
    const ImVec2 from = ImGui::GetWindowPos();
    const float lowest = std::max(bottom - ImGui::GetWindowHeight(), 0.0F);
    const float y = std::clamp(from.y, 0.0F, lowest);
    if (y != from.y) ImGui::SetWindowPos(ImVec2(from.x, y));
}

bool icon_button(const PanelContext& c, const std::string& id, Icon icon, const char* help, bool active,
                 bool enabled, float size) {
    const ImVec2 box(c.theme.px(size), c.theme.px(size));
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::InvisibleButton(id.c_str(), box);
    ImGui::EndDisabled();
    c.mark(id);
    const bool hovered = enabled && ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 to(from.x + box.x, from.y + box.y);
    if (active) list.AddRectFilled(from, to, color_of(c.theme.accent_quiet), c.theme.px(4));
    if (hovered) list.AddRectFilled(from, to, color_of(c.theme.hover, active ? 0.5F : 1.0F), c.theme.px(4));
    const ImVec4& color = active ? c.theme.accent : hovered ? c.theme.text : c.theme.dim;
    draw_icon(list, icon, ImVec2(0.5F * (from.x + to.x), 0.5F * (from.y + to.y)), 0.55F * box.x,
              color_of(color, enabled ? 1.0F : 0.4F));
    tooltip(c, help);
    return pressed;
}

bool text_button(const PanelContext& c, const std::string& id, const char* text, const char* help) {
    ImGui::PushID(id.c_str());
    const bool pressed = ImGui::Button(row_text(text).c_str());
    ImGui::PopID();
    c.mark(id);
    tooltip(c, help);
    return pressed;
}

bool row_button(const char* id, ImVec2 size) {
#if IMGUI_VERSION_NUM >= 18970
    ImGui::SetNextItemAllowOverlap();
    return ImGui::InvisibleButton(id, size);
#else
    const bool clicked = ImGui::InvisibleButton(id, size);
    ImGui::SetItemAllowOverlap();
    return clicked;
#endif
}

void same_line_if_fits(const char* label) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float width = ImGui::CalcTextSize(label).x + 2.0F * style.FramePadding.x;
    if (ImGui::GetItemRectMax().x + style.ItemSpacing.x + width <= right) ImGui::SameLine();
}

namespace {

/// A row across the panel that opens and closes what is below it, on `ground`.
bool fold_row(const PanelContext& c, const char* title, const std::string& count, bool open_at_first,
              ImFont* font, const ImVec4& ground, float high) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID(title);
    bool open = storage.GetBool(id, open_at_first);
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = c.theme.px(high);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to(from.x + width, from.y + height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::InvisibleButton(title, ImVec2(width, height))) {
        open = !open;
        storage.SetBool(id, open);
    }
    const std::string shown = std::string(title).substr(0, std::string_view(title).find("###"));
    c.mark("section/" + shown);
    const bool hovered = ImGui::IsItemHovered();
    list.AddRectFilled(from, to, color_of(hovered ? c.theme.hover : ground), c.theme.px(4));
    const float middle = from.y + 0.5F * height;
    draw_icon(list, open ? Icon::chevron_down : Icon::chevron_right, ImVec2(from.x + c.theme.px(10), middle),
              c.theme.px(10), color_of(hovered ? c.theme.text : c.theme.dim));
    const float text_y = std::floor(middle - 0.5F * ImGui::GetTextLineHeight());
    list.AddText(font, ImGui::GetFontSize(), ImVec2(from.x + c.theme.px(22), text_y), color_of(c.theme.text),
                 shown.c_str());
    if (!count.empty()) {
        const float right = to.x - ImGui::CalcTextSize(count.c_str()).x - c.theme.px(8);
        list.AddText(ImVec2(right, text_y), color_of(c.theme.dim), count.c_str());
    }
    return open;
}

}  // namespace

bool section(const PanelContext& c, const char* title, bool open_at_first) {
    ImGui::Dummy(ImVec2(0.0F, c.theme.px(2)));
    if (c.gui.side.asked_section == title) {
        ImGui::SetScrollHereY(0.0F);
        ImGui::GetStateStorage()->SetBool(ImGui::GetID(title), true);
        c.gui.side.asked_section.clear();
    }
    return fold_row(c, title, {}, open_at_first, c.theme.strong, c.theme.raised, 26.0F);
}

bool fold(const PanelContext& c, const char* title, const std::string& count, bool open_at_first) {
    ImGui::PushID("fold");
    const bool open = fold_row(c, title, count, open_at_first, c.theme.regular, c.theme.panel, 24.0F);
    ImGui::PopID();
    return open;
}

bool toggle_button(const PanelContext& c, const std::string& id, const char* text, const char* help,
                   bool active, bool enabled) {
    ImGui::PushStyleColor(ImGuiCol_Button, active ? c.theme.accent_quiet : c.theme.raised);
    ImGui::PushStyleColor(ImGuiCol_Text, active ? c.theme.accent : c.theme.text);
    ImGui::BeginDisabled(!enabled);
    const bool pressed = text_button(c, id, text, help);
    ImGui::EndDisabled();
    ImGui::PopStyleColor(2);
    return pressed;
}

namespace {

/// Whether it is too narrow for two columns: values are then below their labels.
bool is_narrow(const PanelContext& c) {
    return ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x < c.theme.px(210);
}

}  // namespace

float value_column(const PanelContext& c) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    return is_narrow(c) ? left : left + std::min(c.theme.px(92), std::floor(0.38F * width));
}

void label(const PanelContext& c, const char* text, const char* help) {
    ImGui::AlignTextToFramePadding();
    const bool beside = !is_narrow(c);
    const float room =
        beside ? value_column(c) - ImGui::GetCursorPosX() - c.theme.px(4) : ImGui::GetContentRegionAvail().x;
    const std::string shown = fitted(text, room);
    dim_text(c, shown);
    tooltip(c, shown == text ? help : help == nullptr ? text : fmt::format("{}: {}", text, help).c_str());
    if (beside) ImGui::SameLine(value_column(c));
}

void value_row(const PanelContext& c, const char* text, const std::string& value, const char* help) {
    label(c, text, help);
    const float wide = ImGui::CalcTextSize(value.c_str()).x;
    const float used = ImGui::CalcTextSize(text).x + wide + c.theme.px(16);
    if (is_narrow(c) && used < ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x)
        ImGui::SameLine(0.0F, c.theme.px(8));
    ImGui::AlignTextToFramePadding();
    const bool fits = wide <= ImGui::GetContentRegionAvail().x;
    if (value.empty()) {
        ImGui::TextDisabled("not given");
    } else if (!fits && value.find(' ') != std::string::npos) {
        ImGui::TextWrapped("%s", value.c_str());
    } else {
        const std::string shown = fitted_middle(value, ImGui::GetContentRegionAvail().x);
        ImGui::TextUnformatted(shown.c_str());
        if (shown != value) tooltip(c, value.c_str());
    }
}

void push_edit(const PanelContext& c, bool changed, const Command& command) {
    const std::uint64_t figure = c.session.active_id();
    if (changed && !ImGui::IsItemActive()) {
        // Typed, and left by a press elsewhere perhaps, whose gesture must be separate.
        c.push(EndGesture{});
        c.push(Edit{figure, command});
        if (ImGui::IsAnyItemActive()) c.push(BeginGesture{figure});
        return;
    }
    if (ImGui::IsItemActivated()) c.push(BeginGesture{figure});
    if (changed) c.push(Edit{figure, command});
}

bool begin_combo(const PanelContext& c, const std::string& id, const std::string& shown, float width) {
    ImGui::SetNextItemWidth(width);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float arrow = c.theme.px(22);
    const float height = ImGui::GetFrameHeight();
    const std::string text = fitted_middle(shown, width - arrow - c.theme.px(8));
    if (ImGui::BeginCombo(("##" + id).c_str(), text.c_str(),
                          ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLargest))
        return true;
    c.mark(id);
    draw_icon(*ImGui::GetWindowDrawList(), Icon::chevron_down,
              ImVec2(from.x + width - 0.5F * arrow, from.y + 0.5F * height), c.theme.px(10),
              color_of(c.theme.dim));
    return false;
}

bool combo_row(const char* title, bool chosen) {
    const bool clicked = ImGui::Selectable(title, chosen);
    if (chosen) ImGui::SetItemDefaultFocus();
    return clicked;
}

void inline_icon(const PanelContext& c, Icon icon, const ImVec4& color) {
    const float size = ImGui::GetTextLineHeight();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(size, size));
    draw_icon(*ImGui::GetWindowDrawList(), icon, ImVec2(from.x + 0.5F * size, from.y + 0.5F * size),
              c.theme.px(14), color_of(color));
    ImGui::SameLine();
}

std::string row_text(std::string_view name) {
    std::string text = visible_text(name);
    constexpr const char* hair_space = "\u200A";
    for (std::size_t at = text.find("##"); at != std::string::npos; at = text.find("##", at + 1))
        text.insert(at + 1, hair_space);
    return text;
}

std::string fitted(const std::string& text, float width) {
    std::string cut = visible_text(text);
    const float whole = ImGui::CalcTextSize(cut.data(), cut.data() + cut.size()).x;
    if (whole <= width) return cut;
    std::string dots = "\u2026";
    while (!cut.empty()) {
        // Whole characters: bytes of the form 10xxxxxx continue a character.
        while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U) cut.pop_back();
        if (!cut.empty()) cut.pop_back();
        if (ImGui::CalcTextSize((cut + dots).c_str()).x <= width) return cut + dots;
    }
    return dots;
}

std::string fitted_middle(const std::string& given, float width) {
    const std::string name = visible_text(given);
    if (ImGui::CalcTextSize(name.c_str()).x <= width) return name;
    const auto is_inside = [&](std::size_t i) {
        return i < name.size() && (static_cast<unsigned char>(name[i]) & 0xC0U) == 0x80U;
    };
    // Two bytes of the end for each of the beginning; whole characters in both.
    for (std::size_t kept = name.size() - 1; kept > 2; --kept) {
        std::size_t head = kept / 3;
        std::size_t tail = name.size() - (kept - kept / 3);
        while (head > 0 && is_inside(head)) --head;
        while (is_inside(tail)) ++tail;
        const std::string cut = name.substr(0, head) + "\u2026" + name.substr(tail);
        if (ImGui::CalcTextSize(cut.c_str()).x <= width) return cut;
    }
    return fitted(name, width);
}

Icon icon_of(ItemKind kind) {
    switch (kind) {
        case ItemKind::humanoid:
            return Icon::humanoid;
        case ItemKind::joint:
        case ItemKind::bone:
        case ItemKind::node:
            return Icon::joint;
        case ItemKind::segment:
            return Icon::segment;
        case ItemKind::site:
        case ItemKind::viewpoint:
        case ItemKind::light:
            return Icon::site;
        case ItemKind::displacer:
            return Icon::displacer;
        case ItemKind::mesh:
        case ItemKind::material:
            return Icon::mesh;
        case ItemKind::clip:
            return Icon::clip;
        case ItemKind::none:
            return Icon::file;
    }
    return Icon::file;
}

Icon icon_of(Severity severity) {
    return severity == Severity::error     ? Icon::error
           : severity == Severity::warning ? Icon::warning
                                           : Icon::info;
}

const ImVec4& color_of(const Theme& theme, Severity severity) {
    return severity == Severity::error     ? theme.error
           : severity == Severity::warning ? theme.warning
                                           : theme.info;
}

void dim_text(const PanelContext& c, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

}  // namespace vitruvian
