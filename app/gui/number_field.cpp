#include "app/gui/number_field.h"

#include "app/gui/field_text.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr float unlimited = 1e6F;  // such a range is no property of what is edited

constexpr const char* number_text_field = "number";  // its name for requests of the keyboard

/// Returns the step of an arrow key.
float step_of(const NumberFormat& number) {
    if (number.filled) return (number.high - number.low) / 100.0F;
    return unit_of_format(number.format) == "\u00B0" ? 1.0F : number.speed;
}

/// The format without its unit.
std::string plain_format(const NumberFormat& number) {
    const std::string format = number.format;
    return format.substr(0, format.find_first_of("fFeEgG", format.find('%')) + 1);
}

float rounded(float value, const NumberFormat& number) {
    const double grain = std::pow(10.0, decimals_of_format(number.format));
    const auto out = static_cast<float>(std::round(static_cast<double>(value) * grain) / grain);
    return std::clamp(out, number.low, number.high);
}

std::string range_text(const NumberFormat& number) {
    return fmt::format("{} to {}", number_text(static_cast<double>(number.low), number.format),
                       number_text(static_cast<double>(number.high), number.format));
}

void begin_typing(FieldState& state, ImGuiID field) {
    state.typing = field;
    state.fresh = true;
    state.cancelled = false;
    state.problem_of = 0;
}

void end_typing(FieldState& state) {
    state.typing = 0;
    state.fresh = false;
    state.cancelled = false;
}

void refuse(FieldState& state, ImGuiID field, std::string why) {
    state.problem_of = field;
    state.problem = std::move(why);
    state.problem_since = ImGui::GetFrameCount();
}

/// Accepts the typed text if it is a number in range; otherwise reports why not.
bool take_over(FieldState& state, ImGuiID field, float& value, const NumberFormat& number) {
    if (state.text == state.text_was) return false;
    const std::string kept = ", " + number_text(static_cast<double>(value), number.format) + " stays";
    const std::optional<double> typed = number_from_text(state.text, unit_of_format(number.format));
    if (!typed) {
        refuse(state, field, fmt::format("\u201C{}\u201D is not a number{}", state.text, kept));
        return false;
    }
    // Allows for rounding by half a last digit.
    const double slack = 1e-5 * std::max({1.0, std::abs(static_cast<double>(number.low)),
                                          std::abs(static_cast<double>(number.high))});
    if (*typed < static_cast<double>(number.low) - slack ||
        *typed > static_cast<double>(number.high) + slack) {
        refuse(state, field, fmt::format("Only {}{}", range_text(number), kept));
        return false;
    }
    const float now = std::clamp(static_cast<float>(*typed), number.low, number.high);
    const bool changed = now != value;
    value = now;
    return changed;
}

struct Stepper {
    const NumberFormat& number;
    bool stepped = false;
};

/// Up and down keys in the text: increase or decrease the number.
int step_text(ImGuiInputTextCallbackData* data) {
    Stepper& stepper = *static_cast<Stepper*>(data->UserData);
    const std::string_view text(data->Buf, static_cast<std::size_t>(data->BufTextLen));
    const std::optional<double> now = number_from_text(text, unit_of_format(stepper.number.format));
    if (!now) return 0;
    const float step = step_of(stepper.number) * (ImGui::GetIO().KeyShift ? 10.0F : 1.0F);
    const float next = static_cast<float>(*now) + (data->EventKey == ImGuiKey_UpArrow ? step : -step);
    const std::string format = plain_format(stepper.number);
    const std::string out = number_text(
        static_cast<double>(std::clamp(next, stepper.number.low, stepper.number.high)), format.c_str());
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, out.c_str());
    data->SelectAll();
    stepper.stepped = true;
    return 0;
}

