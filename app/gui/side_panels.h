// The right column: inspector, bones, weights and history, in tabs.
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

/// The state of the panels in this column and of the windows that they open.
struct SidePanels {
    BonesState bones;
    WeightsState weights;
    HistoryState history;
    RenameWindow rename;
    BodyState body;
    std::string asked_section;  // the section to open and scroll to
};

void draw_side_column(const PanelContext& c, const Rect& area);

/// Their entries in the View menu.
void add_side_actions(std::vector<Action>& list);

}  // namespace vitruvian
