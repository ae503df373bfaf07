#include "app/gui/diff_panel.h"

#include "app/gui/pointed_help.h"
#include "app/gui/widgets.h"
#include "app/scene/finding_marks.h"
#include "app/scene/ghosts.h"
#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/pose/pose.h"
#include "model/rig_diff/change_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian {
namespace {

/// Updates the compared figures: the chosen ones while they are open, otherwise the first ones.
void follow_figures(const PanelContext& c, DiffState& state) {
    const auto& figures = c.session.figures();
    const auto stand_in = [&](std::uint64_t& id, std::uint64_t other) {
        if (c.session.figure(id) != nullptr && id != other) return;
        const auto found = std::find_if(figures.begin(), figures.end(),
                                        [other](const OpenFigure& figure) { return figure.id != other; });
        id = found == figures.end() ? 0 : found->id;
        state.is_compared = false;
    };
    stand_in(state.first, 0);
    stand_in(state.second, state.first);
}

void compare(const PanelContext& c, DiffState& state) {
    const OpenFigure& first = *c.session.figure(state.first);
    const OpenFigure& second = *c.session.figure(state.second);
    const bool is_current = state.is_compared && state.first_revision == first.history.revision() &&
                            state.second_revision == second.history.revision();
    if (is_current || c.session.in_gesture()) return;
    state.changes = compare_rigs(first.document(), second.document());
    state.first_revision = first.history.revision();
    state.second_revision = second.history.revision();
    state.is_compared = true;
    state.selected = -1;
    ++state.revision;
}

void draw_choice(const PanelContext& c, DiffState& state, bool is_first, const vec4& color) {
    std::uint64_t& id = is_first ? state.first : state.second;
    const OpenFigure* chosen = c.session.figure(id);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float side = c.theme.px(12);
    const float middle = from.y + 0.5F * ImGui::GetFrameHeight();
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(from.x, middle - 0.5F * side), ImVec2(from.x + side, middle + 0.5F * side),
        color_of(ImVec4(color.x, color.y, color.z, 1.0F)), c.theme.px(2));
    ImGui::SetCursorScreenPos(ImVec2(from.x + side + c.theme.px(8), from.y));
    const std::string name = is_first ? "diff/first" : "diff/second";
    if (!begin_combo(c, name, chosen == nullptr ? "" : chosen->name(), ImGui::GetContentRegionAvail().x))
        return;
    for (const OpenFigure& figure : c.session.figures()) {
        ImGui::PushID(static_cast<int>(figure.id));
        if (combo_row(row_text(figure.name()).c_str(), figure.id == id) && figure.id != id) {
            if (figure.id == (is_first ? state.second : state.first)) std::swap(state.first, state.second);
            id = figure.id;
            state.is_compared = false;
        }
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

/// Selects the item of a change (a material's mesh) and brings it into view.
void show_change(const PanelContext& c, DiffState& state, int index) {
    state.selected = index;
    const RigChange& change = at(state.changes, index);
    const bool is_gone = change.item_after.kind == ItemKind::none;
    const std::uint64_t figure = is_gone ? state.first : state.second;
    Item item = is_gone ? change.item_before : change.item_after;
    const Document& document = c.session.figure(figure)->document();
    if (item.kind == ItemKind::material) item = wearer_of(document, item.index);
    if (item.kind == ItemKind::none) return;
    const Selection selection{figure, shown_item(document, item)};
    c.push(Select{selection, false});
    c.push(FrameSelection{});
}

const ImVec4& color_of_kind(const Theme& theme, RigChangeKind kind) {
    return kind == RigChangeKind::removed ? theme.error
           : kind == RigChangeKind::added ? theme.info
                                          : theme.warning;
}

void draw_changes(const PanelContext& c, DiffState& state) {
    const float row = ImGui::GetTextLineHeightWithSpacing();
    const float height =
        std::min(static_cast<float>(state.changes.size()) * row + c.theme.px(4), c.theme.px(220));
    ImGui::BeginChild("changes", ImVec2(0.0F, height), false, ImGuiWindowFlags_NoNav);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.changes.size()), row);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const RigChange& change = at(state.changes, i);
            const std::string words =
                fmt::format("{} {}{}", to_string(change.part), shown_name(change), words_of_change(change));
            ImGui::PushID(i);
            const ImVec2 from = ImGui::GetCursorScreenPos();
            if (ImGui::Selectable("##change", i == state.selected)) show_change(c, state, i);
            ImGui::PopID();
            c.mark(fmt::format("diff/change/{}", i));
            tooltip(c, words.c_str());
            ImDrawList& list = *ImGui::GetWindowDrawList();
            list.AddText(from, color_of(color_of_kind(c.theme, change.kind)),
                         std::string(to_string(change.kind)).c_str());
            const float x = c.theme.px(72);
            list.AddText(ImVec2(from.x + x, from.y), color_of(c.theme.text),
                         fitted(words, ImGui::GetContentRegionAvail().x - x).c_str());
        }
    }
    ImGui::EndChild();
}

