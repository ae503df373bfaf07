#include "app/gui/palette.h"

#include "app/gui/actions.h"
#include "app/gui/focus.h"
#include "app/gui/text_field.h"
#include "app/gui/unavailable.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// Whether the letters of `wanted` occur in `text` in this order.
bool has_letters(std::string_view text, std::string_view wanted) {
    for (const char c : text) {
        if (!wanted.empty() && c == wanted.front()) wanted.remove_prefix(1);
    }
    return wanted.empty();
}

/// Whether each word of `wanted` occurs in `text`, in any order.
bool has_words(std::string_view text, std::string_view wanted) {
    while (!wanted.empty()) {
        const std::size_t end = std::min(wanted.find(' '), wanted.size());
        if (text.find(wanted.substr(0, end)) == std::string_view::npos) return false;
        wanted.remove_prefix(std::min(end + 1, wanted.size()));
    }
    return true;
}

/// Returns the actions that the typed words may mean, the best match first.
std::vector<const Action*> found_actions(const std::string& wanted) {
    std::vector<std::pair<int, const Action*>> found;
    for (const Action& action : actions()) {
        const int rank = palette_rank(action.title, wanted);
        if (action.id != "edit.palette" && rank >= 0) found.emplace_back(rank, &action);
    }
    std::ranges::stable_sort(found, {}, &std::pair<int, const Action*>::first);
    std::vector<const Action*> out;
    for (const auto& [rank, action] : found) out.push_back(action);
    return out;
}

void draw_choice(const PanelContext& c, const Action& action, bool current, bool& chosen) {
    const float height = c.theme.px(28);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    chosen = ImGui::InvisibleButton(action.id.c_str(), ImVec2(width, height));
    c.mark("palette/" + action.id);
    const ImVec2 to(from.x + width, from.y + height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (current || ImGui::IsItemHovered()) {
        list.AddRectFilled(from, to, color_of(current ? c.theme.accent_quiet : c.theme.raised),
                           c.theme.px(4));
    }
    const bool enabled = !action.enabled || action.enabled(c);
    const float y = 0.5F * (from.y + to.y - ImGui::GetTextLineHeight());
    const std::string menu = action.menu;
    list.AddText(ImVec2(from.x + c.theme.px(8), y), color_of(c.theme.dim), menu.c_str());
    list.AddText(ImVec2(from.x + c.theme.px(72), y), color_of(enabled ? c.theme.text : c.theme.dim),
                 action.title.c_str());
    const std::string key = action.shortcut.text();
    list.AddText(ImVec2(to.x - ImGui::CalcTextSize(key.c_str()).x - c.theme.px(8), y), color_of(c.theme.dim),
                 key.c_str());
}

}  // namespace

int palette_rank(std::string_view title, std::string_view wanted) {
    const std::string text = lowered(title);
    const std::string letters = lowered(wanted);
    const std::size_t place = text.find(letters);
    if (place == 0) return 0;
    if (text.find(" " + letters) != std::string::npos) return 1;
    if (place != std::string::npos) return 2;
    if (has_words(text, letters)) return 3;
    return has_letters(text, letters) ? 4 : -1;
}

void draw_palette(const PanelContext& c) {
    Palette& palette = c.gui.palette;
    if (!palette.open) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const std::vector<const Action*> found = found_actions(palette.text);
    const float wanted =
        c.theme.px(52) + c.theme.px(28) * static_cast<float>(std::max<std::size_t>(found.size(), 1));
    ImGui::SetNextWindowPos(ImVec2(0.5F * display.x, c.theme.px(80)), ImGuiCond_Always, ImVec2(0.5F, 0.0F));
    ImGui::SetNextWindowSize(ImVec2(std::min(c.theme.px(520), display.x),
                                    std::min({wanted, c.theme.px(400), display.y - c.theme.px(92)})));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.theme.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin("Command palette", nullptr, flags);
    const bool focused =
        awaits_focus(c, "palette/text") || ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
    ImGui::SetNextItemWidth(-1.0F);
    if (text_field(c, "palette/text", "Search all commands", palette.text)) palette.current = 0;
    const int before = palette.current;
    if (c.take_key(Key::down)) ++palette.current;
    if (c.take_key(Key::up)) --palette.current;
    palette.current = std::clamp(palette.current, 0, std::max(static_cast<int>(found.size()) - 1, 0));
    const Action* chosen = nullptr;
    if (c.take_key(Key::enter) && !found.empty()) chosen = at(found, palette.current);
    ImGui::BeginChild("found");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    for (std::size_t i = 0; i < found.size(); ++i) {
        bool clicked = false;
        const bool current = static_cast<int>(i) == palette.current;
        draw_choice(c, *found[i], current, clicked);
        if (current && palette.current != before) ImGui::SetScrollHereY(0.5F);
        if (clicked) chosen = found[i];
    }
    ImGui::PopStyleVar();
    if (found.empty()) dim_text(c, "No command has these words.");
    ImGui::EndChild();
    if (take_escape(c) || !focused) palette.open = false;
    ImGui::End();
    ImGui::PopStyleVar(2);
    if (!chosen) return;
    palette.open = false;
    if (!chosen->enabled || chosen->enabled(c)) return chosen->run(c);
    c.push(ShowMessage{Severity::info, "Not available now: " + chosen->title, why_unavailable(c, *chosen)});
}

}  // namespace vitruvian
