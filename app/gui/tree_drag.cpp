#include "app/gui/tree_drag.h"

#include "app/gui/joint_drag.h"
#include "app/gui/panel.h"
#include "model/edit/edit_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

/// Returns what dropping a joint or site on a joint's row does.
std::optional<JointDrop> hanging_on(const PanelContext& c, const Selection& moved, const Selection& row) {
    const OpenFigure* figure = c.session.figure(row.figure);
    if (figure == nullptr || moved == row || moved.figure != row.figure ||
        moved.item.humanoid != row.item.humanoid)
        return std::nullopt;
    const Document& document = figure->document();
    const std::string name = label_of(document, moved.item);
    const std::string parent = label_of(document, row.item);
    if (moved.item.kind == ItemKind::joint) {
        const std::vector<Item> chain = chain_below(document, moved.item);
        if (std::find(chain.begin(), chain.end(), row.item) != chain.end())
            return JointDrop{fmt::format("{} is a descendant of {}", parent, name), false};
    }
    if (joint_above(document, moved.item.humanoid, node_of(document, moved.item)) == row.item.index)
        return JointDrop{fmt::format("{} is a child of {} already", name, parent), false};
    return JointDrop{fmt::format("Parent {} to {}", name, parent)};
}

}  // namespace

void drag_to_reparent(const PanelContext& c, const Selection& row) {
    joint_drag_source(row);
    if (row.item.kind != ItemKind::joint) return;
    const auto judge = [&](const Selection& moved) { return hanging_on(c, moved, row); };
    if (const std::optional<Selection> moved = dropped_joint(c, judge))
        c.push(Edit{row.figure, ReParent{moved->item, row.item}});
}

void scroll_for_drag(const PanelContext& c) {
    TreeState& state = c.gui.tree;
    state.scrolls = false;
    if (!dragged_joint()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const ImVec2 from = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    if (mouse.x < from.x || mouse.x > from.x + size.x) return;
    const float edge = c.theme.px(28);
    const float above = from.y + edge - mouse.y;
    const float below = mouse.y - (from.y + size.y - edge);
    const float pull = std::min(std::max(above, below), 2.0F * edge);
    if (pull <= 0.0F) return;
    const float y = ImGui::GetScrollY();
    // A row every few frames at first, faster further out.
    const float wanted = std::clamp(y + (above > 0.0F ? -0.25F : 0.25F) * pull, 0.0F, ImGui::GetScrollMaxY());
    state.scrolls = wanted != y;
    ImGui::SetScrollY(wanted);
}

}  // namespace vitruvian
