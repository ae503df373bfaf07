#include "app/gui/list_box.h"

#include "app/gui/text_field.h"
#include "app/gui/widgets.h"

#include <algorithm>
#include <cctype>

namespace vitruvian {
namespace {

constexpr std::size_t max_without_search = 15;

void step_by_keys(const PanelContext& c, ListState& state) {
    const int step = (c.take_key(Key::down) ? 1 : 0) - (c.take_key(Key::up) ? 1 : 0);
    if (step == 0 || state.rows == 0) return;
    const int from = state.reached >= 0 ? state.reached : state.chosen;
    state.reached = std::clamp(from + step, 0, state.rows - 1);
    state.scrolls = true;
}

}  // namespace

bool contains_text(const std::string& text, const std::string& wanted) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), same) != text.end();
}

void begin_list(const PanelContext& c, const std::string& id, std::size_t count, float width) {
    ListState& state = c.gui.list;
    c.gui.menus.in_list = true;
    if (ImGui::IsWindowAppearing()) {
        state = {};
        state.scrolls = true;
        if (count > max_without_search) request_focus(c, id + "/search");
    }
    if (count > max_without_search) {
        ImGui::SetNextItemWidth(width);
        const std::string before = state.text;
        text_field(c, id + "/search", "Type to filter", state.text);
        if (state.text != before) state.chosen = state.reached = -1;
    }
    step_by_keys(c, state);
    state.entered = c.take_key(Key::enter);
    const float row = ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
    const float most = 0.45F * ImGui::GetIO().DisplaySize.y;
    ImGui::BeginChild("rows", ImVec2(width, std::min(row * static_cast<float>(count + 2), most)));
}

bool list_row(const PanelContext& c, const std::string& id, const std::string& title, bool chosen) {
    ListState& state = c.gui.list;
    if (!contains_text(title, state.text)) return false;
    const int row = state.row++;
    if (chosen) state.chosen = row;
    const bool lit = state.reached >= 0 ? row == state.reached : chosen;
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string shown = fitted_middle(title, room);
    bool taken =
        ImGui::Selectable((row_text(shown) + "###" + id).c_str(), lit, ImGuiSelectableFlags_DontClosePopups);
    c.mark(id);
    if (shown != title) tooltip(c, title.c_str());
    if (lit && state.scrolls) {
        ImGui::SetScrollHereY(0.5F);
        state.scrolls = false;
    }
    if (state.entered && (state.reached >= 0 ? row == state.reached : !state.text.empty())) {
        taken = true;
        state.entered = false;
    }
    if (taken) ImGui::CloseCurrentPopup();
    return taken;
}

void end_list(const PanelContext& c) {
    c.gui.list.rows = c.gui.list.row;
    c.gui.list.row = 0;  // rows of the next frame may be drawn before the list begins
    ImGui::EndChild();
}

}  // namespace vitruvian
