// The column at the right: the inspector, the bones, the weights and the history, one at a time behind tabs.
#pragma once

#include "app/gui/bones_panel.h"
#include "app/gui/history_panel.h"
#include "app/gui/inspector_body.h"
#include "app/gui/item_menu.h"
#include "app/gui/rename_window.h"
#include "app/gui/weights_panel.h"

#include <string>

namespace vitruvian {

struct Action;
struct Rect;

enum class SideTab { inspector, bones, weights, history };

/// What the panels of this column keep, and the windows that they open.
struct SidePanels {
    BonesState bones;
    WeightsState weights;
    HistoryState history;
    RenameWindow rename;
    BodyState body;
    std::string asked_section;  // opens and comes into view when it is drawn
};

void draw_side_column(const PanelContext& c, const Rect& area);

/// Their entries in the View menu.
void add_side_actions(std::vector<Action>& list);

}  // namespace vitruvian
