// Messages, loading progress, the help page and About.
#include "app/gui/actions.h"
#include "app/gui/chrome.h"
#include "app/gui/docked_window.h"
#include "app/gui/focus.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr ImGuiWindowFlags toast_flags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize;

std::string capitalised(std::string_view word) {
    std::string text(word);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

void take_up(const PanelContext& c, const Message& message, const Offer& offer) {
    if (const auto* ask = std::get_if<AskSavePlace>(&offer.what)) {
        if (const OpenFigure* figure = c.session.figure(ask->id)) open_save_dialog(c, *figure);
    } else {
        c.push(std::get<Intent>(offer.what));
    }
    c.push(DismissMessage{message.id});
}

void message_text(const PanelContext& c, const Message& message, float width) {
    const ImVec4& color = color_of(c.theme, message.severity);
    inline_icon(c, icon_of(message.severity), color);
    ImGui::TextColored(color, "%s", capitalised(to_string(message.severity)).c_str());
    const float button = c.theme.px(22);
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + width - button);
    if (icon_button(c, fmt::format("message/{}/close", message.id), Icon::close, "Dismiss", false, true,
                    22.0F)) {
        c.push(DismissMessage{message.id});
    }
    ImGui::PushTextWrapPos(ImGui::GetWindowContentRegionMin().x + width);
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted(message.title.c_str());
    ImGui::PopFont();
    if (!message.text.empty()) {
        dim_text(c, message.text);
    }
    ImGui::PopTextWrapPos();
    for (const Offer& offer : message.offers) {
        if (&offer != &message.offers.front()) ImGui::SameLine();
        if (text_button(c, fmt::format("message/{}", offer.title), offer.title.c_str()))
            take_up(c, message, offer);
    }
}

/// Draws the current operation, its progress, and a button to cancel it; the lower edge at `bottom`.
void draw_progress(const PanelContext& c, const Rect& viewport, float bottom, const char* id,
                   const std::string& text, float fraction, const Intent& cancel) {
    const float width = std::min(c.theme.px(320), viewport.width - c.theme.px(32));
    ImGui::SetNextWindowPos(ImVec2(viewport.x + 0.5F * viewport.width, bottom), ImGuiCond_Always,
                            ImVec2(0.5F, 1.0F));
    ImGui::Begin(id, nullptr, toast_flags);
    ImGui::TextUnformatted(fitted_middle(text, width).c_str());
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float bar = width - c.theme.px(88);
    ImGui::Dummy(ImVec2(bar, c.theme.px(24)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = from.y + c.theme.px(12);
    const auto rail = [&](float length, const ImVec4& color) {
        list.AddRectFilled(ImVec2(from.x, middle - c.theme.px(3)),
                           ImVec2(from.x + length, middle + c.theme.px(3)), color_of(color), c.theme.px(3));
    };
    rail(bar, c.theme.raised);
    rail(std::max(bar * std::clamp(fraction, 0.0F, 1.0F), c.theme.px(6)), c.theme.accent);
    ImGui::SameLine();
    if (text_button(c, std::string(id) + "/cancel", "Cancel")) c.push(cancel);
    ImGui::End();
}

void draw_progress_of_work(const PanelContext& c, const Rect& viewport) {
    float bottom = viewport.y + viewport.height - c.theme.px(24);
    if (const std::optional<LoadProgress> loading = c.session.loading()) {
        std::string text = "Loading " + loading->file;
        if (loading->count > 1) text += fmt::format(" ({} of {})", loading->number, loading->count);
        draw_progress(c, viewport, bottom, "loading", text, loading->fraction, CancelLoading{});
        bottom -= c.theme.px(80);
    }
    if (const std::optional<SaveProgress> saving = c.session.saving()) {
        draw_progress(c, viewport, bottom, "saving", "Saving " + saving->file, saving->fraction,
                      CancelSaving{});
    }
}

/// Returns the message to show: one that can be answered first, then the most severe, then the newest.
const Message* message_for_line(const PanelContext& c) {
    const Message* best = nullptr;
    const auto rank = [](const Message& message) {
        return std::pair(!message.offers.empty(), message.severity);
    };
    for (const Message& message : c.session.messages()) {
        if (best == nullptr || rank(message) >= rank(*best)) best = &message;
    }
    return best;
}

/// Draws icon, severity and title, and as much of the text as fits.
void line_text(const PanelContext& c, const Message& message, float room) {
    const float from = ImGui::GetCursorPosX();
    const ImVec4& color = color_of(c.theme, message.severity);
    inline_icon(c, icon_of(message.severity), color);
    ImGui::TextColored(color, "%s", capitalised(to_string(message.severity)).c_str());
    const auto left = [&] { return std::max(room - (ImGui::GetCursorPosX() - from), 0.0F); };
    ImGui::SameLine();
    ImGui::PushFont(c.theme.strong);
    const std::string title = fitted_middle(message.title, left());
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();
    const std::string whole = message.text.empty() ? message.title : message.title + "\n" + message.text;
    if (title != message.title) tooltip(c, whole.c_str());
    if (message.text.empty()) return;
    ImGui::SameLine();
    std::string line;
    for (const char letter : message.text) {
        if (letter == '\n') {
            line += " \u2013 ";
        } else {
            line += letter;
        }
    }
    const std::string text = left() > c.theme.px(48) ? fitted(line, left()) : std::string();
    dim_text(c, text);
    if (text != line) tooltip(c, whole.c_str());
}

void key_line(const PanelContext& c, const std::string& key, const char* what, float column) {
    dim_text(c, key);
    ImGui::SameLine(column);
    ImGui::TextWrapped("%s", what);
}

void begin_dialog(const PanelContext& c, const char* title, bool& open, ImVec2 size) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize(ImVec2(std::min(c.theme.px(size.x), 0.9F * display.x),
                                    std::min(c.theme.px(size.y), 0.85F * display.y)),
                             ImGuiCond_Appearing);
    ImGui::SetNextWindowPos(ImVec2(0.5F * display.x, 0.48F * display.y), ImGuiCond_Appearing,
                            ImVec2(0.5F, 0.5F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.theme.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(8), c.theme.px(4)));
    ImGui::Begin(title, &open, ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse);
    if (take_escape(c)) open = false;
}

void end_dialog() {
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace

void draw_work(const PanelContext& c, const Rect& viewport) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.theme.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(8), c.theme.px(4)));
    draw_progress_of_work(c, viewport);
    ImGui::PopStyleVar(3);
}

