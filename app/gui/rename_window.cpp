#include "app/gui/rename_window.h"

#include "app/gui/focus.h"
#include "app/gui/pointed_help.h"
#include "app/gui/widgets.h"
#include "model/edit/naming.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

void draw_scheme(const PanelContext& c, RenameWindow& window) {
    label(c, "Names", "The naming convention for the joints");
    if (!begin_combo(c, "rename/scheme", std::string(title_of(window.scheme)),
                     ImGui::GetContentRegionAvail().x))
        return;
    for (const NamingScheme scheme : naming_schemes) {
        if (combo_row(std::string(title_of(scheme)).c_str(), scheme == window.scheme)) window.scheme = scheme;
        c.mark("rename/scheme/" + std::string(to_string(scheme)));
    }
    ImGui::EndCombo();
}

void draw_list(const PanelContext& c, const Document& document,
               const std::vector<std::pair<Item, std::string>>& renames) {
    const float footer = ImGui::GetFrameHeightWithSpacing() + c.theme.px(8);
    ImGui::BeginChild("renames", ImVec2(0.0F, -footer), false, ImGuiWindowFlags_NoNav);
    const float column = 0.5F * ImGui::GetContentRegionAvail().x;
    for (const auto& [item, name] : renames) {
        dim_text(c, fitted_middle(label_of(document, item), column - c.theme.px(24)));
        ImGui::SameLine(column - c.theme.px(18));
        ImGui::TextDisabled("\u2192");
        ImGui::SameLine(column);
        ImGui::TextUnformatted(fitted_middle(name, column).c_str());
    }
    if (renames.empty())
        ImGui::TextWrapped(
            "Nothing to rename: all joints that the convention names have these names already, or no bones "
            "are mapped.");
    ImGui::EndChild();
}

}  // namespace

void draw_rename_window(const PanelContext& c) {
    RenameWindow& window = c.gui.side.rename;
    if (!window.open) return;
    const OpenFigure* figure = c.session.figure(window.figure);
    if (figure == nullptr ||
        static_cast<std::size_t>(window.humanoid) >= figure->document().humanoids.size()) {
        window.open = false;
        return;
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 size(std::min(c.theme.px(460), display.x), std::min(c.theme.px(480), 0.8F * display.y));
    ImGui::SetNextWindowSize(size, ImGuiCond_Appearing);
    ImGui::SetNextWindowPos(ImVec2(0.5F * (display.x - size.x), 0.5F * (display.y - size.y)),
                            ImGuiCond_Appearing);
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoNav;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(12), c.theme.px(12)));
    if (ImGui::Begin("Rename joints", &window.open, flags)) {
        draw_scheme(c, window);
        const Document& document = figure->document();
        const auto renames = renames_to(document, window.humanoid, window.scheme);
        draw_list(c, document, renames);
        ImGui::BeginDisabled(renames.empty());
        if (text_button(
                c, "rename/apply", fmt::format("Rename {}", renames.size()).c_str(),
                "Renames as one undo step; joints that the convention does not name keep their names")) {
            c.push(Edit{window.figure, RenameJoints{{ItemKind::humanoid, -1, window.humanoid},
                                                    std::string(to_string(window.scheme))}});
            window.open = false;
        }
        ImGui::EndDisabled();
        ImGui::SameLine();
        if (text_button(c, "rename/cancel", "Cancel", "Leaves the names as they are (Esc)") || take_escape(c))
            window.open = false;
    }
    help_of_window(c,
                   "What each joint will be called by the chosen convention. Nothing is renamed before "
                   "Rename is pressed.");
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace vitruvian