bool type_number(const PanelContext& c, ImGuiID field, float& value, const NumberFormat& number,
                 float width) {
    FieldState& state = c.gui.fields;
    if (state.fresh) {
        state.fresh = false;
        state.value_was = value;
        state.of = c.session.selection();
        state.text = number_text(static_cast<double>(value), plain_format(number).c_str());
        state.text_was = state.text;
        request_focus(c, number_text_field);
        const ImVec2 from = ImGui::GetCursorScreenPos();
        if (!ImGui::IsRectVisible(from, ImVec2(from.x + width, from.y + ImGui::GetFrameHeight())))
            ImGui::SetScrollHereY(0.5F);
    }
    if (state.of != c.session.selection()) {
        end_typing(state);  // another item is shown instead: the typed text was not meant for it
        ImGui::Dummy(ImVec2(width, ImGui::GetFrameHeight()));
        return false;
    }
    focus_if_requested(c, number_text_field);
    ImGui::SetNextItemWidth(width);
    Stepper stepper{number};
    const bool entered =
        ImGui::InputText("##text", &state.text,
                         ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue |
                             ImGuiInputTextFlags_CallbackHistory,
                         step_text, &stepper);
    const bool active = ImGui::IsItemActive();
    if (follow_focus(c, number_text_field)) return false;
    if (stepper.stepped) {
        const bool changed = take_over(state, field, value, number);
        state.text_was = state.text;
        return changed;
    }
    if (state.cancelled) {
        end_typing(state);
        const bool changed = value != state.value_was;  // changed by arrow keys
        value = state.value_was;
        return changed;
    }
    const bool goes_on = active && c.take_key(Key::tab);
    if (active && !entered && !goes_on) return false;
    if (entered) static_cast<void>(c.take_key(Key::enter));
    end_typing(state);
    const bool changed = take_over(state, field, value, number);
    if (goes_on && state.problem_of != field) {
        if (!ImGui::GetIO().KeyShift) {
            state.open_next = true;
        } else if (state.before != 0) {
            begin_typing(state, state.before);
        }
    }
    return changed;
}

/// The value follows the pointer.
bool drag_number(const PanelContext& c, float& value, const NumberFormat& number, float left, float width) {
    FieldState& state = c.gui.fields;
    const float x = ImGui::GetIO().MousePos.x;
    if (ImGui::IsItemActivated()) {
        state.dragged_from = x;
        state.drag_value = value;
        state.dragged = false;
        state.problem_of = 0;
    }
    if (!ImGui::IsItemActive()) return false;
    state.dragged = state.dragged || std::abs(x - state.dragged_from) > c.theme.px(3);
    if (!state.dragged) return false;
    const float fine = ImGui::GetIO().KeyShift ? 0.1F : 1.0F;
    const float wanted =
        number.filled ? number.low + (number.high - number.low) * std::clamp((x - left) / width, 0.0F, 1.0F)
                      : state.drag_value + (x - state.dragged_from) / c.theme.scale * number.speed * fine;
    const float now = rounded(wanted, number);
    const bool changed = now != value;
    value = now;
    return changed;
}

bool field_menu(const PanelContext& c, float& value, const NumberFormat& number) {
    bool changed = false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
    if (ImGui::BeginPopupContextItem("menu")) {
        if (number.reset) {
            const std::string title =
                "Reset to " + number_text(static_cast<double>(*number.reset), number.format);
            changed = ImGui::MenuItem(title.c_str()) && value != *number.reset;
            if (changed) value = *number.reset;
            c.mark("field/reset");
        }
        if (ImGui::MenuItem("Copy"))
            ImGui::SetClipboardText(
                number_text(static_cast<double>(value), plain_format(number).c_str()).c_str());
        if (number.high < unlimited) ImGui::TextDisabled("%s", range_text(number).c_str());
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
    return changed;
}

/// Draws the number in its frame, with as many digits as fit.
void draw_number(const PanelContext& c, float value, const NumberFormat& number, ImVec2 from, ImVec2 to) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const float alpha = ImGui::GetStyle().Alpha;  // less in a disabled one
    list.AddRectFilled(from, to, color_of(lit && !number.filled ? c.theme.hover : c.theme.raised, alpha),
                       c.theme.px(4));
    if (number.filled) {
        const float share = std::clamp((value - number.low) / (number.high - number.low), 0.0F, 1.0F);
        list.PushClipRect(from, ImVec2(from.x + (to.x - from.x) * share, to.y), true);
        list.AddRectFilled(from, to, color_of(lit ? c.theme.border : c.theme.hover, alpha), c.theme.px(4));
        list.PopClipRect();
    }
    std::string format = number.format;
    const std::size_t digits = format.find('.') + 1;
    std::string text = number_text(static_cast<double>(value), format.c_str());
    const float room = to.x - from.x - c.theme.px(8);
    while (digits > 0 && format[digits] > '0' && ImGui::CalcTextSize(text.c_str()).x > room) {
        --format[digits];
        text = number_text(static_cast<double>(value), format.c_str());
    }
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list.PushClipRect(from, to, true);
    list.AddText(ImVec2(std::floor(from.x + std::max(0.5F * (to.x - from.x - size.x), c.theme.px(4))),
                        std::floor(0.5F * (from.y + to.y - size.y))),
                 color_of(c.theme.text, alpha), text.c_str());
    list.PopClipRect();
}

}  // namespace

