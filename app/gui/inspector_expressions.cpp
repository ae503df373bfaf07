// The inspector's list of a humanoid's expressions (VRM): each with a slider that sets its displacers' weights.
#include "app/gui/inspector_body.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace vitruvian {
namespace {

bool moves(const Expression& expression) {
    return !expression.binds.empty();
}

/// Returns how much of the expression shows: as much as of its displacer that is applied least.
float shown_of(const PanelContext& c, const OpenFigure& figure, const Expression& expression) {
    float out = 1.0F;
    for (const auto& [displacer, weight] : expression.binds) {
        if (weight != 0.0F) out = std::min(out, weight_to_edit(c, figure, displacer) / weight);
    }
    return std::clamp(out, 0.0F, 1.0F);
}

Batch set_expression(const Expression& expression, float shown) {
    if (expression.binary) shown = shown > 0.5F ? 1.0F : 0.0F;
    Batch out{"Set expression " + expression.name, {}};
    for (const auto& [displacer, weight] : expression.binds)
        out.commands.emplace_back(SetDisplacerWeight{displacer_item(displacer), shown * weight});
    return out;
}

std::string help_of(const Document& document, const Expression& expression) {
    std::string out = "In full it sets:";
    std::set<std::string> materials;
    for (const auto& [bound, weight] : expression.binds) {
        const Displacer& displacer = at(document.displacers, bound);
        if (is_in_file(displacer)) out += fmt::format("\n{}  {:.2f}", displacer.name, weight);
        for (const MaterialChange& change : displacer.changes) {
            if (change.material >= 0) materials.insert(at(document.materials, change.material).name);
        }
    }
    for (const std::string& material : materials)
        out += fmt::format("\nThe look of the material {}", material.empty() ? "without a name" : material);
    if (expression.binary) out += "\nEither not applied or in full (isBinary)";
    for (const auto& [override, what] :
         {std::pair(expression.override_blink, "blinking"), std::pair(expression.override_look_at, "looking"),
          std::pair(expression.override_mouth, "speaking")}) {
        if (override == ExpressionOverride::block) out += fmt::format("\nIn clips it stops {}", what);
        if (override == ExpressionOverride::blend) out += fmt::format("\nIn clips it weakens {}", what);
    }
    return out;
}

void expression_row(const PanelContext& c, const OpenFigure& figure, const Expression& expression,
                    int index) {
    ImGui::PushID(index);
    const WeightRow row = begin_weight_row(c, expression.name);
    const bool pointed = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
    tooltip(c, pointed ? help_of(figure.document(), expression).c_str() : "");
    ImGui::SameLine(row.slider_at);
    float shown = shown_of(c, figure, expression);
    ImGui::SetNextItemWidth(row.slider_width);
    const bool changed =
        slider(c, fmt::format("inspector/expression/{}", index), shown, 0.0F, 1.0F, "%.2f", 0.0F);
    tooltip(c, "How much of it shows: sets the weights of its displacers. 0 not at all, 1 in full",
            TooltipPlace::above);
    push_edit(c, changed, changed ? set_expression(expression, shown) : Batch());
    ImGui::PopID();
}

}  // namespace

std::size_t moving_expressions(const Humanoid& humanoid) {
    return static_cast<std::size_t>(std::ranges::count_if(humanoid.expressions, moves));
}

void inspect_expressions(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Humanoid& humanoid = at(figure.document().humanoids, what.item.index);
    const std::size_t moving = moving_expressions(humanoid);
    constexpr std::size_t few = 20;
    if (moving == 0 || !section(c, expressions_section, moving <= few)) return;
    for (std::size_t i = 0; i < humanoid.expressions.size(); ++i) {
        if (moves(humanoid.expressions[i]))
            expression_row(c, figure, humanoid.expressions[i], static_cast<int>(i));
    }
    if (const std::size_t others = humanoid.expressions.size() - moving; others > 0)
        dim_text(c, others == 1 ? "1 more changes nothing" : fmt::format("{} more change nothing", others));
}

}  // namespace vitruvian
