// The cameras of the active figure's file, to look through.
#pragma once

#include "model/document/document.h"

#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

/// Viewpoints and camera sites; empty where no figure is active.
[[nodiscard]] std::vector<Viewpoint> cameras_at_hand(const PanelContext& c);

/// Their rows, within an open popup or menu. `id`: what they are called in the report. `view`: which looks through the
/// chosen one, -1: the active one.
void camera_rows(const PanelContext& c, const std::string& id, const std::vector<Viewpoint>& cameras,
                 int view = -1);

}  // namespace vitruvian