bool edit_number(const PanelContext& c, const std::string& id, float& value, const NumberFormat& number,
                 float width) {
    FieldState& state = c.gui.fields;
    ImGui::PushID(id.c_str());
    const ImGuiID field = ImGui::GetID("##number");
    if (state.open_next) {
        state.open_next = false;
        begin_typing(state, field);
    }
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to(from.x + width, from.y + ImGui::GetFrameHeight());
    bool changed = false;
    const bool typed = state.typing == field;
    if (typed) {
        state.typing_shown = ImGui::GetFrameCount();
        changed = type_number(c, field, value, number, width);
    } else {
        ImGui::InvisibleButton("##number", ImVec2(width, to.y - from.y));
        if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        changed = drag_number(c, value, number, from.x, width);
        if (ImGui::IsItemDeactivated() && !state.dragged && ImGui::IsItemHovered())
            begin_typing(state, field);
        draw_number(c, value, number, from, to);
    }
    c.mark(id);
    if (!typed) changed = field_menu(c, value, number) || changed;
    state.before = field;
    if (state.problem_of == field) {
        ImGui::GetWindowDrawList()->AddRect(from, to, color_of(c.theme.error), c.theme.px(4));
        state.problem_shown = ImGui::GetFrameCount();
        state.problem_at_x = from.x;
        state.problem_at_y = to.y;
    }
    ImGui::PopID();
    return changed;
}

bool number_field(const PanelContext& c, const std::string& id, float& value, int axis, int count,
                  float speed, float low, float high, const char* format, std::optional<float> reset) {
    const float gap = c.theme.px(4);
    const float room = ImGui::GetWindowContentRegionMax().x - value_column(c);
    const float each = std::floor((room - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(6), ImGui::GetStyle().FramePadding.y));
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const bool changed = edit_number(c, id, value, {format, low, high, speed, false, reset}, each);
    ImGui::PopStyleVar();
    if (axis >= 0) {
        ImGui::GetWindowDrawList()->AddRectFilled(
            from, ImVec2(from.x + c.theme.px(3), from.y + ImGui::GetFrameHeight()),
            color_of(at(c.theme.axis, axis)), c.theme.px(4), ImDrawFlags_RoundCornersLeft);
    }
    return changed;
}

bool slider(const PanelContext& c, const std::string& id, float& value, float low, float high,
            const char* format, std::optional<float> reset) {
    return edit_number(c, id, value, {format, low, high, 0.0F, true, reset}, ImGui::CalcItemWidth());
}

bool cancel_field(FieldState& state) {
    if (state.problem_of != 0) {
        state.problem_of = 0;
        return true;
    }
    state.cancelled = state.typing != 0;
    return state.cancelled;
}

void draw_field_problem(const PanelContext& c) {
    FieldState& state = c.gui.fields;
    const int frame = ImGui::GetFrameCount();
    if (state.problem_shown != frame) state.problem_of = 0;
    if (!state.fresh && state.typing_shown != frame) end_typing(state);
    if (state.problem_of == 0) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 size = ImGui::CalcTextSize(state.problem.c_str());
    const float pad = c.theme.px(8);
    const ImVec2 from(std::max(std::min(state.problem_at_x, display.x - size.x - 3.0F * pad), 0.0F),
                      std::min(state.problem_at_y + c.theme.px(4), display.y - size.y - 2.0F * pad));
    const ImVec2 to(from.x + size.x + 2.0F * pad, from.y + size.y + pad);
    list.AddRectFilled(from, to, color_of(c.theme.panel), c.theme.px(4));
    list.AddRect(from, to, color_of(c.theme.error), c.theme.px(4));
    list.AddText(ImVec2(from.x + pad, from.y + 0.5F * pad), color_of(c.theme.text), state.problem.c_str());
    c.report.widget("field/problem", from, to);
    const bool pressed =
        state.problem_since != ImGui::GetFrameCount() &&
        (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right));
    if (pressed || state.typing != 0) state.problem_of = 0;
}

}  // namespace vitruvian
