// The dope sheet in one frame, and its mouse and keyboard input.
#pragma once

#include "app/gui/key_panel.h"
#include "app/gui/panel.h"
#include "model/core/at.h"

#include <vector>

namespace vitruvian {

/// What drawing and input need in one frame.
struct KeySheetView {
    const PanelContext& c;
    const OpenFigure& figure;
    const Clip& clip;
    KeyPanelState& state;
    TimeScale scale;
    ImVec2 lanes;            // their upper left corner on the screen, below the ruler
    float height = 0.0F;     // of the lanes
    float row = 0.0F;        // of one
    std::vector<int> shown;  // visible rows, the summary (-1) first

    [[nodiscard]] float y(std::size_t place) const {
        return lanes.y + static_cast<float>(place) * row - state.scroll;
    }
    [[nodiscard]] bool editable() const { return figure.clip_file == 0; }
    [[nodiscard]] const std::vector<float>& times(int index) const {
        return index < 0 ? state.times : at(state.rows, index).times;
    }
    [[nodiscard]] Item clip_item() const { return {ItemKind::clip, -1, figure.clip}; }
};

/// True if the key of the row (-1: the summary) at that time is selected.
[[nodiscard]] bool is_chosen(const KeySheetView& s, int index, float time);

/// Handles input over the lanes: selects, moves, scales, copies and deletes keys.
void work_lanes(KeySheetView& s);

}  // namespace vitruvian
