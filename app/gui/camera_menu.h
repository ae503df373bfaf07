// The menu of cameras in the active figure's file.
#pragma once

#include "model/document/document.h"

#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

/// The viewpoints and camera sites of the active figure's file; empty if no figure is active.
[[nodiscard]] std::vector<Viewpoint> cameras_at_hand(const PanelContext& c);

/// Draws a row for each camera, within an open popup or menu. `id` is the rows' prefix in the widget report.
/// `view` is the view that gets the chosen camera; -1 is the active one.
void camera_rows(const PanelContext& c, const std::string& id, const std::vector<Viewpoint>& cameras,
                 int view = -1);

}  // namespace vitruvian