void draw_message_line(const PanelContext& c, const Rect& area) {
    const Message* message = message_for_line(c);
    if (message == nullptr) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(12), c.theme.px(2)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(8), c.theme.px(2)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(6), 0.0F));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, c.theme.raised);
    begin_docked("Message line", area, docked_unscrolled | ImGuiWindowFlags_NoFocusOnAppearing);
    const std::size_t count = c.session.messages().size();
    const std::string more = count > 1 ? fmt::format("All {}", count) : "More";
    const bool has_more = count > 1 || !message->text.empty();
    const float padding = 2.0F * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
    const float close = c.theme.px(22);
    float buttons = close + padding;
    for (const Offer& offer : message->offers)
        buttons += ImGui::CalcTextSize(offer.title.c_str()).x + padding;
    if (has_more) buttons += ImGui::CalcTextSize(more.c_str()).x + padding;
    const float top = std::floor(0.5F * (area.height - ImGui::GetTextLineHeight()));
    ImGui::SetCursorPosY(top);
    line_text(c, *message, ImGui::GetContentRegionAvail().x - buttons);
    ImGui::SetCursorPos(ImVec2(ImGui::GetWindowContentRegionMax().x - buttons,
                               std::floor(0.5F * (area.height - ImGui::GetFrameHeight()))));
    for (const Offer& offer : message->offers) {
        ImGui::PushStyleColor(ImGuiCol_Button, c.theme.border);
        if (text_button(c, fmt::format("message/{}", offer.title), offer.title.c_str()))
            take_up(c, *message, offer);
        ImGui::PopStyleColor();
        ImGui::SameLine();
    }
    if (has_more) {
        ImGui::PushStyleColor(ImGuiCol_Button, c.theme.border);
        if (text_button(c, "message/more", more.c_str(), "Opens the full messages"))
            c.gui.messages_open = true;
        ImGui::PopStyleColor();
        ImGui::SameLine();
    }
    if (icon_button(c, "message/close", Icon::close, count > 1 ? "Dismiss all of them" : "Dismiss", false,
                    true, 22.0F))
        c.push(DismissMessage{});
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(4);
}

