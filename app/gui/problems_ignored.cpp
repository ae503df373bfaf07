// Ignored problems: the field for the reason, and the list of them. Also what a fix would change.
#include "app/gui/problems_panel.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "app/profiles/sidecar.h"
#include "model/check/fixes.h"
#include "model/core/at.h"
#include "model/rig_diff/change_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

std::string file_of_profile(const OpenFigure& figure) {
    return profile_path(figure.path.filename()).string();
}

std::string words_of_fix(const Document& document, const check::Finding& finding) {
    constexpr std::size_t most = 12;
    const check::FixRound round = check::fix_round(document, std::span(&finding, 1));
    if (round.fixes.empty()) return "The fix cannot be made in this file.";
    std::string out = "Changes, as one step that can be undone:";
    const std::vector<RigChange> changes = compare_rigs(document, round.document);
    for (std::size_t i = 0; i < changes.size() && i < most; ++i)
        out += fmt::format("\n\u2022 {} {}{}", to_string(changes[i].part), changes[i].name,
                           words_of_change(changes[i]));
    if (changes.size() > most) out += fmt::format("\nand {} more", changes.size() - most);
    if (changes.empty()) {
        for (const Command& command : finding.fix) out += "\n\u2022 " + title_of(command, document);
    }
    return out;
}

}  // namespace

const std::string& preview_of_fix(const PanelContext& c, const OpenFigure& figure,
                                  const check::Outcome& outcome, int finding) {
    ProblemsState& state = c.gui.problems;
    if (state.previewed != finding) {
        state.preview = words_of_fix(figure.document(), at(outcome.findings, finding));
        state.previewed = finding;
    }
    return state.preview;
}

float draw_ignore(const PanelContext& c, int finding, const check::Finding& of, float right, float height) {
    const float width = ImGui::CalcTextSize("Ignore").x + c.theme.px(16);
    const ImVec2 back = ImGui::GetCursorPos();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(ImVec2(right - width, from.y - height + c.theme.px(1)));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(c.theme.px(8), 0.5F * (height - c.theme.px(2) - ImGui::GetTextLineHeight())));
    ImGui::PushID(finding);
    ProblemsState& state = c.gui.problems;
    if (text_button(c, fmt::format("problems/ignore/{}/{}", of.id, of.object.name), "Ignore",
                    "Do not report it any more, for a reason that is stored beside the file")) {
        state.ignoring = finding;
        state.reason.clear();
        request_focus(c, "problems/reason");
    }
    ImGui::PopID();
    ImGui::PopStyleVar();
    ImGui::SetCursorPos(back);
    return width;
}

void draw_reason(const PanelContext& c, const OpenFigure& figure, const check::Outcome& outcome) {
    ProblemsState& state = c.gui.problems;
    if (state.ignoring < 0 || state.ignoring >= static_cast<int>(outcome.findings.size())) return;
    const check::Finding& finding = at(outcome.findings, state.ignoring);
    if (figure.path.empty()) {
        dim_text(c, "The reason is stored beside the figure's file: save the figure first.");
        ImGui::SameLine(0.0F, c.theme.px(8));
        if (text_button(c, "problems/reason/cancel", "Close")) state.ignoring = -1;
        return;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fmt::format("Ignore {} of {} because", finding.id, finding.object.name).c_str());
    ImGui::SameLine(0.0F, c.theme.px(8));
    const float buttons = c.theme.px(150);
    ImGui::SetNextItemWidth(
        std::clamp(ImGui::GetContentRegionAvail().x - buttons, c.theme.px(80), c.theme.px(420)));
    const bool entered =
        text_field(c, "problems/reason", "Reason", state.reason, ImGuiInputTextFlags_EnterReturnsTrue);
    const bool left = ImGui::IsItemFocused() && c.take_key(Key::escape);
    ImGui::SameLine(0.0F, c.theme.px(8));
    ImGui::BeginDisabled(state.reason.empty());
    const bool pressed =
        text_button(c, "problems/reason/keep", "Ignore",
                    fmt::format("Write it into {} beside the file", file_of_profile(figure)).c_str());
    ImGui::EndDisabled();
    ImGui::SameLine(0.0F, c.theme.px(4));
    const bool cancelled = text_button(c, "problems/reason/cancel", "Cancel");
    if ((pressed || entered) && !state.reason.empty()) {
        c.push(IgnoreProblem{figure.id, state.ignoring, state.reason});
        state.ignoring = -1;
    } else if (cancelled || left) {
        state.ignoring = -1;
    }
}

void draw_ignored(const PanelContext& c, const OpenFigure& figure, const check::Outcome& outcome) {
    const bool shows = !outcome.ignored.empty() && c.gui.problems.show_ignored;
    bool& showed = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("ignored"));
    const bool is_new = shows && !showed;
    showed = shows;
    if (!shows) return;
    ImGui::Dummy(ImVec2(0.0F, c.theme.px(4)));
    dim_text(c, fmt::format("Ignored, as {} says", file_of_profile(figure)));
    for (int i = 0; i < static_cast<int>(outcome.ignored.size()); ++i) {
        const check::Ignored& one = at(outcome.ignored, i);
        if (i > 0) ImGui::Dummy(ImVec2(0.0F, c.theme.px(2)));
        ImGui::PushID(i);
        if (text_button(c, fmt::format("problems/heed/{}/{}", one.finding.id, one.finding.object.name),
                        "Stop ignoring", "Lists it among the problems again"))
            c.push(HeedProblem{figure.id, i});
        ImGui::PopID();
        ImGui::SameLine(0.0F, c.theme.px(8));
        dim_text(c, fitted(fmt::format("{}  {}: {}. {}", one.finding.id, one.finding.object.name,
                                       one.finding.message, one.ignore.reason),
                           ImGui::GetContentRegionAvail().x));
    }
    if (is_new) ImGui::SetScrollHereY(1.0F);  // the list above may be long
}

}  // namespace vitruvian