/// While two figures are compared, the second stands where the first does: also for handles and framing.
void place_figures(const PanelContext& c, DiffState& state) {
    const bool are_two = state.open && state.first != 0 && state.second != 0;
    const std::uint64_t over = are_two ? state.second : 0;
    const std::uint64_t under = are_two ? state.first : 0;
    if (over == state.laid_over && under == state.laid_under) return;
    state.laid_over = over;
    state.laid_under = under;
    c.push(LayOver{over, under});
}

void draw_open_panel(const PanelContext& c, DiffState& state, const Rect& viewport) {
    const std::uint64_t before = state.first + (state.second << 20U);
    follow_figures(c, state);
    const bool are_two = state.first != 0 && state.second != 0;
    if (are_two) compare(c, state);
    const float width = c.theme.px(380);
    ImGui::SetNextWindowPos(
        ImVec2(viewport.x + viewport.width - c.theme.px(12), viewport.y + viewport.height - c.theme.px(12)),
        ImGuiCond_Appearing, ImVec2(1.0F, 1.0F));
    ImGui::SetNextWindowSize(ImVec2(width, 0.0F));
    bool open = true;
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Differences", &open, flags)) {
        keep_on_screen();
        if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && c.take_key(Key::escape))
            open = false;
        c.report.widget(
            "diff", ImGui::GetWindowPos(),
            ImVec2(ImGui::GetWindowPos().x + width, ImGui::GetWindowPos().y + ImGui::GetWindowHeight()));
        if (!are_two) {
            dim_text(c, "Open two figures to compare them.");
        } else {
            draw_choice(c, state, true, first_ghost_color);
            draw_choice(c, state, false, second_ghost_color);
            const std::size_t count = state.changes.size();
            dim_text(c, count == 0 ? std::string("They are the same rig.")
                                   : counted(count, "change", "changes") + " from the first to the second");
            c.mark("diff/count");
            draw_changes(c, state);
        }
    }
    help_of_window(c,
                   "What differs between two figures, one drawn over the other. Choose them above; click a "
                   "difference to select and frame it.");
    ImGui::End();
    c.report.state("diff", {{"compared", are_two}, {"changes", state.changes.size()}});
    if (!open) state.open = false;
    if (!open || before != state.first + (state.second << 20U)) ++state.revision;
}

}  // namespace

void draw_diff_panel(const PanelContext& c, const Rect& viewport) {
    DiffState& state = c.gui.diff;
    if (state.open) draw_open_panel(c, state, viewport);
    place_figures(c, state);
}

std::optional<RenderScene> compose_diff(const PanelContext& c, Picks& picks) {
    const DiffState& state = c.gui.diff;
    if (!state.open) return std::nullopt;
    const OpenFigure* first = c.session.figure(state.first);
    const OpenFigure* second = c.session.figure(state.second);
    if (first == nullptr || second == nullptr) return std::nullopt;
    // As in their files, whatever they play: otherwise the current clips would be the difference.
    const std::array<Pose, 2> poses{file_pose(first->skeleton), file_pose(second->skeleton)};
    std::array<Figure, 2> figures{first->frame(), second->frame()};
    for (int i = 0; i < 2; ++i) {
        at(figures, i).pose = &at(poses, i);
        at(figures, i).shown = true;
    }
    return compose_ghosts(figures, c.session.view(), c.session.camera(), &picks);
}

}  // namespace vitruvian