void draw_messages_window(const PanelContext& c) {
    if (!c.gui.messages_open) return;
    begin_dialog(c, "Messages", c.gui.messages_open, ImVec2(520, 360));
    if (c.session.messages().empty()) {
        ImGui::TextDisabled("Nothing to report.");
    } else if (text_button(c, "messages/dismiss", "Dismiss all", "Clears the list and its marks.")) {
        c.push(DismissMessage{});
    }
    for (const Message& message : c.session.messages()) {
        message_text(c, message, ImGui::GetContentRegionAvail().x);
        ImGui::Separator();
    }
    end_dialog();
}

void draw_help(const PanelContext& c) {
    if (!c.gui.help_open) return;
    begin_dialog(c, "Keys and mouse", c.gui.help_open, ImVec2(520, 560));
    constexpr std::array<std::pair<const char*, const char*>, 20> mouse = {{
        {"Left click", "Select the joint with the largest weight there; click again for the next one"},
        {"Alt+click", "Select the mesh itself"},
        {"Right click", "Open its menu"},
        {"Left or middle drag", "Orbit"},
        {"Right drag, Shift+middle drag", "Pan"},
        {"Shift+click", "Add to the selection, or remove from it"},
        {"Shift+left drag, with Ctrl a lasso", "Box select joints"},
        {"G R S, X Y Z, digits, Enter, Esc", "Move, rotate or scale along an axis by a number"},
        {"Wheel", "Zoom, towards the pointer"},
        {"Double click in the tree", "Frame it"},
        {"Ctrl+click, Shift+click in the tree", "Add to the selection, or remove; select up to there"},
        {"Up, Down in the tree", "The row above or below"},
        {"Click on a number", "Type it, or a sum like 90/2; Tab: next, Up and Down: step, Esc: cancel"},
        {"Drag on a number", "Change it; Shift: finely"},
        {"A, Alt+A, G, S over keys of a clip",
         "Select all, none; move or scale the selected ones in time by a number"},
        {"Ctrl or Shift+wheel over them", "Zoom in time, or pan; Home: all of it"},
        {"Alt, or F10", "Go to the menus; arrows, Enter and Esc, or the underlined letter"},
        {"Alt+underlined letter", "Open that menu"},
        {"Drop files", "Open them side by side; clips without a body play on the figure"},
        {"Shift+drop", "Add them to what is open"},
    }};
    const float column = c.theme.px(216);
    if (!c.gui.helped_with.empty()) {
        ImGui::PushFont(c.theme.strong);
        ImGui::TextUnformatted("Under the pointer");
        ImGui::PopFont();
        ImGui::TextWrapped("%s", c.gui.helped_with.c_str());
        c.mark("help/pointed_at");
        ImGui::Spacing();
    }
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted("Mouse");
    ImGui::PopFont();
    for (const auto& [key, what] : mouse) key_line(c, key, what, column);
    for (const auto& [menu, letter] : menu_titles) {
        bool headed = false;
        for (const Action& action : actions()) {
            if (std::string_view(action.menu) != menu || action.shortcut.key == 0) continue;
            if (!headed) {
                ImGui::Spacing();
                ImGui::PushFont(c.theme.strong);
                ImGui::TextUnformatted(menu);
                ImGui::PopFont();
                headed = true;
            }
            key_line(c, action.shortcut.text(), action.title.c_str(), column);
        }
    }
    end_dialog();
}

void draw_about(const PanelContext& c) {
    if (!c.gui.about_open) return;
    begin_dialog(c, "About Vitruvian", c.gui.about_open, ImVec2(440, 240));
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted("Vitruvian " VITRUVIAN_VERSION);
    ImGui::PopFont();
    ImGui::TextWrapped("Viewer and editor for humanoid rigs: H-Anim, glTF and VRM.");
    ImGui::Spacing();
    value_row(c, "Drawn by", c.gui.device, "What draws the picture: the GPU, or a software renderer.");
    value_row(c, "Speed", fmt::format("{:.0f} frames/s while something moves", c.gui.frames_per_second));
    value_row(c, "Interface", "Dear ImGui " IMGUI_VERSION ", GLFW");
    value_row(c, "Typeface", "Inter, SIL Open Font License");
    value_row(c, "Licence", "MIT");
    end_dialog();
}

}  // namespace vitruvian
